/* Every setting of a run, once, and the defaults of options. */
#include "options/settings.h"

#include "options/renamed.h"

#include <math.h>
#include <string.h>

#define BEGIN JATO_USED_TO_BEGIN
#define RESUME JATO_USED_TO_RESUME
#define ASK JATO_USED_TO_ASK
#define SAVED JATO_USED_IN_RUN_FILES
#define GUARDS JATO_USED_TO_GUARD
#define PERMITS JATO_USED_TO_PERMIT
#define TEXT JX_STORED_AS_TEXT
#define UINT64 JX_STORED_AS_UINT64
#define UNSIGNED JX_STORED_AS_UNSIGNED
#define DOUBLE JX_STORED_AS_DOUBLE
#define INT JX_STORED_AS_INT
#define BOOL JX_STORED_AS_BOOL
#define AT(member) offsetof(jato_options, member)

#define ROW sizeof(jato_setting)

/* {size, name, letter, section, key, kind, word, choices, least, most, help, fallback, used},
 * stored, offset */
/* clang-format off */
static const jx_setting rows[] = {
    {{ROW, "algorithm", 'a', "", "algorithm", JATO_SETTING_TEXT, "SPEC", NULL, 0, 0,
     "such as pso:topology=ring; see jato list algorithms", "auto", BEGIN | ASK | SAVED},
     TEXT, AT(algorithm)},
    {{ROW, "particles", 'p', "", "particles", JATO_SETTING_COUNT, "N", NULL, 1, 0,
     "swarm size: 1000, 50k, 1M, 1Mi", "chosen by the algorithm", BEGIN | ASK | SAVED},
     UINT64, AT(particles)},
    {{ROW, "seed", 's', "", "seed", JATO_SETTING_COUNT, "N", NULL, 0, 0,
     "the same seed gives the same run", "1; random for minimize", BEGIN | ASK | SAVED},
     UINT64, AT(seed)},
    {{ROW, "walls", 'w', "", "walls", JATO_SETTING_TEXT, "NAME", NULL, 0, 0,
     "what happens at the bounds; see jato list walls", "reflect", BEGIN | ASK | SAVED},
     TEXT, AT(walls)},
    {{ROW, "precision", 0, "", "precision", JATO_SETTING_CHOICE, "NAME", "double float", 0, 0,
     "precision of the swarm: float or double", "double", BEGIN | ASK | SAVED},
     INT, AT(precision)},
    {{ROW, "maximize", 0, "", "goal", JATO_SETTING_FLAG, NULL, "minimize maximize", 0, 0,
     "look for the largest value, not the smallest", "", BEGIN | ASK | SAVED},
     BOOL, AT(maximize)},
    {{ROW, "device", 0, "", "device", JATO_SETTING_TEXT, "SPEC", NULL, 0, 0,
     "such as cpu:threads=2; see jato list devices", "cpu", BEGIN | RESUME | ASK | SAVED},
     TEXT, AT(device)},

    {{ROW, "iterations", 'i', "limits", "iterations", JATO_SETTING_COUNT, "N", NULL, 1, 0,
     "stop after N iterations", "1000 for a swarm on devices",
     BEGIN | RESUME | ASK | SAVED},
     UINT64, AT(iterations)},
    {{ROW, "evaluations", 0, "limits", "evaluations", JATO_SETTING_COUNT, "N", NULL, 1, 0,
     "stop after exactly N evaluations", "", BEGIN | RESUME | ASK | SAVED},
     UINT64, AT(evaluations)},
    {{ROW, "seconds", 't', "limits", "seconds", JATO_SETTING_TIME, "TIME", NULL, 0, 0,
     "stop after this time: 90, 90s, 2m, 1h", "", BEGIN | RESUME | ASK | SAVED},
     DOUBLE, AT(seconds)},
    {{ROW, "target", 0, "limits", "target", JATO_SETTING_NUMBER, "F", NULL, 0, 0,
     "stop once the best value is F or better", "", BEGIN | RESUME | ASK | SAVED},
     DOUBLE, AT(target)},
    {{ROW, "stall", 0, "limits", "stall", JATO_SETTING_COUNT, "N", NULL, 1, 0,
     "stop after N iterations without improvement", "", BEGIN | RESUME | ASK | SAVED},
     UINT64, AT(stall)},
    {{ROW, "no_converge", 0, "limits", "no_converge", JATO_SETTING_FLAG, NULL, NULL, 0, 0,
     "go on when all points and values have come together", "", BEGIN | RESUME | ASK | SAVED},
     BOOL, AT(no_converge)},

    {{ROW, "order", 0, "", "order", JATO_SETTING_CHOICE, "NAME", "iteration particle arrival", 0, 0,
     "apply outcomes by iteration, particle or arrival", "iteration", BEGIN | ASK | SAVED},
     TEXT, AT(order)},
    {{ROW, "workers", 0, "", "workers", JATO_SETTING_COUNT, "N", NULL, 1, 65536,
     "number of evaluations to run in parallel", "1", BEGIN | RESUME | SAVED},
     UNSIGNED, AT(workers)},
    {{ROW, "timeout", 0, "failures", "timeout", JATO_SETTING_TIME, "TIME", NULL, 0, 0,
     "kill an evaluation that takes longer: 60s, 5m", "no limit",
     BEGIN | RESUME | SAVED | GUARDS},
     DOUBLE, AT(timeout)},
    {{ROW, "retries", 0, "failures", "retries", JATO_SETTING_COUNT, "N", NULL, 0, 1000000,
     "retry a failed evaluation up to N times", "0", BEGIN | RESUME | ASK | SAVED},
     UNSIGNED, AT(retries)},
    {{ROW, "on_failure", 0, "failures", "then", JATO_SETTING_CHOICE, "WHAT", "worst stop", 0, 0,
     "after that, count it as worst or stop the run", "worst", BEGIN | RESUME | ASK | SAVED},
     BOOL, AT(stop_on_failure)},
    {{ROW, "failures_in_row", 0, "failures", "in_row", JATO_SETTING_COUNT, "N", NULL, 1, 0,
     "stop once N evaluations in a row have failed", "50",
     BEGIN | RESUME | ASK | SAVED},
     UINT64, AT(failures_in_row)},

    {{ROW, "repeat_points", 0, "", "repeat_points", JATO_SETTING_FLAG, NULL, NULL, 0, 0,
     "evaluate a point again when it comes again", "", BEGIN | RESUME | SAVED},
     BOOL, AT(repeat_points)},
    {{ROW, "warm_start", 0, "", "warm_start", JATO_SETTING_FILE, "FILE", NULL, 0, 0,
     "begin with the evaluations of a run file, or a table", "", BEGIN | SAVED},
     TEXT, AT(warm_start)},
    {{ROW, "study", 0, "", "study", JATO_SETTING_TEXT, "TEXT", NULL, 0, 0,
     "the study file as its author wrote it", "", SAVED},
     TEXT, AT(study)},

    {{ROW, "memory", 0, "programs", "memory", JATO_SETTING_COUNT, "BYTES", NULL, 1, 0,
     "memory of each process of a program: 500M, 2Gi", "no limit",
     BEGIN | RESUME | SAVED | GUARDS},
     UINT64, AT(memory)},
    {{ROW, "cpu_time", 0, "programs", "cpu", JATO_SETTING_TIME, "TIME", NULL, 0, 0,
     "processor time that a process of a program may use", "no limit",
     BEGIN | RESUME | SAVED | GUARDS},
     DOUBLE, AT(cpu_seconds)},
    {{ROW, "file_size", 0, "programs", "file_size", JATO_SETTING_COUNT, "BYTES", NULL, 1, 0,
     "size of a file that a program may write: 1Gi", "no limit",
     BEGIN | RESUME | SAVED | GUARDS},
     UINT64, AT(file_size)},
    {{ROW, "sandbox", 0, "programs", "sandbox", JATO_SETTING_FLAG, NULL, NULL, 0, 0,
     "run programs by bubblewrap: no network, files read-only", "",
     BEGIN | RESUME | SAVED | GUARDS},
     BOOL, AT(sandbox)},
    {{ROW, "setuid", 0, "programs", "setuid", JATO_SETTING_FLAG, NULL, NULL, 0, 0,
     "let programs gain rights, as sudo does", "", BEGIN | RESUME | SAVED | GUARDS | PERMITS},
     BOOL, AT(setuid)},

    {{ROW, "save", 0, "save", "file", JATO_SETTING_FILE, "FILE", NULL, 0, 0,
     "keep the run in a file, so it can be resumed and inspected", "", BEGIN | RESUME | ASK},
     TEXT, AT(save)},
    {{ROW, "checkpoint", 0, "save", "checkpoint", JATO_SETTING_TIME, "TIME", NULL, 0, 0,
     "time between checkpoints: 500ms, 30s, 5m", "30s", BEGIN | RESUME | ASK},
     DOUBLE, AT(checkpoint)},
    {{ROW, "keep_checkpoints", 0, "save", "keep_checkpoints", JATO_SETTING_COUNT, "N", NULL, 1, 9,
     "earlier checkpoints to keep, as FILE.1 and so on", "1", BEGIN | RESUME | ASK},
     UNSIGNED, AT(keep_checkpoints)},
    {{ROW, "shards", 0, "save", "shards", JATO_SETTING_FLAG, NULL, NULL, 0, 0,
     "let each rank of MPI write its part of the swarm to FILE.shards", "", BEGIN | RESUME},
     BOOL, AT(shards)},
    {{ROW, "record_frames", 0, "save", "record_frames", JATO_SETTING_COUNT, "N", NULL, 1, 100000,
     "record about N snapshots of the swarm, for jato movie", "none", BEGIN | ASK | SAVED},
     UINT64, AT(record_frames)},
    {{ROW, "no_journal", 0, "save", "no_journal", JATO_SETTING_FLAG, NULL, NULL, 0, 0,
     "do not keep single evaluations in FILE.journal", "", BEGIN | RESUME | ASK},
     BOOL, AT(no_journal)},
    {{ROW, "must_save", 0, "save", "must", JATO_SETTING_FLAG, NULL, NULL, 0, 0,
     "end the run if it cannot be saved", "", BEGIN | RESUME | ASK},
     BOOL, AT(must_save)},
    {{ROW, "rank_timeout", 0, "", "rank_timeout", JATO_SETTING_TIME, "TIME", NULL, 0, 0,
     "give up ranks of MPI that do not answer for so long", "10m", BEGIN | RESUME},
     DOUBLE, AT(rank_timeout)},
    {{ROW, "profile", 0, "", "profile", JATO_SETTING_FLAG, NULL, NULL, 0, 0,
     "time each kind of work, and show where the time goes", "", BEGIN | RESUME},
     BOOL, AT(profile)},

    {{ROW, "compiler", 0, "compile", "compiler", JATO_SETTING_TEXT, "NAME", NULL, 0, 0,
     "C compiler for the cpu device", "gcc, clang or cc, as found", BEGIN | RESUME},
     TEXT, AT(compiler)},
    {{ROW, "compile_time", 0, "compile", "time", JATO_SETTING_TIME, "TIME", NULL, 0, 0,
     "kill a compiler that takes longer", "60s", BEGIN | RESUME},
     DOUBLE, AT(compile_seconds)},
    {{ROW, "cache", 0, "compile", "cache", JATO_SETTING_FILE, "FOLDER", NULL, 0, 0,
     "folder for compiled code", "~/.cache/jato; none in C and Python", BEGIN | RESUME},
     TEXT, AT(cache)},
    {{ROW, "temporary", 0, "compile", "temporary", JATO_SETTING_FILE, "FOLDER", NULL, 0, 0,
     "folder the compiler works in", "$TMPDIR; /tmp in C and Python", BEGIN | RESUME},
     TEXT, AT(temporary)},
}; /* of the table */
/* clang-format on */
enum { ROWS = sizeof rows / sizeof rows[0] };

void jato_options_init(jato_options *options, size_t size)
{
  static const jato_options usual = {.size = sizeof usual,
                                     .algorithm = "auto",
                                     .device = "cpu",
                                     .walls = "reflect",
                                     .seed = 1,
                                     .target = NAN};
  if (options == NULL || size < sizeof size) return;
  options->size = size;
  jx_sized_write(&usual, sizeof usual, options);
}

jato_status jx_options_read(const jato_options *given, jato_options *own, jato_error *error)
{
  jato_options_init(own, sizeof *own);
  return given != NULL ? jx_sized_read("jato_options", given, own, sizeof *own, error) : JATO_OK;
}

void jato_options_copy_sized(const jato_options *from, jato_options *options)
{
  jato_options own;
  if (options != NULL && jx_options_read(from, &own, NULL) == JATO_OK)
    jx_sized_write(&own, sizeof own, options);
}

const jx_setting *jx_setting_at(size_t index) { return index < ROWS ? &rows[index] : NULL; }

const jato_setting *jato_setting_at(size_t index)
{
  return index < ROWS ? &rows[index].shown : NULL;
}

/* The public part of a row is its first member. */
static const jx_setting *row_of(const jato_setting *setting) { return (const jx_setting *)setting; }

const jato_setting *jx_setting_in(const char *section, unsigned used, size_t index)
{
  for (size_t i = 0; i < ROWS; i++) {
    const jato_setting *setting = &rows[i].shown;
    int is_there = section == NULL || strcmp(setting->section, section) == 0;
    if (is_there && (setting->used & used) != 0 && index-- == 0) return setting;
  }
  return NULL;
}

const jato_setting *jx_setting_of_key(const char *section, const char *key, unsigned used)
{
  const jato_setting *setting;
  for (size_t i = 0; (setting = jx_setting_in(section, used, i)) != NULL; i++)
    if (strcmp(setting->key, key) == 0) break;
  return setting;
}

const char **jx_setting_text(const jato_setting *setting, jato_options *options)
{
  const jx_setting *row = row_of(setting);
  return row->stored == TEXT ? (const char **)((char *)options + row->offset) : NULL;
}

static jato_setting_value value_at(const jx_setting *row, const jato_options *options,
                                   const char **text, uint64_t *count, double *number)
{
  const void *at = (const char *)options + row->offset;
  switch (row->stored) {
  case TEXT: *text = *(const char *const *)at; return JATO_VALUE_TEXT;
  case DOUBLE: *number = *(const double *)at; return JATO_VALUE_NUMBER;
  case UINT64: *count = *(const uint64_t *)at; return JATO_VALUE_COUNT;
  case UNSIGNED: *count = *(const unsigned *)at; return JATO_VALUE_COUNT;
  case BOOL: *count = *(const bool *)at; return JATO_VALUE_COUNT;
  case INT: *count = (uint64_t) * (const int *)at; return JATO_VALUE_COUNT;
  }
  return JATO_VALUE_NONE;
}

jato_setting_value jato_setting_get(const jato_setting *setting, const jato_options *options,
                                    const char **text, uint64_t *count, double *number)
{
  jato_options own;
  if (setting == NULL || options == NULL || text == NULL || count == NULL || number == NULL)
    return JATO_VALUE_NONE;
  if (jx_options_read(options, &own, NULL) != JATO_OK) return JATO_VALUE_NONE;
  return value_at(row_of(setting), &own, text, count, number);
}

/* ---- Reading ---- */

/* What is being read: its setting, the name that messages use, and the text. */
typedef struct reading {
  const jato_setting *setting;
  const char *shown, *text;
  jato_error *error;
} reading;

static jato_status needs(const reading *r, const char *what)
{
  char text[JX_SHOWN];
  return jx_fail(r->error, JATO_E_ARGUMENT, "%s %s: needs %s", r->shown,
                 jx_text_show(r->text, text), what);
}

static jato_status read_choice(const reading *r, const char *choices, uint64_t *index)
{
  char text[JX_SHOWN], nearest[JX_SHOWN];
  int found = jx_text_index(jx_text_of(r->text), choices);
  if (found > 0) {
    *index = (uint64_t)found - 1;
    return JATO_OK;
  }
  (void)jx_text_show(r->text, text);
  if (jato_nearest_word(r->text, choices, nearest))
    return jx_fail(r->error, JATO_E_ARGUMENT, "%s %s: not a choice; did you mean %s?", r->shown,
                   text, nearest);
  return jx_fail(r->error, JATO_E_ARGUMENT, "%s %s: not a choice; choose from: %s", r->shown, text,
                 choices);
}

static jato_status read_count(const reading *r, uint64_t *value)
{
  char text[JX_SHOWN];
  const jato_setting *setting = r->setting;
  const char *wanted = jato_read_count(r->text, value);
  if (wanted != NULL) return needs(r, wanted);
  int low = *value < setting->least, high = setting->most != 0 && *value > setting->most;
  if (!low && !high) return JATO_OK;
  return jx_fail(r->error, JATO_E_ARGUMENT, "%s %s: must be %llu or %s", r->shown,
                 jx_text_show(r->text, text),
                 (unsigned long long)(low ? setting->least : setting->most), low ? "more" : "less");
}

/* One with words of its own is said by them where it has another name: goal: maximize. */
static jato_status read_flag(const reading *r, uint64_t *value)
{
  int by_words = r->setting->choices != NULL && strcmp(r->shown, r->setting->key) == 0;
  return read_choice(r, by_words ? r->setting->choices : "false true", value);
}

/* Reads kinds that are whole numbers in the end. */
static jato_status read_whole(const reading *r, uint64_t *value)
{
  switch (r->setting->kind) {
  case JATO_SETTING_COUNT: return read_count(r, value);
  case JATO_SETTING_CHOICE: return read_choice(r, r->setting->choices, value);
  default: return read_flag(r, value);
  }
}

static jato_status read_real(const reading *r, double *out)
{
  const char *wanted = r->setting->kind == JATO_SETTING_TIME ? jato_read_seconds(r->text, out)
                                                             : jato_read_number(r->text, out);
  return wanted == NULL ? JATO_OK : needs(r, wanted);
}

static jato_status read_text(const reading *r, const char **out)
{
  uint64_t index;
  if (r->text[0] == '\0') return needs(r, "a value");
  if (r->setting->choices != NULL) JX_TRY(read_choice(r, r->setting->choices, &index));
  *out = r->text;
  return JATO_OK;
}

jato_status jx_setting_read(const jato_setting *setting, const char *shown, const char *text,
                            jato_options *options, jato_error *error)
{
  reading r = {setting, shown, text, error};
  const jx_setting *row = row_of(setting);
  void *member = (char *)options + row->offset;
  uint64_t value = 0;
  if (row->stored == TEXT) return read_text(&r, member);
  if (row->stored == DOUBLE) return read_real(&r, member);
  JX_TRY(read_whole(&r, &value));
  if (row->stored == UINT64) *(uint64_t *)member = value;
  if (row->stored == UNSIGNED) *(unsigned *)member = (unsigned)value;
  if (row->stored == BOOL) *(bool *)member = value != 0;
  if (row->stored == INT) *(int *)member = (int)value;
  return JATO_OK;
}

/* ---- By name ---- */

/* Whether a name is this one, with '-' for '_' or not. */
static int is_name(const char *typed, const char *name)
{
  while (*typed != '\0' && (*typed == *name || (*typed == '-' && *name == '_'))) {
    typed++;
    name++;
  }
  return *typed == '\0' && *name == '\0';
}

static jato_status set_row(const jx_setting *row, const char *name, const char *text,
                           jato_options *options, jato_error *error)
{
  jato_options own;
  JX_TRY(jx_options_read(options, &own, error));
  if (!jx_sized_has(options, row->offset))
    return jx_fail(error, JATO_E_NAME, "%s: this program was compiled before the setting was added",
                   name);
  JX_TRY(jx_setting_read(&row->shown, name, text, &own, error));
  jx_sized_write(&own, sizeof own, options);
  return JATO_OK;
}

jato_status jato_options_set(jato_options *options, const char *name, const char *text,
                             jato_error *error)
{
  char shown[JX_SHOWN];
  if (options == NULL || name == NULL || text == NULL)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s is NULL: give options, the name of a setting and its value as a text",
                   options == NULL ? "options"
                   : name == NULL  ? "name"
                                   : "text");
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  for (size_t i = 0; i < ROWS; i++) {
    if (is_name(name, rows[i].shown.name)) return set_row(&rows[i], name, text, options, error);
    jx_nearest_offer(&nearest, rows[i].shown.name);
  }
  (void)jx_text_show(name, shown);
  const char *now = jato_renamed(JATO_NAME_SETTING, name);
  if (now != NULL) return jx_fail(error, JATO_E_NAME, "%s was renamed: use %s", shown, now);
  if (nearest.name == NULL) return jx_fail(error, JATO_E_NAME, "unknown setting %s", shown);
  return jx_fail(error, JATO_E_NAME, "unknown setting %s; did you mean %s?", shown, nearest.name);
}
