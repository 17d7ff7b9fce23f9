#define _GNU_SOURCE /* realpath, openat and its kin */
#include "evaluator/command/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"

#define DEEPEST 32 /* each level needs a descriptor while it is emptied */
#define TRIES 3    /* a program that still runs may add files meanwhile */
#define MOST_AGAIN 10000

jato_status jx_scratch_open(jx_scratch *scratch, const char *name, jato_error *error)
{
  *scratch = (jx_scratch){.path = ""};
  scratch->made = mkdir(name, 0777) == 0;
  if (!scratch->made && errno != EEXIST)
    return jx_fail(error, JATO_E_FILE, "cannot create the scratch folder \"%s\": %s", name,
                   jx_system_reason(errno).text);
  struct stat status;
  if (!scratch->made && stat(name, &status) == 0 && !S_ISDIR(status.st_mode))
    return jx_fail(error, JATO_E_FILE,
                   "the scratch folder \"%s\" is there and not a folder; choose another", name);
  char *path = realpath(name, NULL);
  size_t length = path != NULL ? strlen(path) : 0;
  int fits = path != NULL && length + 32 < sizeof scratch->path;
  if (fits) (void)memcpy(scratch->path, path, length + 1);
  free(path);
  if (!fits)
    return jx_fail(error, JATO_E_FILE, "cannot use the scratch folder \"%s\": %s", name,
                   length > 0 ? "its path is too long" : jx_system_reason(errno).text);
  return JATO_OK;
}

void jx_scratch_close(jx_scratch *scratch)
{
  if (scratch->made) (void)rmdir(scratch->path);
  scratch->made = 0;
}

/* Creates "<scratch>/00000012", or "<scratch>/00000012.1" and so on if that exists. Returns 0, or
 * an errno. */
static int make_numbered(const jx_scratch *scratch, uint64_t id, jx_folder *folder)
{
  for (folder->again = 0; folder->again < MOST_AGAIN; folder->again++) {
    char more[16] = "";
    if (folder->again > 0) (void)snprintf(more, sizeof more, ".%d", folder->again);
    int length = snprintf(folder->path, sizeof folder->path, "%s/%08llu%s", scratch->path,
                          (unsigned long long)id, more);
    if ((size_t)length >= sizeof folder->path) return ENAMETOOLONG;
    if (mkdir(folder->path, 0777) == 0) return 0;
    if (errno != EEXIST) return errno;
  }
  return EEXIST;
}

jato_status jx_folder_make(const jx_scratch *scratch, uint64_t id, jx_folder *folder,
                           jato_error *error)
{
  struct stat status;
  int reason = make_numbered(scratch, id, folder);
  if (reason == 0 && lstat(folder->path, &status) != 0) reason = errno;
  if (reason == 0) {
    folder->device = status.st_dev;
    folder->node = status.st_ino;
    return JATO_OK;
  }
  jato_status failed =
      jx_fail(error, JATO_E_OBJECTIVE,
              "cannot create the evaluation's folder \"%s\": %s; choose another scratch folder",
              folder->path, jx_system_reason(reason).text);
  folder->path[0] = 0; /* it is not ours */
  return failed;
}

/* ---- Removing ----------------------------------------------------------------------------------
 *
 * A tree may be deeper than descriptors and stack allow. So a folder that is DEEPEST levels down,
 * or for which no descriptor is left, is moved up into the folder that is being removed, and
 * emptied there after the rest. */

typedef struct removal {
  int top;        /* the folder that is being removed */
  dev_t device;   /* of it: nothing that is mounted in it is touched */
  unsigned moved; /* folders that were moved up */
  unsigned names; /* tried for them */
} removal;

static int remove_entry(removal *r, int folder, const char *name, int depth);

/* Removes the contents of the open folder, and closes its descriptor. */
static int empty(removal *r, int folder, int depth)
{
  int reason = 0;
  struct stat status;
  if (fstat(folder, &status) == 0 && status.st_dev != r->device) reason = EXDEV;
  DIR *entries = reason == 0 ? fdopendir(folder) : NULL;
  if (entries == NULL) {
    if (reason == 0) reason = errno;
    (void)close(folder);
    return reason;
  }
  for (;;) {
    const struct dirent *entry = readdir(entries);
    if (entry == NULL) break;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    int failed = remove_entry(r, dirfd(entries), entry->d_name, depth);
    if (failed != 0) reason = failed;
  }
  (void)closedir(entries);
  return reason;
}

/* A program may have removed permissions from its own folders. */
static int open_folder(int folder, const char *name)
{
  int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int opened = openat(folder, name, flags);
  if (opened >= 0 || errno != EACCES || fchmodat(folder, name, 0700, 0) != 0) return opened;
  return openat(folder, name, flags);
}

/* Under a name that is not taken. */
static int move_up(removal *r, int folder, const char *name)
{
  for (int tries = 0; tries < MOST_AGAIN; tries++) {
    char moved[32];
    (void)snprintf(moved, sizeof moved, "jato-%u", r->names++);
    int failed = renameat(folder, name, r->top, moved);
    if (failed != 0 && errno == EACCES && fchmodat(folder, name, 0700, 0) == 0)
      failed = renameat(folder, name, r->top, moved);
    if (failed == 0) r->moved++;
    if (failed == 0) return 0;
    if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) break;
  }
  return errno;
}

static int remove_folder(removal *r, int folder, const char *name, int depth)
{
  int reason = 0;
  for (int tries = 0; tries < TRIES; tries++) {
    int opened = depth < DEEPEST ? open_folder(folder, name) : -1;
    int is_short = depth == DEEPEST || (opened < 0 && (errno == EMFILE || errno == ENFILE));
    if (opened < 0 && is_short && depth > 1) return move_up(r, folder, name);
    if (opened < 0) return errno == ENOENT ? 0 : errno;
    (void)fchmod(opened, 0700);
    reason = empty(r, opened, depth + 1);
    if (unlinkat(folder, name, AT_REMOVEDIR) == 0 || errno == ENOENT) return 0;
    if (reason == 0) reason = errno;
    if (reason != ENOTEMPTY) return reason;
  }
  return reason;
}

static int remove_entry(removal *r, int folder, const char *name, int depth)
{
  if (unlinkat(folder, name, 0) == 0 || errno == ENOENT) return 0;
  if (errno != EISDIR && errno != EPERM) return errno;
  return remove_folder(r, folder, name, depth);
}

/* Empties the folder, including folders that are moved up meanwhile. */
static int empty_top(removal *r)
{
  int reason;
  unsigned before;
  do {
    before = r->moved;
    int opened = openat(r->top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return errno;
    reason = empty(r, opened, 1);
  } while (r->moved != before);
  return reason;
}

/* Opens the folder, unless it has been replaced by another one, a file or a link. */
static int open_top(const jx_folder *folder)
{
  struct stat status;
  int opened = open_folder(AT_FDCWD, folder->path);
  if (opened < 0 && (errno == ENOTDIR || errno == ELOOP)) errno = ESTALE;
  if (opened < 0) return -1;
  if (fstat(opened, &status) == 0 && status.st_dev == folder->device &&
      status.st_ino == folder->node)
    return opened;
  (void)close(opened);
  errno = ESTALE;
  return -1;
}

int jx_folder_remove(const jx_folder *folder)
{
  int reason = 0;
  for (int tries = 0; tries < TRIES; tries++) {
    removal r = {.top = open_top(folder), .device = folder->device};
    if (r.top < 0) return errno == ENOENT ? 0 : errno;
    (void)fchmod(r.top, 0700);
    reason = empty_top(&r);
    (void)close(r.top);
    if (rmdir(folder->path) == 0 || errno == ENOENT) return 0;
    if (reason == 0) reason = errno;
    if (reason != ENOTEMPTY) return reason;
  }
  return reason;
}

/* ---- Reading template files ---- */

static jato_status fail_file(jato_error *error, const char *what, const char *path, int reason)
{
  return jx_fail(error, JATO_E_FILE, "cannot %s %s: %s", what, path, jx_system_reason(reason).text);
}

/* A file as it was read. */
typedef struct whole_file {
  char *text; /* the caller releases it, even after a failure */
  size_t length;
  unsigned mode;
} whole_file;

static jato_status load(const jato_allocator *allocator, const char *path, int file,
                        whole_file *whole, jato_error *error)
{
  struct stat is;
  if (fstat(file, &is) != 0) return fail_file(error, "read the template", path, errno);
  if (!S_ISREG(is.st_mode))
    return jx_fail(error, JATO_E_FILE, "the template %s is not a regular file", path);
  if ((size_t)is.st_size > JX_TEMPLATE_LIMIT)
    return jx_fail(error, JATO_E_FILE,
                   "the template %s is larger than %zu MiB; let the program read the part that "
                   "never changes from a file of its own",
                   path, JX_TEMPLATE_LIMIT >> 20);
  whole->length = (size_t)is.st_size;
  whole->mode = (unsigned)is.st_mode & 0777;
  whole->text = jx_allocate(allocator, whole->length + 1, 1);
  if (whole->text == NULL)
    return jx_fail(error, JATO_E_MEMORY, "not enough memory for the template %s", path);
  int64_t got = jx_system_read(file, whole->text, whole->length, 0);
  if (got < 0) return fail_file(error, "read the template", path, errno);
  if ((uint64_t)got == whole->length) return JATO_OK;
  return jx_fail(error, JATO_E_FILE, "the template %s became shorter while it was being read",
                 path);
}

/* "models/rc.cir.in" is "rc.cir" in the evaluation's folder. */
static jato_status name_file(const jx_template_files *files, const char *path,
                             jx_template_file *file, jato_error *error)
{
  const char *slash = strrchr(path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  size_t length = strlen(name);
  if (length > 3 && strcmp(name + length - 3, ".in") == 0) length -= 3;
  file->name = jx_pool_take(file->template.pool, length + 1, 1);
  if (file->name == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for a template");
  memcpy(file->name, name, length);
  for (const jx_template_file *other = files->list; other < file; other++)
    if (strcmp(other->name, file->name) == 0)
      return jx_fail(error, JATO_E_ARGUMENT,
                     "two templates would both be written as %s; rename one of them", file->name);
  return JATO_OK;
}

static jato_status read_file(const jx_template_files *files, const char *path,
                             jx_template_file *file, jato_error *error)
{
  const jato_allocator *allocator = &file->template.pool->allocator;
  jato_status status = JATO_OK;
  whole_file whole = {.text = NULL};
  int opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (opened < 0) return fail_file(error, "read the template", path, errno);
  JX_TRY_DONE(load(allocator, path, opened, &whole, error));
  JX_TRY_DONE(name_file(files, path, file, error));
  file->mode = whole.mode;
  status =
      jx_template_parse_file(&file->template, path, (jx_text){whole.text, whole.length}, error);
done:
  jx_release(allocator, whole.text);
  close(opened);
  return status;
}

jato_status jx_template_files_read(jx_template_files *files, const jx_template *like,
                                   const char *const *paths, size_t count, jato_error *error)
{
  if (count == 0) return JATO_OK;
  files->list = jx_pool_take(like->pool, count, sizeof *files->list);
  if (files->list == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for templates");
  for (size_t i = 0; i < count; i++) {
    files->list[files->count++].template =
        (jx_template){.space = like->space, .here = like->here, .pool = like->pool};
    JX_TRY(read_file(files, paths[i], &files->list[i], error));
  }
  return JATO_OK;
}

/* ---- Writing them ---- */

/* The evaluation's folder begins empty: a file that is there is left from an earlier attempt. */
static jato_status write_file(const char *path, unsigned mode, const jx_line *text,
                              jato_error *error)
{
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0) return fail_file(error, "write", path, errno);
  int reason = jx_system_append(file, text->text, text->length) ? 0 : errno;
  if (reason == 0 && fchmod(file, (mode_t)mode | 0200) != 0) reason = errno;
  if (close(file) != 0 && reason == 0) reason = errno;
  return reason == 0 ? JATO_OK : fail_file(error, "write", path, reason);
}

jato_status jx_template_files_write(const jx_template_files *files, const jx_evaluation *evaluation,
                                    jato_error *error)
{
  jato_status status = JATO_OK;
  jx_line text = {0}, path = {0};
  for (size_t i = 0; status == JATO_OK && i < files->count; i++) {
    const jx_template_file *file = &files->list[i];
    const jx_template *template = &file->template;
    jx_line_clear(&path);
    jx_line_clear(&text);
    jx_line_print(&path, "%s/%s", evaluation->folder, file->name);
    for (size_t p = 0; p < template->count; p++)
      jx_template_add_part(template, &template->parts[p], evaluation, &text);
    if (path.failed || text.failed)
      status = jx_fail(error, JATO_E_MEMORY, "not enough memory to write %s", file->name);
    else
      status = write_file(path.text, file->mode, &text, error);
  }
  jx_line_release(&text);
  jx_line_release(&path);
  return status;
}
