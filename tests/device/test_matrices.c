/* contract/device.h: a kernel that has nothing to do with swarms, the sum of two matrices, built
 * and launched on every device of this machine through the one table. Truth is the sum in plain C.
 *
 * usage: test_matrices [DEVICE...]: those that must be ready, such as cpu or opencl */
#define _GNU_SOURCE
#include "scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/devices.h"
#include "program/program.h"

#define ROWS 37
#define COLUMNS 53
#define LOCAL 32 /* at the most */

/* One work-group for a row, its items over the columns; c = (a + scale b), and which group it was.
 */
static const char body[] =
    "JK_KERNEL add_matrices(JK_OF_GROUP JK_GLOBAL const jk_number *JK_RESTRICT a,\n"
    "                       JK_GLOBAL const jk_number *JK_RESTRICT b,\n"
    "                       JK_GLOBAL jk_number *JK_RESTRICT c, jk_number scale, int columns)\n"
    "{\n"
    "  for (int i = JK_ITEM; i < columns; i += JK_HERE_LOCAL) {\n"
    "    int at = (int)JK_GROUP * columns + i;\n"
    "    c[at] = a[at] + scale * b[at];\n"
    "  }\n"
    "}\n"
    "JK_ENTRY(add_matrices,\n"
    "         (JK_GROUP, JK_ARGUMENT(JK_GLOBAL const jk_number *, 0),\n"
    "          JK_ARGUMENT(JK_GLOBAL const jk_number *, 1), JK_ARGUMENT(JK_GLOBAL jk_number *, "
    "2),\n"
    "          JK_ARGUMENT(jk_number, 3), JK_ARGUMENT(int, 4)))\n"
    "JK_KERNEL clear_matrix(JK_OF_GROUP JK_GLOBAL jk_number *JK_RESTRICT c, int columns)\n"
    "{\n"
    "  for (int i = JK_ITEM; i < columns; i += JK_HERE_LOCAL)\n"
    "    c[(int)JK_GROUP * columns + i] = 0;\n"
    "}\n"
    "JK_ENTRY(clear_matrix,\n"
    "         (JK_GROUP, JK_ARGUMENT(JK_GLOBAL jk_number *, 0), JK_ARGUMENT(int, 1)))\n";

enum { ADD, CLEAR, KERNELS };
static const char *const kernels[KERNELS] = {"add_matrices", "clear_matrix"};

static const jx_device_ops *const devices[] = {
#define JX_DEVICE(name) &jx_##name##_ops,
#include "device/devices.def"
#undef JX_DEVICE
};
enum { DEVICES = sizeof devices / sizeof devices[0] };

static int wanted_count;
static char **wanted;

static int is_ready(const jx_device_ops *ops)
{
  jato_device device;
  return ops->probe != NULL && ops->probe(0, &device) && device.ready;
}

/* A device with a program on it. */
typedef struct bench {
  const jx_device_ops *ops;
  jx_device *device;
  jx_device_facts facts;
  jx_toolchain toolchain;
  jato_precision precision;
  size_t local;
  jx_string text;
  jx_device_program program;
  jato_error error;
} bench;

static void begin(bench *b, const jx_device_ops *ops, jato_precision precision, const char *cache)
{
  jx_values values = {.text = ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  *b = (bench){.ops = ops, .precision = precision, .toolchain = {.cache = cache, .seconds = 60}};
  assert_ok(ops->open(&values, &allocator, &b->device, &b->facts, &b->error), b->error);
  b->local = b->facts.most_local < LOCAL ? b->facts.most_local : LOCAL;
}

static jato_status build(bench *b, const char *text)
{
  char defines[64];
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jx_program_config config = {.language = b->facts.language,
                              .precision = b->precision,
                              .width = 1,
                              .defines = defines,
                              .body = text};
  (void)snprintf(defines, sizeof defines, "#define JK_HERE_LOCAL %zu\n", b->local);
  jx_string_release(&b->text);
  assert_ok(jx_program_write(&config, &allocator, &b->text, &b->error), b->error);
  b->program = (jx_device_program){.text = b->text.text,
                                   .length = b->text.length,
                                   .kernels = kernels,
                                   .kernel_count = KERNELS,
                                   .precision = b->precision,
                                   .toolchain = &b->toolchain};
  jx_program_key(&b->text, b->facts.compiler, b->program.key);
  return b->ops->build(b->device, &b->program, &b->error);
}

static void end(bench *b)
{
  jx_string_release(&b->text);
  b->ops->close(&b->device);
  assert_null(b->device);
}

/* Launches over ROWS groups. */
static void launch(bench *b, size_t kernel, const jx_device_argument *arguments, size_t count)
{
  jx_device_launch work = {kernel, ROWS, b->local, arguments, count};
  assert_ok(b->ops->launch(b->device, &work, &b->error), b->error);
}

#define MATRIX (ROWS * COLUMNS)

/* Numbers of the precision, and where they are to be found. */
static void put(const bench *b, void *to, size_t i, double value)
{
  if (b->precision == JATO_FLOAT)
    ((float *)to)[i] = (float)value;
  else
    ((double *)to)[i] = value;
}

static double get(const bench *b, const void *from, size_t i)
{
  return b->precision == JATO_FLOAT ? (double)((const float *)from)[i] : ((const double *)from)[i];
}

static double first(size_t i) { return 0.1 * (double)i; }
static double second(size_t i) { return 1.0 / (double)(i + 1); }

/* The sum as C has it, in the precision. */
static double expected(const bench *b, size_t i, double scale)
{
  if (b->precision == JATO_DOUBLE) return first(i) + scale * second(i);
  volatile float product = (float)scale * (float)second(i);
  return (double)((float)first(i) + product);
}

static void check_sum(bench *b)
{
  static double a[MATRIX], c[MATRIX];
  size_t real = b->precision == JATO_FLOAT ? sizeof(float) : sizeof(double);
  jx_device_memory memory[3] = {NULL};
  double number = 0, seconds = -1;
  int columns = COLUMNS;
  put(b, &number, 0, 3);
  for (int m = 0; m < 3; m++) {
    assert_ok(b->ops->allocate(b->device, MATRIX * real, &memory[m], &b->error), b->error);
    assert_non_null(memory[m]);
  }
  for (int m = 0; m < 2; m++) {
    for (size_t i = 0; i < MATRIX; i++) put(b, a, i, m == 0 ? first(i) : second(i));
    assert_ok(b->ops->write(b->device, memory[m], 0, MATRIX * real, a, &b->error), b->error);
  }
  jx_device_argument clear[] = {{.memory = memory[2]},
                                {.scalar = &columns, .bytes = sizeof columns}};
  jx_device_argument add[] = {{.memory = memory[0]},
                              {.memory = memory[1]},
                              {.memory = memory[2]},
                              {.scalar = &number, .bytes = real},
                              {.scalar = &columns, .bytes = sizeof columns}};
  launch(b, CLEAR, clear, 2);
  launch(b, ADD, add, 5); /* behind the other */
  put(b, &number, 0, -1); /* scalars were copied */
  assert_ok(b->ops->wait(b->device, &seconds, &b->error), b->error);
  assert_true(seconds >= 0);
  assert_ok(b->ops->read(b->device, memory[2], 0, MATRIX * real, c, &b->error), b->error);
  for (size_t i = 0; i < MATRIX; i++) assert_same_double(get(b, c, i), expected(b, i, 3));
  /* One row by its offset. */
  assert_ok(b->ops->read(b->device, memory[2], 5 * COLUMNS * real, COLUMNS * real, c, &b->error),
            b->error);
  for (size_t i = 0; i < COLUMNS; i++)
    assert_same_double(get(b, c, i), expected(b, 5 * COLUMNS + i, 3));
  for (int m = 0; m < 3; m++) b->ops->release(b->device, memory[m]);
  b->ops->release(b->device, NULL);
}

/* Both precisions, compiled and from the cache. */
static void sums_on_every_device(void **state)
{
  scratch *s = *state;
  for (int d = 0; d < DEVICES; d++) {
    if (!is_ready(devices[d])) continue;
    for (int precision = JATO_DOUBLE; precision <= JATO_FLOAT; precision++)
      for (int again = 0; again < 2; again++) {
        bench b;
        begin(&b, devices[d], (jato_precision)precision, s->folder);
        assert_ok(build(&b, body), b.error);
        assert_int_equal(b.program.from_cache, again);
        check_sum(&b);
        end(&b);
      }
    print_message("summed on %s\n", devices[d]->name);
  }
}

/* A mistake in a text of ours is the device's error, since no user wrote it. The device can be
 * used on. */
static void a_text_that_does_not_compile(void **state)
{
  (void)state;
  for (int d = 0; d < DEVICES; d++) {
    bench b;
    if (!is_ready(devices[d])) continue;
    begin(&b, devices[d], JATO_FLOAT, NULL);
    assert_int_equal(build(&b, "nothing of this is C\n"), JATO_E_DEVICE);
    assert_contains(b.error.text, "jato's own kernels");
    assert_ok(build(&b, body), b.error);
    check_sum(&b);
    end(&b);
  }
}

static void a_device_of_this_process(void **state)
{
  bench b;
  (void)state;
  begin(&b, &jx_cpu_ops, JATO_DOUBLE, NULL);
  assert_ok(build(&b, body), b.error);
  assert_non_null(b.ops->in_process->kernel(b.device, ADD));
  assert_null(b.ops->in_process->kernel(b.device, KERNELS));
  assert_contains(b.program.built, b.facts.level);
  jx_device_launch wide = {ADD, ROWS, 2, NULL, 0}, none = {KERNELS, ROWS, 1, NULL, 0};
  assert_int_equal(b.ops->launch(b.device, &wide, &b.error), JATO_E_DEVICE);
  assert_int_equal(b.ops->launch(b.device, &none, &b.error), JATO_E_DEVICE);
  end(&b);
}

/* How often each item was worked on, and by which thread. */
typedef struct tally {
  unsigned char times[100];
  int thread[100];
} tally;

static void count_items(void *work, int thread, uint64_t first_item, uint64_t end_item)
{
  tally *t = work;
  for (uint64_t i = first_item; i < end_item; i++) {
    t->times[i]++;
    t->thread[i] = thread;
  }
}

static void threads_share_everything_once(void **state)
{
  (void)state;
  jx_values values = {.value = {0}};
  jx_device *device = NULL;
  jx_device_facts facts;
  jato_error error = {JATO_OK, ""};
  jato_allocator allocator = jx_allocator_or_default(NULL);
  assert_ok(jx_cpu_ops.open(&values, &allocator, &device, &facts, &error), error);
  for (int threads = 1; threads <= 7; threads += 3) {
    assert_ok(jx_cpu_ops.in_process->start_threads(device, threads, &error), error);
    for (size_t count = 0; count <= 100; count += 25) {
      tally t = {{0}, {0}};
      jx_cpu_ops.in_process->run_ranges(device, count, count_items, &t);
      for (size_t i = 0; i < 100; i++) assert_int_equal(t.times[i], i < count);
      for (size_t i = 0; i < count; i++) assert_in_range(t.thread[i], 0, threads - 1);
    }
  }
  jx_cpu_ops.close(&device);
}

static void those_that_were_wanted_are_ready(void **state)
{
  (void)state;
  for (int w = 0; w < wanted_count; w++) {
    int ready = 0;
    for (int d = 0; d < DEVICES; d++)
      ready |= strcmp(devices[d]->name, wanted[w]) == 0 && is_ready(devices[d]);
    if (!ready) fail_msg("%s is not ready", wanted[w]);
  }
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(int count, char **words)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(those_that_were_wanted_are_ready),
      WITH_FOLDER(sums_on_every_device),
      cmocka_unit_test(a_text_that_does_not_compile),
      cmocka_unit_test(a_device_of_this_process),
      cmocka_unit_test(threads_share_everything_once),
  };
  wanted_count = count - 1;
  wanted = words + 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
