#include "device/facts.h"

#include <ctype.h>
#include <string.h>

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
  while (isspace((unsigned char)*text)) text++;
  size_t length = strlen(text);
  if (length > sizeof row->text - 1) length = sizeof row->text - 1;
  while (length > 0 && isspace((unsigned char)text[length - 1])) length--;
  memcpy(row->text, text, length);
  row->text[length] = '\0';
  row->known = length > 0;
}
