/* OpenCL's errors in words, and what is quoted of a compiler's log. Needs no device. */
#include "check.h"

#include "device/opencl/opencl.h"
#include "program/log.h"

static void test_codes(void **state)
{
  static const struct {
    cl_int code;
    jato_status status;
    const char *word;
  } rows[] = {
      {CL_DEVICE_NOT_AVAILABLE, JATO_E_DEVICE, "busy"},
      {CL_COMPILER_NOT_AVAILABLE, JATO_E_DEVICE, "no compiler"},
      {CL_MEM_OBJECT_ALLOCATION_FAILURE, JATO_E_MEMORY, "memory"},
      {CL_OUT_OF_RESOURCES, JATO_E_MEMORY, "memory"},
      {CL_OUT_OF_HOST_MEMORY, JATO_E_MEMORY, "memory"},
      {CL_INVALID_BUFFER_SIZE, JATO_E_MEMORY, "memory"},
      {CL_INVALID_COMMAND_QUEUE, JATO_E_DEVICE, "the device is gone"},
      {CL_INVALID_CONTEXT, JATO_E_DEVICE, "the device is gone"},
      {CL_INVALID_KERNEL_ARGS, JATO_E_DEVICE, "CL_INVALID_KERNEL_ARGS (-52)"},
      {-9999, JATO_E_DEVICE, "the device is gone"},
      {-4711, JATO_E_DEVICE, "error (-4711)"}, /* an unknown one */
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    jato_error error = {JATO_OK, ""};
    assert_int_equal(jx_opencl_check("opencl:3", "clFinish", rows[i].code, &error), rows[i].status);
    assert_int_equal(error.status, rows[i].status);
    assert_contains(error.text, "opencl:3: ");
    assert_contains(error.text, "clFinish");
    assert_contains(error.text, rows[i].word);
  }
  jato_error untouched = {JATO_OK, "as it was"};
  assert_int_equal(jx_opencl_check("opencl:3", "clFinish", CL_SUCCESS, &untouched), JATO_OK);
  assert_string_equal(untouched.text, "as it was");
}

#define OURS "<jato>/kernel/x.h:3:1: error: ours\n"
#define WARNING "f.c:1:1: warning: unused\n  int a;\n      ^\n"
#define MINE "f.c:2:5: error: no such name\n  foo();\n  ^\nf.c:1:1: note: see here\n"

static void check_quote(const char *log, const char *name, size_t size, const char *wanted)
{
  char out[256];
  memset(out, '#', sizeof out);
  jx_compiler_log_excerpt(log, name, out, size);
  assert_string_equal(out, wanted);
  for (size_t i = size; i < sizeof out; i++) assert_int_equal(out[i], '#');
}

static void test_quotes(void **state)
{
  (void)state;
  check_quote("", "f.c", 200, "");
  check_quote("nothing to say\nat all\n", "f.c", 200, "nothing to say\nat all");
  /* The user's errors with what belongs to them, and no warnings. */
  check_quote(WARNING MINE WARNING, "f.c", 200,
              "f.c:2:5: error: no such name\n  foo();\n  ^\nf.c:1:1: note: see here");
  check_quote(OURS MINE, "f.c", 200,
              "f.c:2:5: error: no such name\n  foo();\n  ^\nf.c:1:1: note: see here");
  /* Nothing of the user's: the first error. */
  check_quote(WARNING OURS, "g.c", 200, "<jato>/kernel/x.h:3:1: error: ours");
  check_quote(WARNING OURS, NULL, 200, "<jato>/kernel/x.h:3:1: error: ours");
  /* Whole lines, as many as fit; of one that is too long, its beginning. */
  check_quote(MINE, "f.c", 39, "f.c:2:5: error: no such name\n  foo();");
  check_quote(MINE, "f.c", 38, "f.c:2:5: error: no such name");
  check_quote(MINE, "f.c", 9, "f.c:2:5:");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_codes),
      cmocka_unit_test(test_quotes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
