/* evaluator/command/template.h: lines for a shell. What it makes of them, /bin/sh itself is asked.
 */
#define _POSIX_C_SOURCE 200809L /* setenv, fork */
#include "command_line_sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static size_t run(char *const *argv, char *out, size_t size)
{
  int ends[2], status = 0;
  size_t length = 0;
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    execv(argv[0], argv);
    _exit(99);
  }
  close(ends[1]);
  for (ssize_t got; length < size && (got = read(ends[0], out + length, size - length)) > 0;)
    length += (size_t)got;
  close(ends[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  return length;
}

static void a_shell_gets_values_as_they_are(void **state)
{
  const char *text = "# it's a comment with {anything}\n"
                     "f() { printf '%s|' \"$@\"; }; f {method} a{method}b ${HOME:+x} {{n}} {n}";
  jx_command_line *line = make(*state, &(jato_command){JATO_COMMAND_INIT, .shell = text});
  jx_call call = {0};
  for (size_t i = 0; i < HARD; i++) {
    double values[] = {0.5, 2, (double)i};
    char found[300], wanted[300];
    setenv("HOME", "/", 1);
    assert_true(jx_call_compose(&call, line, &(jx_evaluation){i, values, NULL}));
    assert_string_equal(call.argv[0], "/bin/sh");
    assert_string_equal(call.argv[1], "-c");
    assert_null(call.argv[3]);
    size_t length = run(call.argv, found, sizeof found);
    int size = snprintf(wanted, sizeof wanted, "%s|a%sb|x|{n}|2|", hard[i], hard[i]);
    assert_int_equal(length, size);
    assert_memory_equal(found, wanted, length);
  }
  jx_call_release(&call, &line->pool.allocator);
  jx_command_line_destroy(&line);
}

static void values_do_not_stand_where_a_shell_reads_them(void **state)
{
  REFUSE("inside '...'", .shell = "python3 -c 'print({n})'");
  REFUSE("inside \"...\"", .shell = "sim \"{method}\"");
  REFUSE("\"$(...)\"", .shell = "echo \"$(sim \"{method}\")\"");
  REFUSE("`...`", .shell = "echo `sim {method}`");
  REFUSE("$((...))", .shell = "echo $(( {n} + 1 ))");
  REFUSE("after a <<", .shell = "cat <<EOF\n{method}\nEOF");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_shell_gets_values_as_they_are),
      cmocka_unit_test(values_do_not_stand_where_a_shell_reads_them),
  };
  return cmocka_run_group_tests_name("shell lines", tests, make_space, drop_space);
}
