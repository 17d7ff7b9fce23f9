/* Structs that the library fills. */
#include "guard.h"

void minimize_many(const jato_problem *problem, const jato_options *options)
{
  jato_task tasks[3] = {{problem, 1}, {problem, 2}, {problem, 3}};
  GUARDED(jato_result) results[1];
  jato_result three[3];
  GUARD_ALL(results);
  check(jato_minimize_many(tasks, 1, options, NULL, &results[0].it, &error) == JATO_OK, error.text);
  check_tail(results[0].tail, "jato_minimize_many writes behind the results");
  check(jato_minimize_many(tasks, 3, options, NULL, three, &error) == JATO_OK, error.text);
  check(three[0].best == results[0].it.best, "the first of three runs is not the first");
  for (int i = 0; i < 3; i++) printf("%.17g by seed %d\n", three[i].best, (int)three[i].seed);
}

void profile(const jato_problem *problem)
{
  jato_options options = jato_options_default();
  jato_run *run = NULL;
  GUARDED(jato_kernel_time) time;
  GUARD_ALL(time);
  options.profile = true;
  check(jato_run_create(problem, &options, &run, &error) == JATO_OK, error.text);
  check(jato_run_step(run, 3, NULL, &error) == JATO_OK, error.text);
  check(jato_run_profile(run, 0, &time.it) && time.it.calls > 0, "nothing was timed");
  check_tail(time.tail, "jato_run_profile writes behind the time");
  jato_run_destroy(&run);
}

void read_catalogue(void)
{
  GUARDED(jato_entry) entry;
  GUARDED(jato_device) device;
  struct {
    jato_device_fact it[2];
    unsigned char tail[TAIL];
  } facts;
  GUARDED(jato_ranks) ranks;
  GUARD_ALL(entry);
  GUARD_ALL(device);
  GUARD_ALL(facts);
  GUARD_ALL(ranks);
  check(jato_catalogue(JATO_KIND_ALGORITHM, 0, &entry.it), "there is no algorithm");
  check_tail(entry.tail, "jato_catalogue writes behind the entry");
  for (size_t i = 0; i < entry.it.parameter_count; i++) {
    const jato_parameter *parameter = jato_entry_parameter(&entry.it, i);
    printf("%s ", parameter->name);
  }
  check(jato_device_find(0, &device.it), "there is no device");
  check_tail(device.tail, "jato_device_find writes behind the device");
  check(jato_device_get_info(0, facts.it, 2) >= 2, "the device tells nothing");
  check_tail(facts.tail, "jato_device_get_info writes behind the facts");
  check(jato_ranks_begin(NULL, &ranks.it, &error) == JATO_OK, error.text);
  check_tail(ranks.tail, "jato_ranks_begin writes behind the ranks");
  const jato_setting *setting = jato_setting_at(0);
  check(setting->size > sizeof(size_t), "a setting has no size");
  printf("%s %s %s %d rank %s\n", device.it.spec, facts.it[0].name, facts.it[1].name,
         ranks.it.count, setting->name);
}

void compare(void)
{
  const jato_compared_run runs[] = {{.method = 0, .best = 2, .evaluations = 9},
                                    {.method = 1, .best = 1, .evaluations = 9}};
  jato_comparison comparison = {JATO_COMPARISON_INIT, .runs = runs, .run_count = 2,
                                .method_count = 2, .target = NAN};
  struct {
    jato_standing it[2];
    unsigned char tail[TAIL];
  } standings;
  GUARD_ALL(standings);
  check(jato_compare_methods(&comparison, standings.it, &error) == JATO_OK, error.text);
  check_tail(standings.tail, "jato_compare_methods writes behind the standings");
  printf("method %d, then %d\n", (int)standings.it[0].method, (int)standings.it[1].method);
}

void fit(void)
{
  const jato_fit_variable variable = {-1, 1, 0};
  double x[8], values[8];
  jato_fit *made = NULL;
  for (int i = 0; i < 8; i++) x[i] = i / 8.0, values[i] = 3 * x[i] + 1;
  check(jato_fit_create(&variable, 1, x, values, 8, &made, &error) == JATO_OK, error.text);
  const jato_fit_info *info = jato_fit_get_info(made);
  check(info->size > sizeof(size_t), "a fit's info has no size");
  printf("%s of %d\n", info->name, (int)info->count);
  jato_fit_destroy(&made);
}

void serve(void)
{
  jato_server_settings settings = {JATO_SERVER_SETTINGS_INIT, .no_files = true};
  jato_server *server = NULL;
  GUARDED(jato_reply) reply;
  GUARD_ALL(reply);
  if (!is_built(jato_server_create(&settings, &server, &error))) return;
  check(jato_server_answer(server, "{}", 2, &reply.it, &error) == JATO_OK, error.text);
  check_tail(reply.tail, "jato_server_answer writes behind the reply");
  printf("%s", reply.it.text);
  jato_server_destroy(&server);
}
