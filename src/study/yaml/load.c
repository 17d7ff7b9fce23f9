/* The table of keys as a schema of libcyaml, and a study's text read by it. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cyaml/cyaml.h>

#include "base/text.h"
#include "study/keys.h"
#include "study/yaml/yaml.h"

/* Pieces of memory that go together. */
typedef struct piece {
  struct piece *next;
  max_align_t bytes[];
} piece;

/* libcyaml wants all keys known; names of variables are, by the outline. So the schema is made for
 * each text. */
typedef struct schema {
  piece *pieces;
  const jx_outline *outline;
  cyaml_config_t config;
  cyaml_schema_value_t top;
  char refusal[256]; /* what libcyaml said first */
} schema;

/* Zeroed memory that goes with the schema; NULL where there is none. */
static void *take(schema *plan, size_t count, size_t size)
{
  piece *fresh = calloc(1, sizeof *fresh + count * size);
  if (fresh == NULL) return NULL;
  fresh->next = plan->pieces;
  plan->pieces = fresh;
  return fresh->bytes;
}

/* The words of a key's choices with their values: 1, 2, 3, or 1, 2, 4 for those that add up. */
static int set_choices(schema *plan, const jx_key *key, cyaml_schema_value_t *value)
{
  size_t count = 1, i = 0;
  for (const char *at = key->choices; *at != '\0'; at++) count += *at == ' ';
  cyaml_strval_t *strings = take(plan, count, sizeof *strings);
  char *words = take(plan, strlen(key->choices) + 1, 1);
  if (strings == NULL || words == NULL) return 0;
  jx_text rest = jx_text_of(key->choices);
  for (char *at = words; rest.length > 0; i++) {
    jx_text word = jx_text_cut(&rest, ' ');
    memcpy(at, word.start, word.length);
    strings[i].str = at;
    strings[i].val = key->type == JX_KEY_CHOICES ? INT64_C(1) << i : (int64_t)i + 1;
    at += word.length + 1;
  }
  value->type = key->type == JX_KEY_CHOICES ? CYAML_FLAGS : CYAML_ENUM;
  value->flags = (enum cyaml_flag)(value->flags | CYAML_FLAG_STRICT);
  value->data_size = sizeof(int);
  value->enumeration.strings = strings;
  value->enumeration.count = (uint32_t)count;
  return 1;
}

/* Texts have at least one letter, values and choices may have none. Numbers are texts, too:
 * libcyaml's follow the locale. */
static const cyaml_schema_value_t text_entry = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};
static const cyaml_schema_value_t any_entry = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, CYAML_UNLIMITED)};

static void set_list(const jx_key *key, cyaml_schema_field_t *field)
{
  field->data_offset = (uint32_t)(key->offset + offsetof(jx_texts, text));
  field->count_offset = (uint32_t)(key->offset + offsetof(jx_texts, count));
  field->count_size = sizeof(unsigned);
  field->value.type = CYAML_SEQUENCE;
  field->value.flags = (enum cyaml_flag)(field->value.flags | CYAML_FLAG_POINTER);
  field->value.data_size = sizeof(char *);
  field->value.sequence.entry = key->type == JX_KEY_PAIR ? &text_entry : &any_entry;
  field->value.sequence.min = key->type == JX_KEY_PAIR ? 2 : 0;
  field->value.sequence.max = key->type == JX_KEY_PAIR ? 2 : JX_STUDY_LISTED;
}

static cyaml_schema_field_t *make_fields(schema *plan, const jx_section *section);

/* variables and constraints: an array with an element for each name of the file. */
static int set_named(schema *plan, const jx_key *key, cyaml_schema_value_t *value)
{
  size_t parent = jx_outline_child(plan->outline, 0, key->name), i = 0;
  size_t count = parent == 0 ? 0 : plan->outline->nodes[parent].children;
  cyaml_schema_field_t *inner = make_fields(plan, key->section);
  cyaml_schema_field_t *fields = take(plan, count + 1, sizeof *fields);
  if (inner == NULL || fields == NULL) return 0;
  size_t at = count == 0 ? 0 : plan->outline->nodes[parent].first_child;
  for (; at != 0; at = plan->outline->nodes[at].next, i++) {
    const char *name = plan->outline->nodes[at].key;
    fields[i].key = name != NULL ? name : ""; /* a list, which is no mapping anyway */
    fields[i].data_offset = (uint32_t)(i * key->section->bytes);
    fields[i].value = (cyaml_schema_value_t){
        .type = CYAML_MAPPING, .data_size = (uint32_t)key->section->bytes, .mapping.fields = inner};
    fields[i].value.flags = CYAML_FLAG_OPTIONAL; /* all are there; their order is the file's */
  }
  value->type = CYAML_MAPPING;
  value->flags = (enum cyaml_flag)(value->flags | CYAML_FLAG_POINTER);
  value->data_size = (uint32_t)((count > 0 ? count : 1) * key->section->bytes);
  value->mapping.fields = fields;
  return 1;
}

static int set_section(schema *plan, const jx_key *key, cyaml_schema_value_t *value)
{
  value->type = CYAML_MAPPING;
  value->data_size = (uint32_t)key->section->bytes;
  value->mapping.fields = make_fields(plan, key->section);
  return value->mapping.fields != NULL;
}

static int set_field(schema *plan, const jx_key *key, cyaml_schema_field_t *field)
{
  field->key = key->name;
  field->data_offset = (uint32_t)key->offset;
  field->value.flags = key->needed ? CYAML_FLAG_DEFAULT : CYAML_FLAG_OPTIONAL;
  switch (key->type) {
  case JX_KEY_CHOICE:
  case JX_KEY_CHOICES: return set_choices(plan, key, &field->value);
  case JX_KEY_SECTION: return set_section(plan, key, &field->value);
  case JX_KEY_NAMED: return set_named(plan, key, &field->value);
  case JX_KEY_TEXTS:
  case JX_KEY_PAIR: set_list(key, field); return 1;
  default: break;
  }
  cyaml_flag_e flags = field->value.flags;
  field->value = key->type == JX_KEY_VALUE ? any_entry : text_entry;
  field->value.flags = (enum cyaml_flag)(flags | CYAML_FLAG_POINTER);
  return 1;
}

/* Ended by a field without a key, as libcyaml wants it. NULL where there is no memory. */
static cyaml_schema_field_t *make_fields(schema *plan, const jx_section *section)
{
  cyaml_schema_field_t *fields = take(plan, section->count + 1, sizeof *fields);
  for (size_t i = 0; fields != NULL && i < section->count; i++)
    if (!set_field(plan, &section->keys[i], &fields[i])) return NULL;
  return fields;
}

static void hear(cyaml_log_t level, void *user, const char *format, va_list arguments)
{
  schema *plan = user;
  if (level != CYAML_LOG_ERROR || plan->refusal[0] != '\0') return;
  (void)vsnprintf(plan->refusal, sizeof plan->refusal, format, arguments);
  plan->refusal[strcspn(plan->refusal, "\n")] = '\0';
}

/* The schema for a sheet, which releases it; NULL where there is no memory. */
static schema *make_schema(jx_sheet *sheet)
{
  schema *plan = calloc(1, sizeof *plan);
  sheet->schema = plan;
  if (plan == NULL) return NULL;
  plan->outline = &sheet->outline;
  cyaml_schema_field_t *fields = make_fields(plan, &jx_study_keys);
  if (fields == NULL) return NULL;
  plan->config = (cyaml_config_t){.log_fn = hear,
                                  .log_ctx = plan,
                                  .mem_fn = cyaml_mem,
                                  .log_level = CYAML_LOG_ERROR,
                                  .flags = CYAML_CFG_NO_ALIAS};
  plan->top = (cyaml_schema_value_t){.type = CYAML_MAPPING,
                                     .flags = CYAML_FLAG_POINTER,
                                     .data_size = (uint32_t)jx_study_keys.bytes,
                                     .mapping.fields = fields};
  return plan;
}

static int has_too_many_names(const jx_outline *outline)
{
  for (size_t i = 0; i < jx_study_keys.count; i++) {
    size_t at = jx_study_keys.keys[i].type == JX_KEY_NAMED
                    ? jx_outline_child(outline, 0, jx_study_keys.keys[i].name)
                    : 0;
    if (at != 0 && outline->nodes[at].children > JX_STUDY_NAMED) return 1;
  }
  return 0;
}

jato_status jx_sheet_load(jx_sheet *sheet, const char *text, const char *name, jato_error *error)
{
  cyaml_data_t *data = NULL;
  sheet->outline.name = name;
  JX_TRY(jx_outline_load(&sheet->outline, text, error));
  if (has_too_many_names(&sheet->outline)) return jx_outline_explain(&sheet->outline, error);
  schema *plan = make_schema(sheet);
  if (plan == NULL) return jx_fail(error, JATO_E_MEMORY, "no memory for the study %s", name);
  cyaml_err_t refused =
      cyaml_load_data((const uint8_t *)text, strlen(text), &plan->config, &plan->top, &data, NULL);
  sheet->draft = data;
  if (refused == CYAML_OK && data != NULL) return JATO_OK;
  if (refused == CYAML_ERR_OOM)
    return jx_fail(error, JATO_E_MEMORY, "no memory for the study %s", name);
  JX_TRY(jx_outline_explain(&sheet->outline, error));
  return jx_outline_fail(&sheet->outline, 0, error, "%s",
                         plan->refusal[0] != '\0' ? plan->refusal : cyaml_strerror(refused));
}

void jx_sheet_release(jx_sheet *sheet)
{
  schema *plan = sheet->schema;
  if (plan != NULL) {
    if (sheet->draft != NULL) (void)cyaml_free(&plan->config, &plan->top, sheet->draft, 0);
    for (piece *at = plan->pieces, *next; at != NULL; at = next) {
      next = at->next;
      free(at);
    }
  }
  free(plan);
  jx_outline_release(&sheet->outline);
  sheet->draft = NULL;
  sheet->schema = NULL;
}
