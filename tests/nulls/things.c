#define _POSIX_C_SOURCE 200809L
#include "things.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"

static void *allocate(size_t bytes, void *user)
{
  (void)user;
  return malloc(bytes);
}

static void release(void *memory, void *user)
{
  (void)user;
  free(memory);
}

static double sphere(const double *x, size_t dim, void *user)
{
  double sum = 0;
  (void)user;
  for (size_t i = 0; i < dim; i++) sum += x[i] * x[i];
  return sum;
}

static const jato_variable variables[] = {{.name = "x", .lower = -1, .upper = 1},
                                          {.name = "y", .lower = -1, .upper = 1}};
static const char *const words[] = {"x=-1:1", "y=-1:1"};

void things_begin(things *t, const char *folder)
{
  *t = (things){.null = NULL_IS_NONE, .folder = folder, .lower = {-1, -1}, .upper = {1, 1}};
  t->nothing = open("/dev/null", O_RDWR);
  t->allocator = (jato_allocator){allocate, release, NULL};
  t->image = (jato_image){.width = 2, .height = 2, .channels = 1, .bits = 8, .data = t->pixels};
  t->results[0].size = sizeof t->results[0];
  t->ranks.size = sizeof t->ranks;
  t->entry.size = sizeof t->entry;
  t->facts[0].size = sizeof t->facts[0];
  t->time.size = sizeof t->time;
  t->array.size = sizeof t->array;
  t->standings[0].size = sizeof t->standings[0];
  t->failures.size = sizeof t->failures;
  t->trial.size = sizeof t->trial;
  t->evaluation.size = sizeof t->evaluation;
  t->device.size = sizeof t->device;
  t->reply.size = sizeof t->reply;
  t->server_settings = (jato_server_settings){JATO_SERVER_SETTINGS_INIT};
  t->simulation_options = (jato_simulation_options){JATO_SIMULATION_OPTIONS_INIT};
  t->record_request = (jato_record_request){JATO_RECORD_REQUEST_INIT};
  t->outcome = (jato_outcome){JATO_OUTCOME_INIT};
  t->single = (jato_single_evaluation){JATO_SINGLE_EVALUATION_INIT};
  t->function = (jato_function){JATO_FUNCTION_INIT, .point = sphere};
  t->space = (jato_space){JATO_SPACE_INIT, .variables = variables, .variable_count = 2};
  t->command = (jato_command){JATO_COMMAND_INIT, .command = "echo {x} {y}"};
  t->object = (jato_object){JATO_OBJECT_INIT, .path = BEAM};
  t->source = (jato_source){JATO_SOURCE_INIT, .expression = "x(0) * x(0) + x(1) * x(1)"};
  t->words = (jato_space_strings){JATO_SPACE_STRINGS_INIT, .variables = words, .variable_count = 2};
  t->fit_variables[0] = (jato_fit_variable){-1, 1, 0};
  t->compared[1].method = 1;
  t->comparison = (jato_comparison){JATO_COMPARISON_INIT, .runs = t->compared, .run_count = 2,
                                    .method_count = 2};
  for (int i = 0; i < 8; i++) t->fitted[i] = i;
  memcpy(t->pgm, "P2 2 1 255 0 9\n", sizeof t->pgm);
}

/* Whether it was made; a build that has not what it takes may say so, and nothing else may fail. */
static int made(things *t, const char *what, jato_status status, const jato_error *error)
{
  if (status == JATO_OK) return 1;
  t->missing = 1;
  if (status != JATO_E_NOT_BUILT) give_up("%s could not be made: %s", what, error->text);
  return 0;
}

const char *path_of(things *t, const char *name)
{
  (void)snprintf(t->path, sizeof t->path, "%s/%s", t->folder, name);
  return t->path;
}

static const char *write_file(things *t, const char *name, const char *text)
{
  FILE *stream = fopen(path_of(t, name), "wb");
  if (stream == NULL || fputs(text, stream) < 0 || fclose(stream) != 0)
    give_up("%s could not be written", t->path);
  return t->path;
}

const char *the_image_file(things *t) { return write_file(t, "image.pgm", t->pgm); }

const char *the_study_file(things *t) { return write_file(t, "study.yaml", STUDY); }

jato_options *the_options(things *t)
{
  t->options = jato_options_default();
  t->options.algorithm = "pso";
  t->options.device = "cpu:threads=1";
  t->options.particles = 8;
  t->options.iterations = 3;
  t->options.seed = 1;
  return &t->options;
}

jato_problem *the_problem(things *t)
{
  jato_error error = {JATO_OK, ""};
  if (t->problem == NULL)
    (void)made(t, "a problem", jato_problem_from_gallery("sphere", 2, NULL, &t->problem, &error),
               &error);
  return t->problem;
}

jato_run *the_run(things *t)
{
  jato_error error = {JATO_OK, ""};
  if (t->run == NULL)
    (void)made(t, "a run", jato_run_create(the_problem(t), the_options(t), &t->run, &error),
               &error);
  return t->run;
}

jato_run *the_asked_run(things *t)
{
  jato_error error = {JATO_OK, ""};
  jato_trial trial;
  bool given = false;
  if (t->asked != NULL) return t->asked;
  if (made(t, "a problem to ask", jato_problem_for_ask(&t->space, NULL, &t->problem_to_ask, &error),
           &error))
    (void)made(t, "a run to ask",
               jato_run_create(t->problem_to_ask, the_options(t), &t->asked, &error), &error);
  (void)made(t, "a trial", jato_run_ask(t->asked, &trial, &given, &error), &error);
  if (!given || trial.id != 0) give_up("trial 0 was not handed out");
  return t->asked;
}

jato_record_request *the_record_request(things *t)
{
  static char path[512];
  jato_error error = {JATO_OK, ""};
  (void)snprintf(path, sizeof path, "%s", path_of(t, "run.h5"));
  if (!jato_record_exists(path, NULL, 0))
    (void)made(t, "a run file", jato_run_save(the_run(t), path, &error), &error);
  t->record_request.path = path;
  return &t->record_request;
}

jato_record *the_record(things *t)
{
  jato_error error = {JATO_OK, ""};
  if (t->record == NULL)
    (void)made(t, "a record", jato_record_open(the_record_request(t), &t->record, &error), &error);
  return t->record;
}

/* A journal of one evaluation. */
const char *the_journal(things *t)
{
  static char path[512];
  jato_error error = {JATO_OK, ""};
  jato_run *run = NULL;
  jato_trial trial;
  bool given = false;
  (void)the_asked_run(t);
  (void)snprintf(path, sizeof path, "%s", path_of(t, "kept.journal"));
  if (access(path, F_OK) == 0) return path;
  jato_options options = *the_options(t);
  options.journal = path;
  if (made(t, "a run that is kept", jato_run_create(t->problem_to_ask, &options, &run, &error),
           &error) &&
      made(t, "a trial", jato_run_ask(run, &trial, &given, &error), &error))
    (void)made(t, "an outcome", jato_run_tell(run, trial.id, &t->outcome, NULL, &error), &error);
  jato_run_destroy(&run);
  return path;
}

jato_evaluations *the_evaluations(things *t)
{
  jato_error error = {JATO_OK, ""};
  if (t->evaluations == NULL)
    (void)made(t, "evaluations", jato_evaluations_open(the_journal(t), &t->evaluations, &error),
               &error);
  return t->evaluations;
}

jato_study *the_study(things *t)
{
  jato_error error = {JATO_OK, ""};
  if (t->study == NULL)
    (void)made(t, "a study", jato_study_read(STUDY, "study.yaml", NULL, NULL, &t->study, &error),
               &error);
  return t->study;
}

jato_server *the_server(things *t)
{
  jato_error error = {JATO_OK, ""};
  if (t->server == NULL)
    (void)made(t, "a server", jato_server_create(NULL, &t->server, &error), &error);
  return t->server;
}

/* Compiled once, and kept in the folder for the others. */
jato_simulation_options *the_simulation_options(things *t)
{
  t->simulation_options.cache = t->folder;
  t->simulation_options.device = "cpu:threads=1";
  return &t->simulation_options;
}

jato_simulation *the_simulation(things *t)
{
  jato_error error = {JATO_OK, ""};
  if (t->simulation == NULL)
    (void)made(t, "a simulation",
               jato_simulation_create(SIMULATOR, the_simulation_options(t), &t->simulation, &error),
               &error);
  return t->simulation;
}

unsigned char *the_picture(things *t)
{
  jato_simulation_info facts = *jato_simulation_get_info(the_simulation(t));
  size_t bytes = (size_t)(facts.width * facts.height) * (size_t)facts.channels;
  if (t->picture == NULL) t->picture = malloc(bytes + 1);
  return t->picture;
}

jato_film *the_film(things *t)
{
  jato_error error = {JATO_OK, ""};
  if (t->film == NULL)
    (void)made(t, "a film", jato_film_create(&t->image, NULL, &t->film, &error), &error);
  return t->film;
}

jato_image **the_read_image(things *t)
{
  jato_error error = {JATO_OK, ""};
  (void)made(t, "an image",
             jato_image_read(t->pgm, sizeof t->pgm - 1, NULL, NULL, &t->read_image, &error),
             &error);
  return &t->read_image;
}

jato_bytes **the_bytes(things *t)
{
  jato_error error = {JATO_OK, ""};
  (void)made(t, "bytes", jato_image_encode(&t->image, JATO_IMAGE_PGM, 0, NULL, &t->bytes, &error),
             &error);
  return &t->bytes;
}

jato_fit *the_fit(things *t)
{
  jato_error error;
  if (t->fit == NULL)
    (void)made(t, "fit",
               jato_fit_create(t->fit_variables, 1, t->numbers, t->fitted, 8, &t->fit, &error),
               &error);
  return t->fit;
}

jato_task *the_tasks(things *t)
{
  for (int i = 0; i < 2; i++) t->tasks[i] = (jato_task){the_problem(t), (uint64_t)i + 1};
  return t->tasks;
}

void ignore_entry(const jato_entry *entry, void *user)
{
  (void)entry;
  (void)user;
}
