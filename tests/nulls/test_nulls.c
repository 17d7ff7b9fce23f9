/* Every public function, with each of its pointers NULL in turn, and with all of them: it refuses
 * in words or does without, and never crashes. Each call has a process of its own. */
#define _GNU_SOURCE
#include "scratch.h"

#include <signal.h>
#include <sys/wait.h>

#include "calls.h"

enum { SECONDS = 120 }; /* for one call */

/* How the process of a call ends. */
enum { WELL = 0, IN_WORDS = 3, NOT_IN_THIS_BUILD = 4 };

void give_up(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  (void)vfprintf(stderr, format, arguments);
  va_end(arguments);
  (void)fputc('\n', stderr);
  _exit(IN_WORDS);
}

/* "outcome" or "every pointer"; NULL where none is. */
static const char *null_of(const call *c, int null)
{
  if (null == NULL_IS_NONE) return NULL;
  return null == NULL_IS_ALL ? "every pointer" : c->pointers[null].name;
}

/* Whether the call has to refuse. */
static int is_wrong(const call *c, int null)
{
  int wrong = 0;
  if (null == NULL_IS_NONE) return 0;
  for (int i = 0; i < c->pointer_count; i++)
    wrong |= (null == i || null == NULL_IS_ALL) && !c->pointers[i].may_be_null;
  return wrong;
}

static void check_status(const things *t, int wrong)
{
  jato_status wanted = wrong ? JATO_E_ARGUMENT : JATO_OK;
  if (t->status == JATO_E_NOT_BUILT) return;
  if (t->status != wanted)
    give_up("the status is \"%s\", wanted \"%s\": %s", jato_status_name(t->status),
            jato_status_name(wanted), t->error.text);
  if (wrong && t->null != NULL_IS_ALL && strlen(t->error.text) < 12)
    give_up("refused without words: \"%s\"", t->error.text);
}

static void check_answer(const call *c, const things *t)
{
  int wrong = is_wrong(c, t->null);
  if (t->missing) return;
  if (c->refuses == REFUSES_BY_STATUS) check_status(t, wrong);
  if (!wrong) return;
  if (c->refuses == REFUSES_BY_ZERO && t->whole != 0) give_up("the answer is not 0");
  if (c->refuses == REFUSES_BY_NAN_ && !isnan(t->real)) give_up("the answer is not NaN");
  if (c->refuses == REFUSES_BY_NULL_ && t->pointer != NULL) give_up("the answer is not NULL");
  if (c->refuses == REFUSES_BY_WORDS && t->pointer == NULL) give_up("the answer is NULL");
  if (c->refuses == REFUSES_BY_EMPTY && (t->pointer == NULL || *(const char *)t->pointer != '\0'))
    give_up("the answer is not \"\"");
}

static _Noreturn void make_call(const call *c, int null, const char *folder)
{
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  static things t;
  for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++)
    (void)signal(deadly[i], SIG_DFL); /* and not what cmocka makes of them */
  (void)alarm(SECONDS);
  things_begin(&t, folder);
  t.null = null;
  t.whole = 1;
  t.pointer = &t;
  c->make(&t);
  check_answer(c, &t);
  _exit(t.missing ? NOT_IN_THIS_BUILD : WELL);
}

/* Returns how it ended; what is wrong is printed. */
static int try_call(const call *c, int null, const char *folder)
{
  int status = 0;
  const char *which = null_of(c, null);
  (void)fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) make_call(c, null, folder);
  assert_int_equal(waitpid(child, &status, 0), child);
  int end = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (end == WELL || end == NOT_IN_THIS_BUILD) return end;
  print_error("%s with %s%s: ", c->name, which != NULL ? which : "valid arguments",
              which != NULL ? " NULL" : "");
  if (WIFSIGNALED(status))
    print_error("it crashed (%s)\n", strsignal(WTERMSIG(status)));
  else
    print_error("%s\n", end == IN_WORDS ? "see above" : "it crashed");
  return IN_WORDS;
}

static void no_null_crashes(void **state)
{
  const scratch *files = *state;
  size_t failed = 0, made = 0, absent = 0;
  for (const call *c = calls; c < calls + call_count; c++) {
    if (c->problem[0] != '\0') {
      print_error("%s: %s\n", c->name, c->problem);
      failed++;
      continue;
    }
    for (int null = c->pointer_count > 0 ? NULL_IS_ALL : NULL_IS_NONE; null < c->pointer_count;
         null++, made++) {
      int end = try_call(c, null, files->folder);
      failed += end == IN_WORDS;
      absent += end == NOT_IN_THIS_BUILD;
    }
  }
  print_message("%zu functions, %zu calls, %zu not as they should be; of %zu, this build lacks an "
                "object\n",
                call_count, made, failed, absent);
  assert_int_equal(failed, 0);
  assert_true(made > 4 * call_count);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(no_null_crashes, scratch_make, scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
