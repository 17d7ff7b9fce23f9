/* evaluator/command/folder.h: template files, read once and written into folders of evaluations. */
#define _GNU_SOURCE
#include "command_line_sample.h"
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evaluator/command/folder.h"

static jato_status with_template(const jx_space *space, const char *path, jx_command_line **line,
                                 jato_error *error)
{
  const char *files[] = {path};
  jato_command command = {JATO_COMMAND_INIT, .command = "sim", .scratch = "runs",
                          .template_files = files, .template_count = 1};
  return jx_command_line_create(&command, space, NULL, line, error);
}

static void assert_file(const char *path, const char *wanted, size_t length)
{
  char found[500];
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fread(found, 1, sizeof found, file), length);
  fclose(file);
  assert_memory_equal(found, wanted, length);
}

static void assert_template(scratch *s, const char *text, const char *wanted)
{
  jato_error error = {JATO_OK, ""};
  jx_space *space = NULL;
  jx_command_line *line = NULL;
  make_space((void **)&space);
  assert_ok(with_template(space, scratch_write(s, "rc.cir.in", text), &line, &error), error);
  assert_ok(jx_template_files_write(&line->files, &(jx_evaluation){7, point, s->folder}, &error),
            error);
  assert_file(scratch_path(s, "rc.cir"), wanted, strlen(wanted));
  jx_command_line_destroy(&line);
  drop_space((void **)&space);
}

static void names_are_replaced(void **state)
{
  assert_template(*state, "k={kappa}\nn={n}{id}\n", "k=0.1\nn=37\n");
  assert_template(*state, "{n}", "3");
  assert_template(*state, "{method}{n}{n}", "two words33");
  scratch *s = *state;
  char wanted[100];
  snprintf(wanted, sizeof wanted, "%s 3", s->folder);
  assert_template(s, "{folder} {n}", wanted);
}

/* Braces that belong to the language of the file. */
static void other_braces_stay(void **state)
{
  assert_template(*state, "{\"a\": {\"k\": {kappa}}}", "{\"a\": {\"k\": 0.1}}");
  assert_template(*state, "{ {} {{ }} {0} {x} {{x}} {n} {", "{ {} {{ }} {0} {x} {{x}} 3 {");
  assert_template(*state, "int a[2][1] = {{n}, {n}};", "int a[2][1] = {3, 3};");
  assert_template(*state, ".param r={r0+1} n={n}\n\\frac{a}{b}",
                  ".param r={r0+1} n=3\n\\frac{a}{b}");
}

static void doubled_names_stay(void **state)
{
  assert_template(*state, "{{kappa}} {kappa}", "{kappa} 0.1");
  assert_template(*state, "{{kapa}} {kappa}", "{kapa} 0.1");
}

static void rights_and_zeros_are_kept(void **state)
{
  static const char text[] = "a\0b{n}\0";
  scratch *s = *state;
  jato_error error = {JATO_OK, ""};
  jx_space *space = NULL;
  jx_command_line *line = NULL;
  struct stat is;
  make_space((void **)&space);
  FILE *file = fopen(scratch_path(s, "run.in"), "wb");
  assert_int_equal(fwrite(text, 1, sizeof text - 1, file), sizeof text - 1);
  fclose(file);
  assert_int_equal(chmod(s->path, 0751), 0);
  assert_ok(with_template(space, s->path, &line, &error), error);
  assert_ok(jx_template_files_write(&line->files, &(jx_evaluation){7, point, s->folder}, &error),
            error);
  assert_file(scratch_path(s, "run"), "a\0b3\0", 5);
  assert_int_equal(stat(s->path, &is), 0);
  assert_int_equal(is.st_mode & 0777, 0751);
  jx_command_line_destroy(&line);
  drop_space((void **)&space);
}

/* A script made from a template is run in its folder, other programs from where the caller is. */
static void a_template_may_be_the_program(void **state)
{
  scratch *s = *state;
  char script[256];
  const char *files[] = {script};
  jato_command command = {JATO_COMMAND_INIT, .command = "./run.sh", .scratch = "runs",
                          .template_files = files, .template_count = 1};
  jx_space *space = NULL;
  jx_call call = {0};
  make_space((void **)&space);
  strcpy(script, scratch_write(s, "run.sh.in", "echo {n}"));
  jx_command_line *line = make(space, &command);
  assert_true(jx_call_compose(&call, line, &(jx_evaluation){7, point, s->folder}));
  assert_string_equal(call.argv[0], "./run.sh");
  jx_call_release(&call, &line->pool.allocator);
  jx_command_line_destroy(&line);
  drop_space((void **)&space);
}

static void refuse_template(scratch *s, const char *text, jato_status wanted, const char *part)
{
  jato_error error = {JATO_OK, ""};
  jx_space *space = NULL;
  jx_command_line *line = NULL;
  make_space((void **)&space);
  const char *path = text != NULL ? scratch_write(s, "t.in", text) : "/nowhere/t.in";
  assert_int_equal(with_template(space, path, &line, &error), wanted);
  assert_null(line);
  assert_contains(error.text, part);
  drop_space((void **)&space);
}

static void templates_are_checked(void **state)
{
  refuse_template(*state, "", JATO_E_ARGUMENT, "contains no variable");
  refuse_template(*state, "{x} {id} {{n}}", JATO_E_ARGUMENT, "write {kappa}");
  refuse_template(*state, "{n} {kapa}", JATO_E_ARGUMENT, "did you mean {kappa}");
  refuse_template(*state, "{n} {metohd}", JATO_E_ARGUMENT, "did you mean {method}");
  refuse_template(*state, NULL, JATO_E_FILE, "/nowhere/t.in");
}

static void files_are_checked(void **state)
{
  scratch *s = *state;
  jato_error error = {JATO_OK, ""};
  jx_space *space = NULL;
  jx_command_line *line = NULL;
  make_space((void **)&space);
  assert_int_equal(with_template(space, s->folder, &line, &error), JATO_E_FILE);
  assert_contains(error.text, "not a regular file");
  scratch_write(s, "large.in", "{n}");
  assert_int_equal(truncate(s->path, (off_t)JX_TEMPLATE_LIMIT + 1), 0);
  assert_int_equal(with_template(space, s->path, &line, &error), JATO_E_FILE);
  assert_contains(error.text, "16 MiB");

  const char *path = scratch_write(s, "t.in", "{n}");
  const char *files[] = {path, path};
  jato_command twice = {JATO_COMMAND_INIT, .command = "sim", .scratch = "runs",
                        .template_files = files, .template_count = 2};
  assert_int_equal(jx_command_line_create(&twice, space, NULL, &line, &error), JATO_E_ARGUMENT);
  assert_contains(error.text, "two templates");

  assert_ok(with_template(space, path, &line, &error), error);
  assert_int_equal(
      jx_template_files_write(&line->files, &(jx_evaluation){7, point, "/nowhere"}, &error),
      JATO_E_FILE);
  assert_contains(error.text, "/nowhere/t");
  jx_command_line_destroy(&line);
  drop_space((void **)&space);
}

/* No memory at any of its allocations: said, and nothing is held. */
static void memory_may_be_missing(void **state)
{
  scratch *s = *state;
  const char *files[] = {scratch_write(s, "t.in", "{n} {kappa}")};
  jato_command command = {JATO_COMMAND_INIT,       .command = "sim {n}",   .folder = "f",
                          .scratch = "runs",       .result_field = "loss", .result_file = "r",
                          .template_files = files, .template_count = 1};
  jx_space *space = NULL;
  make_space((void **)&space);
  for (long last = 0;; last++) {
    counted count = {0, 0, last};
    jato_allocator allocator = {counted_allocate, counted_release, &count};
    jato_error error = {JATO_OK, ""};
    jx_command_line *line = NULL;
    jato_status status = jx_command_line_create(&command, space, &allocator, &line, &error);
    jx_command_line_destroy(&line);
    assert_int_equal(count.held, 0);
    if (status == JATO_OK) break;
    assert_int_equal(status, JATO_E_MEMORY);
    assert_true(last < 100);
  }
  drop_space((void **)&space);
}

enum { DEEP = 300, DESCRIPTORS = 40 };

/* DEEP folders, each in the one before, with a file and a link out of it in every one; the first
 * folder has what prevents moving others there. */
static void make_deep(const char *path, const char *outside)
{
  int folder = open(path, O_RDONLY | O_DIRECTORY);
  assert_true(folder >= 0);
  assert_int_equal(mkdirat(folder, "jato-0", 0700), 0);
  assert_int_equal(mkdirat(folder, "jato-0/full", 0700), 0);
  assert_int_equal(symlinkat(outside, folder, "jato-1"), 0);
  for (int i = 0; i < DEEP; i++) {
    int file = openat(folder, "file", O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    (void)close(file);
    assert_int_equal(symlinkat(outside, folder, "link"), 0);
    assert_int_equal(mkdirat(folder, "next", 0700), 0);
    int next = openat(folder, "next", O_RDONLY | O_DIRECTORY);
    assert_true(next >= 0);
    (void)fchmod(folder, i % 2 == 0 ? 0700 : 0500);
    (void)close(folder);
    folder = next;
  }
  (void)close(folder);
}

/* And with few descriptors; what lies outside is left alone. */
static void a_folder_of_any_depth_is_removed(void **state)
{
  scratch *s = *state;
  jato_error error = {JATO_OK, ""};
  jx_scratch runs;
  jx_folder folder;
  struct rlimit usual, few;
  char outside[300];
  (void)snprintf(outside, sizeof outside, "%s", scratch_write(s, "kept", "1"));
  assert_ok(jx_scratch_open(&runs, scratch_path(s, "runs"), &error), error);
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
  for (int left = DESCRIPTORS; left > 4; left -= 30) { /* with 10 most folders are moved */
    assert_ok(jx_folder_make(&runs, 1, &folder, &error), error);
    make_deep(folder.path, outside);
    few = (struct rlimit){(rlim_t)left, usual.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    int reason = jx_folder_remove(&folder);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &usual), 0);
    assert_int_equal(reason, 0);
    assert_int_not_equal(access(folder.path, F_OK), 0);
    assert_int_equal(access(outside, F_OK), 0);
  }
  jx_scratch_close(&runs);
  assert_int_not_equal(access(scratch_path(s, "runs"), F_OK), 0);
}

/* Another folder, or a link, that stands under its name now stays. */
static void another_folder_is_not_removed(void **state)
{
  scratch *s = *state;
  jato_error error = {JATO_OK, ""};
  jx_scratch runs;
  jx_folder folder;
  char moved[JX_FOLDER_PATH + 8];
  assert_ok(jx_scratch_open(&runs, scratch_path(s, "runs"), &error), error);
  assert_ok(jx_folder_make(&runs, 1, &folder, &error), error);
  (void)snprintf(moved, sizeof moved, "%s.away", folder.path);
  assert_int_equal(rename(folder.path, moved), 0);
  assert_int_equal(jx_folder_remove(&folder), 0); /* it is gone */
  assert_int_equal(symlink(moved, folder.path), 0);
  assert_int_equal(jx_folder_remove(&folder), ESTALE);
  assert_int_equal(unlink(folder.path), 0);
  assert_int_equal(mkdir(folder.path, 0700), 0);
  assert_int_equal(jx_folder_remove(&folder), ESTALE);
  assert_int_equal(rmdir(folder.path), 0);
  assert_int_equal(rmdir(moved), 0);
  jx_scratch_close(&runs);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(names_are_replaced, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(other_braces_stay, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(doubled_names_stay, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(rights_and_zeros_are_kept, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(a_template_may_be_the_program, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(templates_are_checked, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(files_are_checked, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(memory_may_be_missing, scratch_make, scratch_remove),
      cmocka_unit_test_setup_teardown(a_folder_of_any_depth_is_removed, scratch_make,
                                      scratch_remove),
      cmocka_unit_test_setup_teardown(another_folder_is_not_removed, scratch_make, scratch_remove),
  };
  return cmocka_run_group_tests_name("template files", tests, NULL, NULL);
}
