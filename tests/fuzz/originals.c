#define _DEFAULT_SOURCE /* mkdtemp */
#include "originals.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jato/jato.h"
#include "record/files/seal.h"

#define ORIGINALS 8 /* two of them by the caller's telling, the first six by jato_minimize */
static original originals[ORIGINALS]; /* made once, then only read */

static void complain(const char *what)
{
  (void)fprintf(stderr, "edit: %s\n", what);
  abort();
}

static double sum(const double *x, size_t dim, void *user)
{
  double value = 0;
  (void)user;
  for (size_t d = 0; d < dim; d++) value += x[d];
  return value;
}

static jato_status make_problem(unsigned k, jato_problem **out, jato_error *error)
{
  const double lower[3] = {-1, -2, -3}, upper[3] = {4, 5, 6}, data[4] = {1, 2, 3, 4};
  jato_source source = {JATO_SOURCE_INIT,
                        .text = "JATO_OBJECTIVE(x, n) { return data[0] * x(0) * x(1) * x(2); }",
                        .name = "mine.c", .data = data, .data_count = 4};
  jato_function function = {JATO_FUNCTION_INIT, .point = sum};
  if (k == 2) return jato_problem_from_source(&source, 3, lower, upper, out, error);
  if (k == 3 || k == 5) return jato_problem_from_function(&function, 3, lower, upper, out, error);
  return jato_problem_from_gallery(k == 0 ? "sphere" : "rosenbrock", k == 0 ? 2 : 5, NULL, out,
                                   error);
}

static void write_run(unsigned k, const char *path)
{
  static const char *const algorithms[] = {
      "pso:topology=ring,inertia=linear", "random", "pso", "pso", "cmaes", "auto"};
  jato_error error;
  jato_problem *problem = NULL;
  jato_options options = jato_options_default();
  options.algorithm = algorithms[k];
  options.precision = k == 0 || k >= 4 ? JATO_DOUBLE : JATO_FLOAT;
  options.particles = k == 3 ? 40 : 20;
  options.iterations = 6;
  if (k >= 4) options.particles = jato_options_default().particles;
  options.seed = 1;
  options.device = "cpu:threads=1";
  options.record_frames = k == 0 ? 4 : 0;
  options.save = path;
  options.must_save = 1;
  if (make_problem(k, &problem, &error) != JATO_OK ||
      jato_minimize(problem, &options, NULL, NULL, &error) != JATO_OK)
    complain(error.text);
  jato_problem_destroy(&problem);
}

/* Tells a third of what was asked for, some of it as failed, and the last first. */
static void tell_some(jato_run *run, const char *path)
{
  enum { ASKED = 30 };
  jato_trial trials[ASKED];
  jato_error error;
  bool given = true;
  int count = 0;
  while (count < ASKED) {
    if (jato_run_ask(run, &trials[count], &given, &error) != JATO_OK) complain(error.text);
    if (!given) break;
    count++;
  }
  for (int i = count - 1; i > count * 2 / 3; i--) {
    jato_outcome outcome = {JATO_OUTCOME_INIT, .f = i,
                            .status = i % 5 == 3 ? JATO_EVAL_TIMEOUT : JATO_EVAL_OK};
    if (jato_run_tell(run, trials[i].id, &outcome, NULL, &error) != JATO_OK) complain(error.text);
  }
  if (jato_run_save(run, path, &error) != JATO_OK) complain(error.text);
}

/* A run whose caller evaluates, saved in the middle of an iteration. */
static void write_asked(unsigned k, const char *path)
{
  static const jato_variable variables[] = {
      {.name = "a", .lower = -5, .upper = 5},
      {.name = "n", .kind = JATO_INTEGER, .lower = 1, .upper = 9}};
  jato_error error;
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_options options = jato_options_default();
  options.algorithm = "pso";
  options.particles = 24;
  options.iterations = 6;
  options.seed = 1;
  options.order = k == 6 ? "iteration" : "arrival";
  if (jato_problem_for_ask(&(jato_space){JATO_SPACE_INIT, variables, 2, NULL, 0, 0}, NULL, &problem,
                           &error) != JATO_OK ||
      jato_run_create(problem, &options, &run, &error) != JATO_OK)
    complain(error.text);
  tell_some(run, path);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

static void read_whole(const char *path, original *out)
{
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) complain("a run was not saved");
  long length = ftell(file);
  if (length <= JX_SEAL_BYTES || fseek(file, 0, SEEK_SET) != 0) complain("a run is too short");
  out->count = (size_t)length - JX_SEAL_BYTES;
  out->bytes = malloc(out->count);
  if (out->bytes == NULL || fread(out->bytes, 1, out->count, file) != out->count)
    complain("a run cannot be read");
  (void)fclose(file);
}

static void add_target(original *out, const char *object, const char *attribute)
{
  if (out->target_count == MOST_TARGETS) complain("more targets than there is room for");
  target *next = &out->targets[out->target_count++];
  (void)snprintf(next->object, LONGEST, "%s", object);
  (void)snprintf(next->attribute, LONGEST, "%s", attribute);
}

static herr_t visit(hid_t file, const char *name, const H5O_info_t *info, void *user)
{
  char path[LONGEST];
  original *out = user;
  (void)snprintf(path, sizeof path, "%s%s", name[0] == '.' ? "" : "/", name[0] == '.' ? "/" : name);
  add_target(out, path, "");
  for (hsize_t i = 0; i < info->num_attrs; i++) {
    char attribute[LONGEST];
    if (H5Aget_name_by_idx(file, name, H5_INDEX_NAME, H5_ITER_INC, i, attribute, LONGEST,
                           H5P_DEFAULT) < 0)
      return -1;
    /* What datasets say of themselves is for people; one is enough. */
    if (info->type == H5O_TYPE_GROUP || out->target_count < 8) add_target(out, path, attribute);
  }
  return 0;
}

/* HDF5 wants a name, which files in memory do not have. */
hid_t original_open(const original *from, int *descriptor)
{
  char path[] = "/dev/shm/jato-fuzz-XXXXXX";
  *descriptor = mkstemp(path);
  if (*descriptor < 0 || write(*descriptor, from->bytes, from->count) != (ssize_t)from->count)
    complain("a copy of a good file cannot be made");
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_LATEST);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, access);
  H5Pclose(access);
  (void)unlink(path);
  if (file < 0) complain("HDF5 cannot open a good file");
  return file;
}

static void make_original(unsigned k, const char *folder)
{
  char path[256];
  (void)snprintf(path, sizeof path, "%s/run%u.h5", folder, k);
  if (k < 6)
    write_run(k, path);
  else
    write_asked(k, path);
  read_whole(path, &originals[k]);
  (void)unlink(path);
  int descriptor;
  hid_t file = original_open(&originals[k], &descriptor);
  if (H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, visit, &originals[k],
                H5O_INFO_BASIC | H5O_INFO_NUM_ATTRS) < 0)
    complain("HDF5 cannot list a good file");
  H5Fclose(file);
  (void)close(descriptor);
}

unsigned originals_make(void)
{
  char folder[] = "/tmp/jato-fuzz-XXXXXX";
  if (originals[0].bytes != NULL) return ORIGINALS;
  if (mkdtemp(folder) == NULL) complain("no folder for the good files");
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  for (unsigned k = 0; k < ORIGINALS; k++) make_original(k, folder);
  (void)rmdir(folder);
  return ORIGINALS;
}

const original *original_number(unsigned k) { return &originals[k % originals_make()]; }
