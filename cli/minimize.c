/* jato minimize: one run of one problem of the gallery. */
#define _POSIX_C_SOURCE 200809L

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "command.h"
#include "number.h"
#include "progress.h"
#include "report.h"

typedef struct request {
  const char *algorithm, *walls, *device, *bounds;
  uint64_t dim, particles, iterations, evaluations, stall, seed, shown;
  double seconds, target;
  int precision; /* the place among "double float", which is jato_precision */
  bool json, quiet;
} request;

#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    {"dim", 'd', CLI_COUNT, "N", "number of coordinates (the problem's own; 10 where it has none)",
     AT(dim), .least = 1, .most = INT32_MAX},
    {"bounds", 'b', CLI_TEXT, "LOW:HIGH", "interval of every coordinate (the problem's own)",
     AT(bounds)},
    {"particles", 'p', CLI_COUNT, "N",
     "size of the swarm: 1000, 50k, 1M, 1Mi (the algorithm chooses)", AT(particles), .least = 1},
    {"algorithm", 'a', CLI_TEXT, "SPEC", "such as pso:topology=ring; jato list algorithms",
     AT(algorithm)},
    {"walls", 'w', CLI_TEXT, "NAME", "what happens at the box (reflect); jato list walls",
     AT(walls)},
    {"device", 0, CLI_TEXT, "SPEC", "such as cpu:threads=2; jato list devices", AT(device)},
    {"precision", 0, CLI_CHOICE, "NAME", "float or double (double)", AT(precision),
     .choices = "double float"},
    {"iterations", 'i', CLI_COUNT, "N", "stop after N moves of the swarm (1000 without any limit)",
     AT(iterations), .least = 1},
    {"evaluations", 'e', CLI_COUNT, "N", "stop before more than N evaluations", AT(evaluations),
     .least = 1},
    {"seconds", 't', CLI_SECONDS, "TIME", "stop after a time: 90, 90s, 2m, 1h", AT(seconds)},
    {"target", 0, CLI_REAL, "F", "stop once the best is F or less", AT(target)},
    {"stall", 0, CLI_COUNT, "N", "stop after N iterations without a better best", AT(stall),
     .least = 1},
    {"seed", 's', CLI_COUNT, "N", "the same seed gives the same run (a new one each time)",
     AT(seed)},
    {"x", 'x', CLI_COUNT, "N", "print N coordinates of the best place (10); --json prints all",
     AT(shown)},
    {"json", 'j', CLI_FLAG, NULL, "print one JSON object", AT(json)},
    {"quiet", 'q', CLI_FLAG, NULL, "no progress on the terminal", AT(quiet)},
};

/* A seed for who gave none, below 2^53 so that every reader of JSON keeps it exact. */
static uint64_t new_seed(void)
{
  uint64_t seed = 0;
  FILE *source = fopen("/dev/urandom", "rb");
  if (source == NULL || fread(&seed, sizeof seed, 1, source) != 1) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    seed = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
  }
  if (source != NULL) fclose(source);
  return seed & ((UINT64_C(1) << 53) - 1);
}

static jato_options options_of(const request *asked)
{
  jato_options chosen = jato_options_default();
  chosen.algorithm = asked->algorithm;
  chosen.device = asked->device;
  chosen.walls = asked->walls;
  chosen.precision = (jato_precision)asked->precision;
  chosen.particles = asked->particles;
  chosen.seed = asked->seed;
  chosen.iterations = asked->iterations;
  chosen.evaluations = asked->evaluations;
  chosen.stall = asked->stall;
  chosen.seconds = asked->seconds;
  chosen.target = asked->target;
  return chosen;
}

/* Gives every coordinate the interval of --bounds. Returns what the program is to exit with. */
static int set_bounds(jato_problem *problem, const char *bounds)
{
  jato_error error;
  size_t dim = jato_problem_describe(problem).dim;
  double *box = calloc(2 * dim, sizeof *box);
  double low = 0, high = 0;
  const char *wanted = cli_read_interval(bounds, &low, &high);
  int code = CLI_DONE;
  if (box == NULL) {
    cli_complain("no memory for %zu bounds", dim);
    return CLI_FAILED;
  }
  if (wanted != NULL) {
    cli_complain("--bounds %s: must be %s", bounds, wanted);
    code = CLI_USAGE;
  } else {
    for (size_t i = 0; i < dim; i++) {
      box[i] = low;
      box[dim + i] = high;
    }
    jato_status status = jato_problem_set_box(problem, box, box + dim, &error);
    if (status != JATO_OK) code = cli_complain_of(status, &error);
  }
  free(box);
  return code;
}

static int minimize_problem(const request *asked, const jato_problem *problem)
{
  jato_error error;
  jato_result result;
  jato_options chosen = options_of(asked);
  jato_problem_info info = jato_problem_describe(problem);
  double *x = calloc(info.dim, sizeof *x);
  if (x == NULL) {
    cli_complain("no memory for %zu coordinates", info.dim);
    return CLI_FAILED;
  }
  cli_progress progress = cli_progress_begin(asked->quiet, asked->iterations);
  chosen.progress = cli_progress_report;
  chosen.progress_user = &progress;
  cli_interrupt_catch();
  jato_status status = jato_minimize(problem, &chosen, x, &result, &error);
  cli_progress_end(&progress);
  int code = CLI_DONE;
  if (status == JATO_OK) {
    bool interrupted = result.stop == JATO_STOP_CALLBACK;
    cli_report report = {.problem = info,
                         .asked = &chosen,
                         .result = &result,
                         .x = x,
                         .stop = interrupted ? "interrupted" : jato_stop_name(result.stop),
                         .bounds = asked->bounds,
                         .shown = asked->shown};
    (asked->json ? cli_report_json : cli_report_text)(&report);
  } else {
    code = cli_complain_of(status, &error);
  }
  free(x);
  return code;
}

static int minimize_run(const cli_command *self, int argc, char **argv)
{
  request asked = {.shown = 10, .seed = new_seed(), .target = jato_options_default().target};
  cli_words words;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  if (words.count == 0) {
    cli_complain("minimize needs a problem, as in: jato minimize sphere; jato list problems");
    return CLI_USAGE;
  }
  jato_error error;
  jato_problem *problem = NULL;
  jato_status status =
      jato_problem_from_gallery(words.word[0], (size_t)asked.dim, NULL, &problem, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  if (asked.bounds != NULL) code = set_bounds(problem, asked.bounds);
  if (code == CLI_DONE) code = minimize_problem(&asked, problem);
  jato_problem_destroy(&problem);
  return code;
}

const cli_command cli_minimize = {
    .name = "minimize",
    .summary = "find the smallest value of a problem of the gallery",
    .usage = "PROBLEM [OPTIONS]",
    .about = "PROBLEM is a name with parameters if it has any, such as rastrigin or\n"
             "quadrature:m_max=5. The result is the same for the same seed, whatever the threads.\n"
             "Ctrl-C ends the run with the best so far; a second one kills it.\n",
    .examples = "  jato minimize sphere\n"
                "  jato minimize rosenbrock --dim 30 --particles 1k --iterations 2k --seed 1\n"
                "  jato minimize rosenbrock --algorithm pso:topology=ring --walls absorb "
                "--target 1e-6\n"
                "  jato minimize sphere --bounds 0:1 --dim 500\n"
                "  jato minimize sphere --dim 64 --particles 1M --precision float --seconds 90 "
                "--json\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .most_words = 1,
    .run = minimize_run,
};
