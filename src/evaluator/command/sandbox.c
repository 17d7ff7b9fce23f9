#define _GNU_SOURCE /* memfd_create, realpath */
#include "evaluator/command/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system.h"
#include "evaluator/command/spawn.h"

/* Separate namespaces, including the network's; all files read-only; its own devices and processes.
 * /run is hidden because of its sockets, behind which are processes outside of the sandbox. It dies
 * with this process, and cannot type into the terminal. */
static const char *const always[] = {
    "bwrap",
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--tmpfs",
    "/run",
};
enum { ALWAYS = sizeof always / sizeof always[0], MORE = 16 };

static void add(jx_sandbox *sandbox, size_t *count, const char *word)
{
  sandbox->argv[(*count)++] = (char *)(uintptr_t)word; /* execve does not write to it */
}

/* Whether all files in the folder begin with that name: the key, and temporary files of creating
 * it.
 */
static int is_only_for(const char *folder, const char *name)
{
  int only = 1;
  DIR *entries = opendir(folder);
  if (entries == NULL) return 0;
  for (const struct dirent *entry; only && (entry = readdir(entries)) != NULL;)
    only = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
           strncmp(entry->d_name, name, strlen(name)) == 0;
  (void)closedir(entries);
  return only;
}

/* Uses the real name, since bubblewrap does not mount on links. */
static void hide_path(jx_sandbox *sandbox, const char *path)
{
  char *real = realpath(path, NULL);
  if (real != NULL && strlen(real) < sizeof sandbox->hidden)
    (void)memcpy(sandbox->hidden, real, strlen(real) + 1);
  free(real);
}

void jx_sandbox_hide(jx_sandbox *sandbox, const char *key)
{
  char folder[sizeof sandbox->hidden];
  if (key == NULL || key[0] == '\0' || strlen(key) + 2 >= sizeof folder) return;
  const char *slash = strrchr(key, '/'), *name = slash != NULL ? slash + 1 : key;
  if (name[0] == '\0') return;
  if (slash == NULL)
    (void)snprintf(folder, sizeof folder, ".");
  else
    (void)snprintf(folder, sizeof folder, "%.*s/", (int)(slash - key), key);
  sandbox->hides_folder = is_only_for(folder, name);
  hide_path(sandbox, sandbox->hides_folder ? folder : key);
}

char **jx_sandbox_wrap(jx_sandbox *sandbox, char *const *argv, const char *folder,
                       const jato_allocator *allocator)
{
  size_t given = 0, count = 0;
  while (argv[given] != NULL) given++;
  if (sandbox->room < ALWAYS + MORE + given) {
    jx_release(allocator, sandbox->argv);
    sandbox->room = 0;
    sandbox->argv = jx_allocate(allocator, ALWAYS + MORE + given, sizeof *sandbox->argv);
    if (sandbox->argv == NULL) return NULL;
    sandbox->room = ALWAYS + MORE + given;
  }
  for (size_t i = 0; i < ALWAYS; i++) add(sandbox, &count, always[i]);
  if (sandbox->hidden[0] != '\0') {
    const char *const folder_words[] = {"--tmpfs", sandbox->hidden, "--remount-ro",
                                        sandbox->hidden};
    const char *const file_words[] = {"--ro-bind", "/dev/null", sandbox->hidden};
    size_t words = sandbox->hides_folder ? 4 : 3;
    for (size_t i = 0; i < words; i++)
      add(sandbox, &count, (sandbox->hides_folder ? folder_words : file_words)[i]);
  }
  if (folder != NULL) {
    const char *const own[] = {"--bind", folder, folder, "--setenv", "TMPDIR", folder};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) add(sandbox, &count, own[i]);
  }
  add(sandbox, &count, "--");
  for (size_t i = 0; i < given; i++) sandbox->argv[count++] = argv[i];
  sandbox->argv[count] = NULL;
  return sandbox->argv;
}

void jx_sandbox_release(jx_sandbox *sandbox, const jato_allocator *allocator)
{
  jx_release(allocator, sandbox->argv);
  *sandbox = (jx_sandbox){0};
}

/* Reads its messages, in one line. */
static void read_messages(int file, char *text, size_t size)
{
  int64_t got = jx_system_read(file, text, size - 1, 0);
  size_t length = got > 0 ? (size_t)got : 0;
  while (length > 0 && text[length - 1] == '\n') length--;
  text[length] = '\0';
  for (char *end = strchr(text, '\n'); end != NULL; end = strchr(end, '\n')) *end = ' ';
}

static jato_status fail(const char *messages, jato_error *error)
{
  return jx_fail(error, JATO_E_OBJECTIVE,
                 "the kernel refuses the sandbox: %s; it takes user namespaces, which this machine "
                 "or container does not allow; without --sandbox programs have your own rights",
                 messages);
}

jato_status jx_sandbox_check(jx_sandbox *sandbox, const jato_allocator *allocator,
                             jato_error *error)
{
  char program[] = "/bin/sh", option[] = "-c", nothing[] = ":", text[512] = "";
  char *argv[] = {program, option, nothing, NULL};
  int status = -1, messages = memfd_create("jato-sandbox", MFD_CLOEXEC);
  pid_t pid = 0;
  int reason = messages >= 0 ? jx_descriptor_move_up(&messages) : errno;
  char **wrapped = jx_sandbox_wrap(sandbox, argv, NULL, allocator);
  if (wrapped == NULL) reason = ENOMEM;
  if (reason == 0) {
    jx_spawn_options options = {.argv = wrapped, .in = -1, .out = -1, .err = messages, .more = -1};
    options.limits.setuid = 1; /* bubblewrap may be setuid; it drops the right itself */
    reason = jx_spawn(&options, &pid);
  }
  while (reason == 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (messages >= 0) read_messages(messages, text, sizeof text);
  jx_descriptor_close(&messages);
  if (reason == ENOENT)
    return jx_fail(
        error, JATO_E_OBJECTIVE,
        "the sandbox needs bubblewrap, and there is no bwrap in PATH; install the package "
        "bubblewrap");
  if (reason != 0) return fail(jx_system_reason(reason).text, error);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return JATO_OK;
  return fail(text[0] != '\0' ? text : "bwrap ended without a message", error);
}
