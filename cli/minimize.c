/* jato minimize: one run, of a problem of the gallery or of a function of the user's. */
#define _POSIX_C_SOURCE 200809L

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "command.h"
#include "progress.h"
#include "report.h"
#include "subject.h"

typedef struct request {
  cli_subject subject;
  const char *algorithm, *walls, *device;
  uint64_t particles, iterations, evaluations, stall, seed, shown;
  double seconds, target;
  int precision; /* the place among "double float", which is jato_precision */
  bool json, quiet;
} request;

#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    {"expression", 'e', CLI_TEXT, "TEXT", "in place of PROBLEM, as in \"sq(x(0) - 1) + sq(x(1))\"",
     AT(subject.expression)},
    {"dim", 'd', CLI_COUNT, "N", "number of coordinates (the problem's own; 10 where it has none)",
     AT(subject.dim), .least = 1, .most = INT32_MAX},
    {"bounds", 'b', CLI_TEXT, "LOW:HIGH", "interval of all coordinates, or LOW:HIGH,LOW:HIGH,...",
     AT(subject.bounds)},
    {"data", 0, CLI_TEXT, "FILE", "numbers that a C file reads as data[0], data[1], ...",
     AT(subject.data)},
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
    {"evaluations", 0, CLI_COUNT, "N", "stop before more than N evaluations", AT(evaluations),
     .least = 1},
    {"seconds", 't', CLI_SECONDS, "TIME", "stop after a time: 90, 90s, 2m, 1h", AT(seconds)},
    {"target", 0, CLI_REAL, "F", "stop once the best is F or less", AT(target)},
    {"stall", 0, CLI_COUNT, "N", "stop after N iterations without a better best", AT(stall),
     .least = 1},
    {"seed", 's', CLI_COUNT, "N", "the same seed gives the same run (a new one each time)",
     AT(seed)},
    {"x", 'x', CLI_COUNT, "N", "print N coordinates of the best place (10); --json prints all",
     AT(shown)},
    CLI_COMPILE_OPTIONS(AT),
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

static int minimize_problem(const request *asked, const jato_problem *problem)
{
  jato_error error;
  jato_result result;
  char folder[CLI_FOLDER];
  jato_options chosen = options_of(asked);
  cli_subject_options(&asked->subject, folder, &chosen);
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
    cli_report report = {.subject = &asked->subject,
                         .name = cli_subject_name(&asked->subject, problem),
                         .problem = info,
                         .asked = &chosen,
                         .result = &result,
                         .x = x,
                         .stop = interrupted ? "interrupted" : jato_stop_name(result.stop),
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
  asked.subject.word = words.word[0];
  if (words.count == 0 && asked.subject.expression == NULL) {
    cli_complain("minimize needs a problem, as in: jato minimize sphere; jato list problems");
    return CLI_USAGE;
  }
  jato_problem *problem = NULL;
  code = cli_subject_open(&asked.subject, &problem);
  if (code == CLI_DONE) code = minimize_problem(&asked, problem);
  jato_problem_destroy(&problem);
  return code;
}

const cli_command cli_minimize = {
    .name = "minimize",
    .summary = "find the smallest value of a problem of the gallery, a C file or an expression",
    .usage = "PROBLEM|FILE.c [OPTIONS]",
    .about =
        "PROBLEM is a name with parameters if it has any, such as rastrigin or\n"
        "quadrature:m_max=5. A FILE.c (or any name with a / in it) holds a function of yours,\n"
        "JATO_OBJECTIVE(x, n) { ... return value; }, which every device compiles for itself;\n"
        "it needs --dim and --bounds, and so does --expression. docs/objectives.md has more.\n"
        "The result is the same for the same seed, whatever the threads and the device.\n"
        "Ctrl-C ends the run with the best so far; a second one kills it.\n",
    .examples = "  jato minimize sphere\n"
                "  jato minimize my_objective.c --dim 10 --bounds -5:5\n"
                "  jato minimize my_fit.c --dim 3 --bounds 0:10,0:1,-5:5 --data measured.txt\n"
                "  jato minimize -e \"sq(x(0) - 1) + fabs(x(1))\" --dim 2 --bounds -5:5\n"
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
