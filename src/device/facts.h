/* The sheet on which a device writes what it knows of itself: one row for each jx_fact. */
#pragma once

#include "contract/device.h"

/* All rows with their names, nothing known. */
void jx_facts_begin(jato_device_fact facts[JX_FACT_COUNT]);

/* Devices say 0, or no text, where they know nothing: so does the sheet then. A text is cut where
 * it is too long, and loses the blanks at its ends. */
void jx_fact_count(jato_device_fact *facts, jx_fact fact, uint64_t number);
void jx_fact_text(jato_device_fact *facts, jx_fact fact, const char *text);
