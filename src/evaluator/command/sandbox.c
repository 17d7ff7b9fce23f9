#define _GNU_SOURCE /* memfd_create */
#include "evaluator/command/sandbox.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system.h"
#include "evaluator/command/spawn.h"

/* All namespaces of its own, the network's among them; every file as it is, but read-only; devices
 * and processes of its own. /run is hidden because of the sockets in it: who answers there is not
 * in the sandbox. It dies with us, and has no terminal to type into. */
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
  sandbox->argv[(*count)++] = (char *)(uintptr_t)word; /* which nobody writes to */
}

char **jx_sandbox_wrap(jx_sandbox *sandbox, char *const *argv, const char *folder,
                       const jato_allocator *allocator)
{
  size_t given = 0, count = 0;
  while (argv[given] != NULL) given++;
  if (sandbox->room < ALWAYS + MORE + given) {
    jx_sandbox_release(sandbox, allocator);
    sandbox->argv = jx_allocate(allocator, ALWAYS + MORE + given, sizeof *sandbox->argv);
    if (sandbox->argv == NULL) return NULL;
    sandbox->room = ALWAYS + MORE + given;
  }
  for (size_t i = 0; i < ALWAYS; i++) add(sandbox, &count, always[i]);
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

/* Its last words, in one line. */
static void read_words(int file, char *text, size_t size)
{
  int64_t got = jx_system_read(file, text, size - 1, 0);
  size_t length = got > 0 ? (size_t)got : 0;
  while (length > 0 && text[length - 1] == '\n') length--;
  text[length] = '\0';
  for (char *end = strchr(text, '\n'); end != NULL; end = strchr(end, '\n')) *end = ' ';
}

static jato_status fail(const char *words, jato_error *error)
{
  return jx_fail(error, JATO_E_OBJECTIVE,
                 "the kernel refuses the sandbox: %s; it takes user namespaces, which this machine "
                 "or container does not give; without --sandbox programs have your own rights",
                 words);
}

jato_status jx_sandbox_check(const jato_allocator *allocator, jato_error *error)
{
  char program[] = "/bin/sh", option[] = "-c", nothing[] = ":", text[512] = "";
  char *argv[] = {program, option, nothing, NULL};
  jx_sandbox sandbox = {0};
  int status = -1, words = memfd_create("jato-sandbox", MFD_CLOEXEC);
  pid_t pid = 0;
  int reason = words >= 0 ? jx_descriptor_lift(&words) : errno;
  char **wrapped = jx_sandbox_wrap(&sandbox, argv, NULL, allocator);
  if (wrapped == NULL) reason = ENOMEM;
  if (reason == 0) {
    jx_spawn_wish wish = {.argv = wrapped, .in = -1, .out = -1, .err = words, .more = -1};
    wish.limits.setuid = 1; /* where bubblewrap is setuid; it takes the right away itself */
    reason = jx_spawn(&wish, &pid);
  }
  while (reason == 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (words >= 0) read_words(words, text, sizeof text);
  jx_descriptor_close(&words);
  jx_sandbox_release(&sandbox, allocator);
  if (reason == ENOENT)
    return jx_fail(
        error, JATO_E_OBJECTIVE,
        "the sandbox needs bubblewrap, and there is no bwrap in PATH; install the package "
        "bubblewrap");
  if (reason != 0) return fail(jx_system_reason(reason).text, error);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return JATO_OK;
  return fail(text[0] != '\0' ? text : "bwrap ended without a message", error);
}
