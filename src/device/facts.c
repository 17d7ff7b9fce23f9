#include "device/facts.h"

#include <string.h>

#include "base/text.h"

_Static_assert(JX_FACT_COUNT <= JATO_MOST_DEVICE_FACTS, "raise JATO_MOST_DEVICE_FACTS");

void jx_facts_begin(jato_device_fact facts[JX_FACT_COUNT])
{
  static const struct {
    const char *name, *unit, *label;
  } rows[JX_FACT_COUNT] = {
#define ROW(row, measure, words) {#row, measure, words},
      JX_FACT_ROWS(ROW)
#undef ROW
  };
  for (size_t i = 0; i < JX_FACT_COUNT; i++)
    facts[i] =
        (jato_device_fact){.name = rows[i].name, .unit = rows[i].unit, .label = rows[i].label};
}

void jx_fact_count(jato_device_fact *facts, jx_fact fact, uint64_t number)
{
  facts[fact].number = number;
  facts[fact].known = number != 0;
}

void jx_fact_text(jato_device_fact *facts, jx_fact fact, const char *text)
{
  jato_device_fact *row = &facts[fact];
  jx_text words = jx_text_trim(jx_text_of(text));
  if (words.length > sizeof row->text - 1) words.length = sizeof row->text - 1;
  words = jx_text_trim(words);
  memcpy(row->text, words.start, words.length);
  row->text[words.length] = '\0';
  row->known = words.length > 0;
}
