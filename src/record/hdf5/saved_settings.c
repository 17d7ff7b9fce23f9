#include "record/hdf5/saved_settings.h"

#include "base/text.h"
#include "record/hdf5/put.h"
#include "record/hdf5/validate.h"
#include "options/saved.h"

#include <stdio.h>
#include <string.h>

/* Settings that every file has had. A later one is in /run and needs no word here: it may miss in a
 * file that was written before it came. */
static const char always_in_run[] = "algorithm device walls precision particles seed iterations "
                                    "evaluations stall seconds target record_frames";
static const char always_in_host[] = "order workers timeout retries on_failure";

/* A setting's place in a file. */
typedef struct place {
  jx_attribute attribute; /* at: in jato_options */
  int may_miss;
  const char *choices; /* not NULL: in the file as one of these words, in options by its number */
} place;

static int is_among(const jx_setting *setting, const char *names)
{
  return jx_text_index(jx_text_of(setting->shown.name), names) > 0;
}

/* Returns 0 past the last one. */
static int place_of(size_t number, place *out)
{
  static const jx_attribute_kind kinds[] = {
      [JX_STORED_AS_TEXT] = JX_ATTRIBUTE_TEXT,    [JX_STORED_AS_UINT64] = JX_ATTRIBUTE_COUNT,
      [JX_STORED_AS_UNSIGNED] = JX_ATTRIBUTE_INT, [JX_STORED_AS_DOUBLE] = JX_ATTRIBUTE_REAL,
      [JX_STORED_AS_BOOL] = JX_ATTRIBUTE_FLAG,    [JX_STORED_AS_INT] = JX_ATTRIBUTE_INT};
  const jx_setting *setting = jx_saved_setting(number);
  if (setting == NULL) return 0;
  int in_host = is_among(setting, always_in_host);
  int by_words = setting->shown.kind == JATO_SETTING_FLAG && setting->shown.choices != NULL;
  const char *name = by_words ? setting->shown.key : setting->shown.name; /* goal: maximize */
  *out =
      (place){{in_host ? "host" : "run", name, kinds[setting->stored], setting->offset},
              .may_miss = !in_host && !is_among(setting, always_in_run),
              .choices = setting->stored == JX_STORED_AS_INT || setting->stored == JX_STORED_AS_BOOL
                             ? setting->shown.choices
                             : NULL};
  /* What cannot be typed comes from a file: the text of a study. */
  if (setting->shown.used == JATO_USED_IN_RUN_FILES) out->attribute.kind = JX_ATTRIBUTE_LINES;
  if (is_among(setting, "record_frames")) out->attribute.name = "frames"; /* its name in 0.1.0 */
  if (!is_among(setting, "on_failure")) return 1;
  out->attribute.name = "stop_on_failure"; /* the only choice that files have by its number */
  out->choices = NULL;
  return 1;
}

/* The same attribute with a word in the place of the number. */
static jx_attribute word_of(const place *p)
{
  return (jx_attribute){p->attribute.group, p->attribute.name, JX_ATTRIBUTE_TEXT, 0};
}

static int is_in_host(const place *p) { return strcmp(p->attribute.group, "host") == 0; }

jato_status jx_check_settings(const jato_options *options, jato_error *error)
{
  place p;
  for (size_t i = 0; place_of(i, &p); i++) JX_TRY(jx_check_text(&p.attribute, options, error));
  return JATO_OK;
}

static int put_word(hid_t file, const place *p, const jato_options *options)
{
  char word[64];
  jx_text rest = jx_text_of(p->choices), one = jx_text_cut(&rest, ' ');
  const char *at = (const char *)options + p->attribute.at;
  int number = *(const bool *)at;
  if (p->attribute.kind == JX_ATTRIBUTE_INT) memcpy(&number, at, sizeof number);
  while (number-- > 0 && rest.length > 0) one = jx_text_cut(&rest, ' ');
  (void)snprintf(word, sizeof word, "%.*s", (int)one.length, one.start);
  const char *text = word;
  jx_attribute attribute = word_of(p);
  return jx_put_attribute(file, &attribute, &text);
}

/* A text that was not given is not written: it comes back as NULL. */
static int is_left_out(const place *p, const jato_options *options)
{
  if (!p->may_miss || !jx_attribute_is_text(p->attribute.kind)) return 0;
  return *(const char *const *)(const void *)((const char *)options + p->attribute.at) == NULL;
}

int jx_put_settings(hid_t file, const jato_options *options, int has_host)
{
  place p;
  int good = 1;
  for (size_t i = 0; good && place_of(i, &p); i++) {
    if ((is_in_host(&p) && !has_host) || is_left_out(&p, options)) continue;
    good = p.choices != NULL ? put_word(file, &p, options)
                             : jx_put_attribute(file, &p.attribute, options);
  }
  return good;
}

static jato_status get_word(jx_input *input, const place *p, jato_options *options,
                            jato_error *error)
{
  const char *word = NULL;
  jx_attribute attribute = word_of(p);
  JX_TRY(jx_get_attribute(input, &attribute, &word, error));
  int number = jx_text_index(jx_text_of(word), p->choices) - 1;
  if (number < 0) return jx_unknown_word(attribute.name, word, error);
  char *at = (char *)options + p->attribute.at;
  if (p->attribute.kind == JX_ATTRIBUTE_INT)
    memcpy(at, &number, sizeof number);
  else
    *(bool *)at = number != 0;
  return JATO_OK;
}

jato_status jx_get_settings(jx_input *input, jato_options *options, jato_error *error)
{
  place p;
  int has_host = jx_has_group(input, "host");
  for (size_t i = 0; place_of(i, &p); i++) {
    if (is_in_host(&p) && !has_host) continue;
    if (p.may_miss && !jx_has_attribute(input, &p.attribute)) continue;
    if (p.choices != NULL)
      JX_TRY(get_word(input, &p, options, error));
    else
      JX_TRY(jx_get_attribute(input, &p.attribute, options, error));
  }
  return JATO_OK;
}
