/* A program of the interface: it has each struct of the headers that may grow passed in or filled,
 * and looks at what comes back. What lies behind each struct has to stay as it is. */
#include "guard.h"

static double sphere(const double *x, size_t dim, void *user)
{
  double sum = 0;
  (void)user;
  for (size_t i = 0; i < dim; i++) sum += x[i] * x[i];
  return sum;
}

static int fill_points(const jato_points *points, void *user)
{
  (void)user;
  check(points->size >= sizeof(size_t), "points have no size");
  for (size_t i = 0; i < points->count; i++)
    points->f[i] = sphere(points->x + i * points->variables, points->variables, NULL);
  return 0;
}

static int on_progress(const jato_progress *progress, void *user)
{
  check(progress->size > sizeof(size_t) && isfinite(progress->best), "progress has no best");
  ++*(int *)user;
  return 0;
}

static void on_event(const jato_event *event, void *user)
{
  (void)user;
  check(event->size > sizeof(size_t) && event->progress->size > sizeof(size_t), "an empty event");
}

/* ---- What the caller fills ---- */

static const jato_variable variables[] = {{.name = "x", .lower = -1, .upper = 2},
                                          {.name = "y", .kind = JATO_INTEGER, .upper = 5}};
static const jato_constraint constraints[] = {{.name = "a", .bound = 1}, {.name = "b", .bound = 2}};

static jato_space space_of(size_t constraint_count)
{
  return (jato_space){JATO_SPACE_INIT, .variables = variables, .variable_count = 2,
                      .constraints = constraints, .constraint_count = constraint_count};
}

static void describe(jato_problem *problem)
{
  const jato_problem_info *info = jato_problem_get_info(problem);
  const jato_space *space = jato_problem_space(problem);
  check(info->size > sizeof(size_t), "a problem's info has no size");
  printf("%s of %d", info->name, (int)info->dim);
  for (size_t i = 0; space != NULL && i < space->variable_count; i++)
    printf(" %s", jato_space_variable(space, i)->name);
  for (size_t i = 0; space != NULL && i < space->constraint_count; i++)
    printf(" %s<=%g", jato_space_constraint(space, i)->name,
           jato_space_constraint(space, i)->bound);
  printf("\n");
  jato_problem_destroy(&problem);
}

static void make_problems(void)
{
  const double lower[2] = {-1, -1}, upper[2] = {2, 2};
  jato_problem *problem = NULL;
  jato_space space = space_of(0), constrained = space_of(2);
  jato_function function = {JATO_FUNCTION_INIT, .points = fill_points};
  jato_source source = {JATO_SOURCE_INIT, .expression = "sq(x(0)) + sq(x(1))"};
  jato_command command = {JATO_COMMAND_INIT, .command = "true {x} {y}"};
  jato_object object = {JATO_OBJECT_INIT, .path = "/no/such/object.so"};
  jato_options options = jato_options_default();
  jato_result result;
  options.iterations = 3;
  options.particles = 8;
  check(jato_problem_from_space_function(&function, &space, &problem, &error) == JATO_OK,
        error.text);
  check(jato_minimize(problem, &options, NULL, &result, &error) == JATO_OK, error.text);
  printf("%.17g of a function\n", result.best);
  describe(problem);
  check(jato_problem_from_source(&source, 2, lower, upper, &problem, &error) == JATO_OK,
        error.text);
  describe(problem);
  if (is_built(jato_problem_from_command(&command, &constrained, &problem, &error)))
    describe(problem);
  check(jato_problem_from_object(&object, &space, &problem, &error) != JATO_OK,
        "there is no such object");
}

static void refuse_without_size(void)
{
  const double lower = -1, upper = 1;
  jato_problem *problem = NULL;
  jato_function function = {.size = 0, .point = sphere};
  jato_space space = space_of(0);
  check(jato_problem_from_function(&function, 1, &lower, &upper, &problem, &error) ==
                JATO_E_ARGUMENT &&
            strstr(error.text, "jato_function") != NULL,
        "a function without its size is taken");
  space.variable_size = 0;
  check(jato_problem_for_ask(&space, NULL, &problem, &error) == JATO_E_ARGUMENT,
        "variables without their size are taken");
}

static void read_strings(void)
{
  const char *const words[] = {"x=-1:1", "y=0:5:int"};
  jato_space_strings strings = {JATO_SPACE_STRINGS_INIT, .variables = words, .variable_count = 2};
  jato_study *study = NULL;
  if (!is_built(jato_study_from_strings(&strings, NULL, &study, &error))) return;
  printf("%s\n", jato_space_variable(jato_study_space(study), 1)->name);
  jato_study_destroy(&study);
}

static void evaluate_one(const jato_problem *problem)
{
  const double x[4] = {1, 1, 1, 1};
  GUARDED(jato_single_evaluation) one;
  GUARD_ALL(one);
  one.it = (jato_single_evaluation){JATO_SINGLE_EVALUATION_INIT};
  check(jato_problem_try(problem, x, NULL, &one.it, &error) == JATO_OK, error.text);
  check_tail(one.tail, "jato_problem_try writes behind the evaluation");
  printf("%.17g at one point\n", one.it.f);
}

static void ask_and_tell(void)
{
  jato_space space = space_of(0);
  jato_problem *problem = NULL;
  jato_run *run = NULL;
  jato_outcome outcome = {JATO_OUTCOME_INIT, .f = 1};
  GUARDED(jato_trial) trial;
  GUARDED(jato_failures) failures;
  bool given = false;
  GUARD_ALL(trial);
  GUARD_ALL(failures);
  check(jato_problem_for_ask(&space, NULL, &problem, &error) == JATO_OK, error.text);
  check(jato_run_create(problem, NULL, &run, &error) == JATO_OK, error.text);
  check(jato_run_ask(run, &trial.it, &given, &error) == JATO_OK && given, error.text);
  check_tail(trial.tail, "jato_run_ask writes behind the trial");
  check(jato_run_tell(run, trial.it.id, &outcome, NULL, &error) == JATO_OK, error.text);
  jato_run_failures(run, &failures.it);
  check_tail(failures.tail, "jato_run_failures writes behind the failures");
  printf("%d evaluations\n", (int)failures.it.by_status[JATO_EVAL_OK]);
  jato_run_destroy(&run);
  jato_problem_destroy(&problem);
}

/* ---- Files ---- */

static void read_evaluations(const char *path)
{
  jato_evaluations *evaluations = NULL;
  GUARDED(jato_evaluation) one;
  GUARD_ALL(one);
  check(jato_evaluations_open(path, &evaluations, &error) == JATO_OK, error.text);
  const jato_evaluations_info *info = jato_evaluations_get_info(evaluations);
  check(info->size > sizeof(size_t) && info->count > 0, "there are no evaluations");
  check(jato_evaluations_read(evaluations, 0, &one.it, &error) == JATO_OK, error.text);
  check_tail(one.tail, "jato_evaluations_read writes behind the evaluation");
  printf("%.17g first\n", one.it.f);
  jato_evaluations_close(&evaluations);
}

static void save_and_open(const char *path)
{
  const double lower[2] = {-1, -1}, upper[2] = {2, 2};
  jato_function function = {JATO_FUNCTION_INIT, .point = sphere};
  jato_record_request request = {JATO_RECORD_REQUEST_INIT, .path = path};
  jato_options options = jato_options_default();
  jato_problem *problem = NULL;
  jato_record *record = NULL;
  options.iterations = 5;
  options.particles = 8;
  options.save = path;
  check(jato_problem_from_function(&function, 2, lower, upper, &problem, &error) == JATO_OK,
        error.text);
  if (is_built(jato_minimize(problem, &options, NULL, NULL, &error))) {
    check(jato_record_open(&request, &record, &error) == JATO_OK, error.text);
    const jato_record_info *info = jato_record_get_info(record);
    GUARDED(jato_options) copy;
    GUARD_ALL(copy);
    copy.it = jato_options_copy(info->options);
    check_tail(copy.tail, "jato_options_copy writes behind the options");
    check(info->size > sizeof(size_t) && copy.it.size == sizeof copy.it, "sizes of a run file");
    printf("%.17g by %s\n", info->result->best, copy.it.algorithm);
    jato_record_close(&record);
    read_evaluations(path);
  }
  jato_problem_destroy(&problem);
}

static void minimize(void)
{
  jato_problem *problem = NULL;
  double x[4];
  int calls = 0;
  GUARDED(jato_options) options;
  GUARDED(jato_result) result;
  GUARD_ALL(options);
  GUARD_ALL(result);
  options.it = jato_options_default();
  check_tail(options.tail, "jato_options_default writes behind the options");
  check(jato_problem_from_gallery("rastrigin", 4, NULL, &problem, &error) == JATO_OK, error.text);
  options.it.iterations = 50;
  options.it.progress = on_progress;
  options.it.progress_user = &calls;
  options.it.event = on_event;
  check(jato_options_set(&options.it, "seed", "7", &error) == JATO_OK, error.text);
  check(jato_options_set(&options.it, "algorithm", "pso", &error) == JATO_OK, error.text);
  check_tail(options.tail, "jato_options_set writes behind the options");
#ifdef LATER /* a member that the headers of this program have, and the library has not */
  options.it.later = 1;
#endif
  check(jato_minimize(problem, &options.it, x, &result.it, &error) == JATO_OK, error.text);
  check_tail(result.tail, "jato_minimize writes behind the result");
  printf("%.17g after %d by %s, %d calls\n", result.it.best, (int)result.it.iterations,
         result.it.algorithm, calls);
  options.it.progress = NULL;
  minimize_many(problem, &options.it);
  evaluate_one(problem);
  profile(problem);
  describe(problem);
}

int main(int argc, char **argv)
{
  check(argc == 2, "usage: program RUN_FILE");
  minimize();
  make_problems();
  refuse_without_size();
  read_strings();
  ask_and_tell();
  read_catalogue();
  compare();
  fit();
  serve();
  save_and_open(argv[1]);
  return 0;
}
