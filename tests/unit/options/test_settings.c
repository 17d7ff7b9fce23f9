/* The table of settings: every row can be set by its name, and says what it cannot take. */
#include "check.h"

#include <jato/jato.h>

#include "base/text.h"
#include "options/settings.h"

/* Texts that each kind takes, and what a count's limits leave of them. */
static const char *text_for(const jato_setting *setting)
{
  switch (setting->kind) {
  case JATO_SETTING_COUNT: return "7";
  case JATO_SETTING_NUMBER: return "-1.5";
  case JATO_SETTING_TIME: return "90s";
  case JATO_SETTING_CHOICE: return strchr(setting->choices, ' ') + 1; /* the last of two */
  case JATO_SETTING_FLAG: return "true";
  case JATO_SETTING_TEXT:
  case JATO_SETTING_FILE: break;
  }
  return "some";
}

static void every_row_changes_one_member(void **state)
{
  const jato_setting *setting;
  size_t rows = 0;
  (void)state;
  for (; (setting = jato_setting_at(rows)) != NULL; rows++) {
    jato_error error = {JATO_OK, ""};
    jato_options usual = jato_options_default(), changed = usual;
    const char *text = strcmp(setting->name, "order") == 0 ? "arrival" : text_for(setting);
    assert_ok(jato_options_set(&changed, setting->name, text, &error), error);
    assert_true(memcmp(&usual, &changed, sizeof usual) != 0);
    assert_true(setting->used != 0);
    assert_true(setting->help[0] != '\0' && setting->help[strlen(setting->help) - 1] != '.');
  }
  assert_true(rows > 20);
}

static void values_arrive_where_they_belong(void **state)
{
  jato_error error = {JATO_OK, ""};
  jato_options options = jato_options_default();
  (void)state;
  assert_ok(jato_options_set(&options, "algorithm", "de", &error), error);
  assert_ok(jato_options_set(&options, "particles", "1.5k", &error), error);
  assert_ok(jato_options_set(&options, "seed", "18446744073709551615", &error), error);
  assert_ok(jato_options_set(&options, "precision", "float", &error), error);
  assert_ok(jato_options_set(&options, "target", "1e-6", &error), error);
  assert_ok(jato_options_set(&options, "timeout", "50ms", &error), error);
  assert_ok(jato_options_set(&options, "retries", "3", &error), error);
  assert_ok(jato_options_set(&options, "on-failure", "stop", &error), error);
  assert_ok(jato_options_set(&options, "must_save", "true", &error), error);
  assert_ok(jato_options_set(&options, "compile_time", "2m", &error), error);
  assert_string_equal(options.algorithm, "de");
  assert_int_equal(options.particles, 1500);
  assert_true(options.seed == UINT64_MAX);
  assert_int_equal(options.precision, JATO_FLOAT);
  assert_same_double(options.target, 1e-6);
  assert_same_double(options.timeout, 0.05);
  assert_int_equal(options.retries, 3);
  assert_int_equal(options.stop_on_failure, 1);
  assert_int_equal(options.must_save, 1);
  assert_same_double(options.compile_seconds, 120);
}

static const struct {
  const char *name, *text;
  jato_status status;
  const char *words;
} refused[] = {
    {"partcles", "7", JATO_E_NAME, "unknown setting partcles; did you mean particles?"},
    {"qqqq", "7", JATO_E_NAME, "unknown setting qqqq"},
    {"particles", "0", JATO_E_ARGUMENT, "particles 0: must be 1 or more"},
    {"particles", "", JATO_E_ARGUMENT, "needs a whole number"},
    {"particles", "-1", JATO_E_ARGUMENT, "particles -1: needs a whole number such as"},
    {"particles", "10kk", JATO_E_ARGUMENT, "needs a whole number"},
    {"keep_checkpoints", "10", JATO_E_ARGUMENT, "keep_checkpoints 10: must be 9 or less"},
    {"seconds", "0", JATO_E_ARGUMENT, "seconds 0: needs a time above 0"},
    {"seconds", "3 days", JATO_E_ARGUMENT, "needs a time above 0"},
    {"target", "nan", JATO_E_ARGUMENT, "target nan: needs a number"},
    {"on_failure", "stpo", JATO_E_ARGUMENT, "on_failure stpo: not a choice; did you mean stop?"},
    {"order", "random", JATO_E_ARGUMENT, "choose from: iteration particle arrival"},
    {"must_save", "yes", JATO_E_ARGUMENT, "choose from: false true"},
    {"save", "", JATO_E_ARGUMENT, "needs a value"},
    {"walls", "", JATO_E_ARGUMENT, "needs a value"},
    {"target", "\033[31m", JATO_E_ARGUMENT, "target ?[31m: needs"},
};

static void what_cannot_be_is_refused_in_words(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    jato_error error = {JATO_OK, ""};
    jato_options usual = jato_options_default(), options = usual;
    jato_status status = jato_options_set(&options, refused[i].name, refused[i].text, &error);
    assert_int_equal(status, refused[i].status);
    assert_contains(error.text, refused[i].words);
    assert_memory_equal(&options, &usual, sizeof usual);
  }
}

/* Worked by hand; 0 where it is none. */
static const struct {
  const char *text;
  uint64_t count;
} counts[] = {
    {"1", 1},
    {"1000", 1000},
    {"10k", 10000},
    {"10K", 10000},
    {"1.5M", 1500000},
    {"2G", 2000000000},
    {"1Ki", 1024},
    {"3Mi", 3145728},
    {"1e6", 1000000},
    {"1.1k", 1100},
    {"1.0005k", 0},
    {"0x10", 0},
    {"+1", 0},
    {" 1", 0},
    {"1 ", 0},
    {"1e", 0},
    {"1e30", 0},
    {"k", 0},
    {"1.", 1},
    {".5k", 500},
    {"18446744073709551616", 0},
    {"18446744073709552k", 0},
    {"1ki", 0},
    {"inf", 0},
};

static void counts_and_times_are_read(void **state)
{
  double seconds = 0;
  (void)state;
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    uint64_t value = 0;
    const char *wanted = jato_read_count(counts[i].text, &value);
    assert_int_equal(wanted == NULL, counts[i].count != 0);
    assert_true(value == counts[i].count);
  }
  assert_null(jato_read_seconds("1.5h", &seconds));
  assert_same_double(seconds, 5400);
  assert_null(jato_read_seconds("1e-3", &seconds));
  assert_same_double(seconds, 1e-3);
  assert_non_null(jato_read_seconds("-1", &seconds));
  assert_non_null(jato_read_seconds("1d", &seconds));
  assert_non_null(jato_read_seconds("1e400", &seconds));
  assert_same_double(seconds, 1e-3);
}

/* Which of them confine programs, and so are signed: a change here changes when --trust
 * is asked for. What gives rights is a flag, that signing and taking back rely on. */
static void guards_are_known(void **state)
{
  const char guards[] = "timeout memory cpu_time file_size sandbox setuid";
  const jato_setting *setting;
  size_t count = 0;
  (void)state;
  for (size_t i = 0; (setting = jato_setting_at(i)) != NULL; i++) {
    int guards_too = (setting->used & JATO_USED_TO_GUARD) != 0;
    int permits = (setting->used & JATO_USED_TO_PERMIT) != 0;
    assert_int_equal(guards_too, jx_text_index(jx_text_of(setting->name), guards) > 0);
    assert_int_equal(permits, strcmp(setting->name, "setuid") == 0);
    if (guards_too) assert_true((setting->used & JATO_USED_IN_RUN_FILES) != 0);
    if (guards_too) assert_int_not_equal(jx_setting_at(i)->stored, JX_STORED_AS_TEXT);
    if (permits) assert_int_equal(jx_setting_at(i)->stored, JX_STORED_AS_BOOL);
    count += (size_t)guards_too;
  }
  assert_int_equal(count, 6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_row_changes_one_member),
      cmocka_unit_test(values_arrive_where_they_belong),
      cmocka_unit_test(what_cannot_be_is_refused_in_words),
      cmocka_unit_test(counts_and_times_are_read),
      cmocka_unit_test(guards_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
