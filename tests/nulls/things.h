/* A valid object for every pointer of the public calls; those that take time are made when they are
 * needed. What this build cannot make is NULL, and `missing` says so. */
#ifndef TESTS_NULLS_THINGS_H
#define TESTS_NULLS_THINGS_H

#include "jato/jato.h"
#include "jato/simulate.h"

#define SIMULATOR "gravity:bodies=8"
#define STUDY "variables:\n  x: {range: [0, 1]}\nobjective:\n  command: echo {x}\n"

typedef struct things {
  int null;           /* which pointer is to be NULL, by its number; or one of the two below */
  int missing;        /* this build could not make an object that was needed */
  const char *folder; /* for files */
  int nothing;        /* a descriptor that reads nothing and takes everything */

  /* What a call gave back. */
  jato_status status;
  jato_error error;
  uint64_t whole;
  double real;
  const void *pointer;

  jato_run *run, *asked;
  jato_problem *problem, *problem_to_ask;
  jato_record *record;
  jato_evaluations *evaluations;
  jato_study *study;
  jato_server *server;
  jato_simulation *simulation;
  jato_film *film;
  jato_image *read_image;
  jato_bytes *bytes;
  jato_fit *fit;
  struct {
    jato_run *run;
    jato_problem *problem;
    jato_record *record;
    jato_evaluations *evaluations;
    jato_study *study;
    jato_server *server;
    jato_simulation *simulation;
    jato_film *film;
    jato_image *image;
    jato_bytes *bytes;
    jato_fit *fit;
  } out;

  jato_allocator allocator;
  jato_options options;
  jato_server_settings server_settings;
  jato_simulation_options simulation_options;
  jato_image image;
  jato_function function;
  jato_space space;
  jato_command command;
  jato_object object;
  jato_source source;
  jato_record_request record_request;
  jato_space_strings words;
  jato_task tasks[2];
  jato_outcome outcome;
  jato_trial trial;
  jato_evaluation evaluation;
  jato_failures failures;
  jato_ranks ranks;
  jato_result results[2];
  jato_stop stop;
  jato_entry entry;
  jato_device device;
  jato_device_fact facts[1];
  jato_kernel_time time;
  jato_image_format format;
  jato_reply reply;
  jato_single_evaluation single;
  jato_simulation_array array;
  jato_fit_variable fit_variables[1];
  jato_compared_run compared[2];
  jato_comparison comparison;
  jato_standing standings[2];
  jato_rank_test rank_test;
  double fitted[8], numbers[1024], lower[2], upper[2], middle[2];
  uint64_t count;
  const char *setting_text;
  int number;
  bool flag;
  unsigned char pixels[4], *picture;
  char text[4096], path[512];
  char pgm[sizeof "P2 2 1 255 0 9\n"];
} things;

enum { NULL_IS_NONE = -1, NULL_IS_ALL = -2 };

static inline int is_null(const things *t, int which)
{
  return t->null == which || t->null == NULL_IS_ALL;
}

/* Fills in all that takes no time. */
void things_begin(things *t, const char *folder);

const char *path_of(things *t, const char *name); /* in the folder; valid until the next call */
jato_options *the_options(things *t);
jato_problem *the_problem(things *t);
jato_run *the_run(things *t);
jato_run *the_asked_run(things *t); /* with trial 0 out */
jato_record_request *the_record_request(things *t);
jato_record *the_record(things *t);
const char *the_journal(things *t);
jato_evaluations *the_evaluations(things *t);
jato_study *the_study(things *t);
jato_server *the_server(things *t);
jato_simulation_options *the_simulation_options(things *t);
jato_simulation *the_simulation(things *t);
jato_film *the_film(things *t);
jato_image **the_read_image(things *t);
jato_bytes **the_bytes(things *t);
jato_task *the_tasks(things *t);
jato_fit *the_fit(things *t);
unsigned char *the_picture(things *t);
const char *the_image_file(things *t);
void ignore_entry(const jato_entry *entry, void *user);
const char *the_study_file(things *t);

#endif
