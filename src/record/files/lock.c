#define _GNU_SOURCE /* F_OFD_SETLK, flock, O_TMPFILE */
#define _FILE_OFFSET_BITS 64
#include "record/files/lock.h"

#include "base/status.h"
#include "base/system.h"
#include "record/files/ownership.h"
#include "record/provenance.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Locks that vanish, or have no line of their holder yet, are looked at again after a moment. */
enum { TRIES = 100 };
static const struct timespec moment = {0, 1000000};

/* "pid 4711 on host node7 since 2026-11-15T08:30:00Z", a line. */
typedef struct holder {
  char text[256];
  int sure; /* 0: not written yet, or of one that was killed and has been followed */
} holder;

static const char start_of_words[] = "pid ";

static void name_lock(const char *path, jx_name *out)
{
  (void)snprintf(out->text, sizeof out->text, "%s.lock", path);
}

/* A process of this host, up to the time. */
static void name_process(long pid, holder *out)
{
  char host[128] = "";
  if (gethostname(host, sizeof host - 1) != 0 || host[0] == '\0')
    (void)snprintf(host, sizeof host, "unknown");
  (void)snprintf(out->text, sizeof out->text, "%s%ld on host %.127s since ", start_of_words, pid,
                 host);
}

static int is_of_process(const holder *who, long pid)
{
  holder named;
  name_process(pid, &named);
  return strncmp(who->text, named.text, strlen(named.text)) == 0;
}

static int is_of_dead_process(const holder *who)
{
  long pid = strtol(who->text + strlen(start_of_words), NULL, 10);
  return pid > 0 && is_of_process(who, pid) && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

/* Where it cannot be written, on a full disk, the lock is one nevertheless. The words of a run that
 * was killed are overwritten in one call, with blanks where they were longer: a run that is killed
 * here leaves no lock without words. */
static void sign(int file)
{
  holder us;
  jx_provenance now;
  struct stat about;
  name_process((long)getpid(), &us);
  jx_provenance_now(&now);
  size_t length = strlen(us.text);
  (void)snprintf(us.text + length, sizeof us.text - length, "%s", now.saved_at);
  length = strlen(us.text);
  int is_short = fstat(file, &about) == 0 && about.st_size < (off_t)sizeof us.text;
  size_t before = is_short ? (size_t)about.st_size : 0;
  while (length + 1 < before) us.text[length++] = ' ';
  us.text[length++] = '\n';
  (void)jx_system_write(file, us.text, length, 0);
}

/* Whether it is a lock file: empty, or begun with our words. Its line, or "", is put into the
 * holder. */
static int read_holder(int file, holder *who)
{
  struct stat about;
  int64_t length = jx_system_read(file, who->text, sizeof who->text - 1, 0);
  who->text[length > 0 ? length : 0] = '\0';
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || length < 0) return 0;
  if (length > 0 && (about.st_size != length || !jx_is_lock_text(who->text, (size_t)length)))
    return 0;
  char *end = strchr(who->text, '\n');
  if (end == NULL) end = who->text; /* it is being written */
  while (end > who->text && end[-1] == ' ') end--;
  *end = '\0';
  for (char *c = who->text; *c != '\0'; c++)
    if (*c < ' ' || *c > '~') *c = '?';
  who->sure = who->text[0] != '\0' && !is_of_dead_process(who);
  return 1;
}

/* Belongs to the open file, not to the process: another run of this process is refused as well, and
 * closing another descriptor of the file loses nothing. Returns 0, or an errno. */
static int set_lock(int file, int kind)
{
#ifdef F_OFD_SETLK
  struct flock whole = {.l_type = (short)kind, .l_whence = SEEK_SET};
  if (fcntl(file, F_OFD_SETLK, &whole) == 0) return 0;
  if (errno != EINVAL) return errno; /* EINVAL: Linux before 3.15 */
#endif
  return flock(file, (kind == F_UNLCK ? LOCK_UN : LOCK_EX) | LOCK_NB) == 0 ? 0 : errno;
}

/* The file is locked and filled before it gets its name: no other process sees it half made, and
 * an empty file of that name is not ours. Returns -1, with errno, on failure. */
static int make_lock(const char *name)
{
  jx_name folder;
  char itself[64];
  const char *slash = strrchr(name, '/');
  int length = slash != NULL ? (int)(slash - name) + 1 : 0;
  (void)snprintf(folder.text, sizeof folder.text, "%.*s.", length, name);
  int file = open(folder.text, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (file >= 0) {
    (void)snprintf(itself, sizeof itself, "/proc/self/fd/%d", file);
    sign(file);
    if (set_lock(file, F_WRLCK) == 0 &&
        linkat(AT_FDCWD, itself, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0)
      return file;
    int code = errno;
    (void)close(file);
    if (code == EEXIST) return -1;
  }
  return open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666); /* no such files */
}

/* -1, with errno. Another user's may be readable only: that is enough to see that it is held, and
 * to keep its owner out. */
static int open_lock(const char *name, int *kind, int *is_new)
{
  const int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  *kind = F_WRLCK;
  int file = open(name, O_RDWR | flags);
  *is_new = file < 0 && errno == ENOENT;
  if (*is_new) file = make_lock(name);
  if (file >= 0 || errno != EACCES) return file;
  *kind = F_RDLCK;
  file = open(name, O_RDONLY | flags);
  if (file < 0) errno = EACCES;
  return file;
}

/* Whether the name is still that of the open file: a run that ended in between has removed it. */
static int is_at(int file, const char *name)
{
  struct stat here, there;
  return fstat(file, &here) == 0 && lstat(name, &there) == 0 && here.st_dev == there.st_dev &&
         here.st_ino == there.st_ino;
}

/* On such a file system no process signs a lock, so an empty one belongs to none. */
static int is_without_locks(int code)
{
  return code == ENOLCK || code == ENOSYS || code == ENOTSUP || code == EOPNOTSUPP;
}

static void tell_unlocked(const char *path, int code, jato_notice_fn notice, void *user)
{
  char text[JX_PATH_LONGEST + 512];
  (void)snprintf(text, sizeof text,
                 "%s: cannot be locked (%s); make sure that no other run saves to it", path,
                 jx_system_reason(code).text);
  jx_notice_send(notice, user, text);
}

static jato_status refuse(const char *path, const holder *who, jato_error *error)
{
  if (is_of_process(who, (long)getpid()))
    return jx_fail(error, JATO_E_FILE,
                   "%s: another run of this process saves to it (%s); end that run first, or save "
                   "to another file",
                   path, who->text);
  return jx_fail(error, JATO_E_FILE,
                 "%s: another run saves to it (%s); wait until it has ended, or save to another "
                 "file",
                 path, who->text[0] != '\0' ? who->text : "which, its lock does not say");
}

/* What became of a try: an errno, or one of these. */
enum { TAKEN = 0, HELD = -1, GONE = -2, NO_LOCK_FILE = -3 };

/* A file that is no lock file is left as it is. An empty one may be that of a run that is just
 * about to sign it, or somebody else's: there is a moment before it is taken. */
static int try_to_take(jx_lock *lock, int is_last, holder *who)
{
  int kind = F_WRLCK, is_new = 0;
  *who = (holder){.text = ""};
  lock->file = open_lock(lock->name.text, &kind, &is_new);
  if (lock->file < 0) return errno == EEXIST ? GONE : errno;
  int is_lock = read_holder(lock->file, who);
  lock->was_empty = is_lock && !is_new && who->text[0] == '\0';
  int outcome = !is_lock                      ? NO_LOCK_FILE
                : lock->was_empty && !is_last ? GONE
                                              : set_lock(lock->file, kind);
  if (outcome == EAGAIN || outcome == EACCES) {
    outcome = HELD;
    (void)read_holder(lock->file, who); /* what stood there before may be of one that was killed */
  }
  if (outcome == TAKEN && !is_at(lock->file, lock->name.text)) outcome = GONE;
  if (outcome == TAKEN) {
    lock->held = 1;
    lock->owner = (long)getpid();
    if (kind == F_WRLCK) sign(lock->file);
  } else {
    (void)close(lock->file);
  }
  return outcome;
}

jato_status jx_lock_take(jx_lock *lock, const char *path, jato_notice_fn notice, void *notice_user,
                         jato_error *error)
{
  struct stat about;
  holder who;
  *lock = (jx_lock){.held = 0};
  if (strlen(path) > sizeof lock->name.text - sizeof ".lock")
    return jx_fail(error, JATO_E_ARGUMENT, "the name of the run file has more than %zu letters",
                   sizeof lock->name.text - sizeof ".lock");
  name_lock(path, &lock->name);
  int outcome = GONE;
  for (int k = 0; k < TRIES; k++) {
    outcome = try_to_take(lock, k == TRIES - 1, &who);
    if (outcome != GONE && (outcome != HELD || who.sure)) break;
    (void)nanosleep(&moment, NULL);
  }
  if (outcome == NO_LOCK_FILE)
    return jx_fail(error, JATO_E_FILE,
                   "%s: %s, which would keep other runs from it, is something else; move it away, "
                   "or save elsewhere",
                   path, lock->name.text);
  if (outcome == HELD || outcome == GONE) return refuse(path, &who, error);
  if (outcome != TAKEN && lstat(lock->name.text, &about) == 0) {
    tell_unlocked(path, outcome, notice, notice_user);
    if (is_without_locks(outcome) && about.st_size == 0 && !lock->was_empty)
      (void)unlink(lock->name.text);
  }
  return JATO_OK;
}

void jx_lock_release(jx_lock *lock)
{
  if (!lock->held) return;
  lock->held = 0;
  if (lock->owner == (long)getpid()) {
    if (lock->was_empty)
      (void)!ftruncate(lock->file, 0);
    else if (is_at(lock->file, lock->name.text))
      (void)unlink(lock->name.text);
    (void)set_lock(lock->file, F_UNLCK);
  }
  (void)close(lock->file);
}

int jx_lock_covers_path(const jx_lock *lock, const char *path)
{
  jx_name name;
  if (!lock->held || strlen(path) > sizeof name.text - sizeof ".lock") return 0;
  name_lock(path, &name);
  return is_at(lock->file, name.text);
}
