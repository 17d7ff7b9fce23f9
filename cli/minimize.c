/* jato minimize: one run, of a problem of the gallery or of a function of the user's; of one that
 * is kept in a file, with --resume, what is left of it. */
#define _POSIX_C_SOURCE 200809L

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "agree.h"
#include "command.h"
#include "limits.h"
#include "perform.h"
#include "record.h"

typedef struct request {
  cli_subject subject;
  cli_objective objective;
  cli_work work;
  cli_keep keep;
  const char *algorithm, *walls, *device, *order;
  uint64_t particles, seed, shown;
  cli_limits limits;
  int precision; /* the place among "double float", which is jato_precision; -1: not given */
  bool has_seed, resume, json, quiet;
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
    CLI_OBJECTIVE_OPTIONS(AT),
    CLI_WORK_OPTIONS(AT),
    {"order", 0, CLI_TEXT, "NAME",
     "particles move by iteration, by particle or by arrival "
     "(iteration)",
     AT(order)},
    {"particles", 'p', CLI_COUNT, "N",
     "size of the swarm: 1000, 50k, 1M, 1Mi (the algorithm chooses)", AT(particles), .least = 1},
    {"algorithm", 'a', CLI_TEXT, "SPEC", "such as pso:topology=ring; jato list algorithms",
     AT(algorithm)},
    {"walls", 'w', CLI_TEXT, "NAME", "what happens at the box (reflect); jato list walls",
     AT(walls)},
    {"device", 0, CLI_TEXT, "SPEC", "such as cpu:threads=2; jato list devices", AT(device)},
    {"precision", 0, CLI_CHOICE, "NAME", "float or double (double)", AT(precision),
     .choices = "double float"},
    CLI_LIMIT_OPTIONS(AT),
    {"seed", 's', CLI_COUNT, "N", "the same seed gives the same run (a new one each time)",
     AT(seed)},
    {"x", 'x', CLI_COUNT, "N", "print N coordinates of the best place (10); --json prints all",
     AT(shown)},
    {"save", 0, CLI_TEXT, "FILE", "keep the run in a file, to be gone on with and looked at",
     AT(keep.save)},
    CLI_KEEP_OPTIONS(AT),
    {"frames", 0, CLI_COUNT, "N", "keep about N positions of the swarm over time, for jato movie",
     AT(keep.frames), .least = 1, .most = 100000},
    {"resume", 0, CLI_FLAG, NULL, "go on with the run of --save; begin where there is none yet",
     AT(resume)},
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
  chosen.precision = asked->precision < 0 ? JATO_DOUBLE : (jato_precision)asked->precision;
  chosen.particles = asked->particles;
  chosen.seed = asked->seed;
  cli_limits_apply(&asked->limits, &chosen);
  chosen.order = asked->order;
  cli_work_options(&asked->work, &chosen);
  return chosen;
}

static cli_performance performance_of(const request *asked)
{
  return (cli_performance){.subject = &asked->subject,
                           .named = &asked->subject,
                           .keep = &asked->keep,
                           .options = options_of(asked),
                           .outside = cli_subject_is_program(&asked->subject),
                           .shown = asked->shown,
                           .json = asked->json,
                           .quiet = asked->quiet};
}

static int begin(const request *asked)
{
  jato_problem *problem = NULL;
  cli_performance play = performance_of(asked);
  int code = cli_subject_open(&asked->subject, &problem);
  if (code == CLI_DONE) {
    play.problem = problem;
    play.name = cli_subject_name(&asked->subject, problem);
    code = cli_perform(&play);
  }
  jato_problem_destroy(&problem);
  return code;
}

/* How the file's run was put to work, but for what was given. */
static void take_work(const request *asked, const jato_record_info *info, jato_options *chosen)
{
  chosen->workers = info->options.workers;
  chosen->timeout = info->options.timeout;
  chosen->retries = info->options.retries;
  chosen->stop_on_failure = info->options.stop_on_failure;
  cli_work_options(&asked->work, chosen);
}

/* Goes on with a record that is open; the limits are those of the command line. */
static int go_on_with(const request *asked, jato_record *record, const cli_subject *subject)
{
  const jato_record_info *info = jato_record_describe(record);
  cli_claim claim = {.subject = subject,
                     .algorithm = asked->algorithm,
                     .walls = asked->walls,
                     .order = asked->order,
                     .precision = asked->precision,
                     .particles = asked->particles,
                     .seed = asked->seed,
                     .has_seed = asked->has_seed};
  jato_problem *problem = NULL;
  int code = cli_agree_settings(&claim, info);
  if (code == CLI_DONE) code = cli_subject_open(subject, &problem);
  if (code == CLI_DONE) code = cli_agree_problem(&claim, info, problem);
  if (code == CLI_DONE) {
    cli_performance play = performance_of(asked);
    play.problem = problem;
    play.record = record;
    play.named = subject;
    play.name = cli_subject_name(subject, problem);
    play.options.algorithm = info->options.algorithm;
    play.options.walls = info->options.walls;
    play.options.precision = info->options.precision;
    play.options.order = info->options.order;
    take_work(asked, info, &play.options);
    if (play.options.device == NULL) play.options.device = info->options.device;
    code = cli_perform(&play);
  }
  jato_problem_destroy(&problem);
  return code;
}

static int go_on(const request *asked)
{
  jato_record *record = NULL;
  int code = cli_record_open(asked->keep.save, false, &record);
  if (code != CLI_DONE) return code;
  const jato_record_info *info = jato_record_describe(record);
  cli_subject subject = asked->subject;
  char *bounds = NULL;
  if (!cli_subject_is_program(&subject)) {
    if (subject.bounds == NULL && (cli_subject_is_source(&subject) || cli_record_has_own_box(info)))
      subject.bounds = bounds = cli_record_bounds(info);
    if (subject.dim == 0) subject.dim = info->dim;
  }
  code = go_on_with(asked, record, &subject);
  free(bounds);
  jato_record_close(&record);
  return code;
}

static int check(const request *asked)
{
  bool is_program = cli_subject_is_program(&asked->subject);
  int code = cli_objective_check(&asked->objective, &asked->work);
  if (code != CLI_DONE) return code;
  if (!is_program && asked->order != NULL)
    cli_complain("--order goes with a program as the objective: --command './sim {a} {b}'");
  else if (!is_program && asked->subject.word == NULL && asked->subject.expression == NULL)
    cli_complain("minimize needs a problem, as in: jato minimize sphere; jato list problems");
  else if (asked->resume && asked->keep.save == NULL)
    cli_complain("--resume goes with --save FILE; jato resume FILE goes on with a run, too");
  else
    return cli_keep_check(&asked->keep);
  return CLI_USAGE;
}

static int minimize_run(const cli_command *self, int argc, char **argv)
{
  char found[CLI_PATH];
  uint64_t drawn = new_seed();
  request asked = {.work = CLI_WORK_NOT_GIVEN,
                   .shown = CLI_SHOWN_AS_USUAL,
                   .seed = drawn,
                   .precision = -1,
                   .limits = CLI_NO_LIMITS};
  cli_words words;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  asked.subject.word = words.word[0];
  asked.subject.objective = &asked.objective;
  asked.has_seed = asked.seed != drawn; /* nobody types a number just drawn out of 2^53 */
  code = check(&asked);
  if (code != CLI_DONE) return code;
  if (asked.keep.save == NULL || !jato_record_exists(asked.keep.save, found, sizeof found))
    return begin(&asked);
  if (!asked.resume) return cli_keep_refuse(found, "add --resume to go on with it");
  if (!cli_record_is_unfinished(asked.keep.save, found)) return go_on(&asked);
  cli_complain("note: %s was never finished; the run begins anew", found);
  return begin(&asked);
}

const cli_command cli_minimize = {
    .name = "minimize",
    .summary = "find the smallest value of a problem of the gallery, a C file or a program",
    .usage = "PROBLEM|FILE.c|--command TEXT [OPTIONS]",
    .about =
        "PROBLEM is a name with parameters if it has any, such as rastrigin or\n"
        "quadrature:m_max=5. A FILE.c (or any name with a / in it) holds a function of yours,\n"
        "JATO_OBJECTIVE(x, n) { ... return value; }, which every device compiles for itself;\n"
        "it needs --dim and --bounds, and so does --expression. docs/objectives.md has more.\n"
        "--command starts a program of yours for every point, never through a shell: {kappa} in\n"
        "it is replaced by the variable's value, and the last number that it prints is the value\n"
        "of the objective. docs/programs.md has the other ways in and out, constraints and\n"
        "failures.\n"
        "The result is the same for the same seed, whatever the threads and the device.\n"
        "Ctrl-C ends the run with the best so far; a second one kills it. SIGTERM and SIGUSR1 do\n"
        "the same. With --save the run can be gone on with then, as if nothing had happened:\n"
        "jato resume FILE, or the same command with --resume, which suits a job that is started\n"
        "again and again. What decides the result must then be as in the file; limits may "
        "change.\n",
    .examples =
        "  jato minimize sphere\n"
        "  jato minimize my_objective.c --dim 10 --bounds -5:5\n"
        "  jato minimize my_fit.c --dim 3 --bounds 0:10,0:1,-5:5 --data measured.txt\n"
        "  jato minimize -e \"sq(x(0) - 1) + fabs(x(1))\" --dim 2 --bounds -5:5\n"
        "  jato minimize --command './sim --kappa {kappa} -n {n}' --var kappa=1e-3:1:log \\\n"
        "    --var n=1:20:int --workers 12 --timeout 60s\n"
        "  jato minimize rosenbrock --dim 30 --particles 1k --iterations 2k --seed 1\n"
        "  jato minimize rosenbrock --algorithm pso:topology=ring --walls absorb "
        "--target 1e-6\n"
        "  jato minimize sphere --bounds 0:1 --dim 500\n"
        "  jato minimize rastrigin --dim 100 --iterations 1M --save run.h5\n"
        "  jato minimize rastrigin --dim 100 --iterations 1M --save run.h5 --resume\n"
        "  jato minimize sphere --dim 64 --particles 1M --precision float --seconds 90 "
        "--json\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .most_words = 1,
    .run = minimize_run,
};
