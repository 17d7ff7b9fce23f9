/* Prints the table of a study's keys as a JSON schema, which docs/study.schema.json holds for
 * editors: print_schema > docs/study.schema.json. The test compares the two. */
#include <stdio.h>
#include <string.h>

#include "options/settings.h"
#include "text/keys.h"

static void indent(int depth) { printf("\n%*s", 2 * depth, ""); }

static void print_text(const char *text)
{
  putchar('"');
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') putchar('\\');
    putchar(*text);
  }
  putchar('"');
}

static void print_choices(const char *choices)
{
  printf("\"enum\": [");
  for (const char *at = choices; *at != '\0';) {
    size_t length = strcspn(at, " ");
    /* To YAML, true and false are no texts. */
    const char *quote = strcmp(choices, "false true") == 0 ? "" : "\"";
    printf("%s%s%.*s%s", at == choices ? "" : ", ", quote, (int)length, at, quote);
    at += length + (at[length] == ' ');
  }
  printf("]");
}

/* Counts and times are numbers, or texts with a unit; what is in quotes is read as well. */
static void print_type(const jx_key *key)
{
  switch (key->type) {
  case JX_KEY_TEXT: printf("\"type\": [\"string\", \"number\", \"boolean\"]"); return;
  case JX_KEY_NUMBER: printf("\"type\": \"number\""); return;
  case JX_KEY_COUNT:
    printf("\"type\": [\"integer\", \"string\"], \"minimum\": 0, \"pattern\": "
           "\"^[0-9]+(\\\\.[0-9]*)?([eE][+-]?[0-9]+)?(K|[kMG]i?)?$\"");
    return;
  case JX_KEY_TIME:
    printf("\"type\": [\"number\", \"string\"], \"exclusiveMinimum\": 0, \"pattern\": "
           "\"^[0-9.eE+-]+(ms|s|m|h)?$\"");
    return;
  case JX_KEY_VALUE: printf("\"type\": [\"number\", \"string\", \"boolean\"]"); return;
  case JX_KEY_CHOICE: print_choices(key->choices); return;
  case JX_KEY_CHOICES:
    printf("\"type\": \"array\", \"items\": {");
    print_choices(key->choices);
    printf("}");
    return;
  case JX_KEY_TEXTS:
    printf("\"type\": \"array\", \"maxItems\": %d, \"items\": {\"type\": [\"string\", \"number\", "
           "\"boolean\"]}",
           JX_STUDY_LISTED);
    return;
  case JX_KEY_PAIR:
    printf("\"type\": \"array\", \"items\": {\"type\": \"number\"}, \"minItems\": 2, "
           "\"maxItems\": 2");
    return;
  default: return;
  }
}

static void print_section(const jx_section *section, int depth);

/* A setting as a key of the same kind. */
static jx_key key_of(const jato_setting *setting)
{
  static const jx_key_type types[] = {
      [JATO_SETTING_TEXT] = JX_KEY_TEXT,   [JATO_SETTING_FILE] = JX_KEY_TEXT,
      [JATO_SETTING_COUNT] = JX_KEY_COUNT, [JATO_SETTING_NUMBER] = JX_KEY_NUMBER,
      [JATO_SETTING_TIME] = JX_KEY_TIME,   [JATO_SETTING_CHOICE] = JX_KEY_CHOICE,
      [JATO_SETTING_FLAG] = JX_KEY_CHOICE,
  };
  int is_plain = setting->kind == JATO_SETTING_FLAG && setting->choices == NULL;
  return (jx_key){.name = setting->key,
                  .type = types[setting->kind],
                  .choices = is_plain ? "false true" : setting->choices};
}

static void print_key(const jx_key *key, int depth)
{
  indent(depth);
  print_text(key->name);
  printf(": {");
  indent(depth + 1);
  printf("\"description\": ");
  print_text(key->about);
  printf(",");
  indent(depth + 1);
  if (key->type == JX_KEY_SECTION) {
    print_section(key->section, depth + 1);
  } else if (key->type == JX_KEY_NAMED) {
    printf("\"type\": \"object\", \"maxProperties\": %d,", JX_STUDY_NAMED);
    indent(depth + 1);
    printf("\"propertyNames\": {\"pattern\": \"^[A-Za-z_][A-Za-z0-9_]*$\"},");
    indent(depth + 1);
    printf("\"additionalProperties\": {");
    indent(depth + 2);
    print_section(key->section, depth + 2);
    indent(depth + 1);
    printf("}");
  } else {
    print_type(key);
  }
  indent(depth);
  printf("}");
}

static void print_needed(const jx_section *section, int depth)
{
  int any = 0;
  for (size_t i = 0; i < section->count; i++) {
    if (!section->keys[i].needed) continue;
    if (!any) {
      indent(depth);
      printf("\"required\": [");
    }
    printf("%s\"%s\"", any ? ", " : "", section->keys[i].name);
    any = 1;
  }
  if (any) printf("],");
}

static void print_settings(const jx_section *section, int depth)
{
  const jato_setting *setting;
  int first = section->count == 0;
  for (size_t i = 0; (setting = jx_setting_in(section->settings, JATO_USED_TO_BEGIN, i)) != NULL;
       i++) {
    char about[256];
    int has_fallback = setting->fallback[0] != '\0';
    (void)snprintf(about, sizeof about, "%s%s%s%s", setting->help,
                   has_fallback ? " (default: " : "", setting->fallback, has_fallback ? ")" : "");
    jx_key key = key_of(setting);
    key.about = about;
    if (!first) printf(",");
    first = 0;
    print_key(&key, depth);
  }
}

static void print_section(const jx_section *section, int depth)
{
  printf("\"type\": \"object\",");
  indent(depth);
  printf("\"additionalProperties\": false,");
  print_needed(section, depth);
  indent(depth);
  printf("\"properties\": {");
  for (size_t i = 0; i < section->count; i++) {
    if (i > 0) printf(",");
    print_key(&section->keys[i], depth + 1);
  }
  if (section->settings != NULL) print_settings(section, depth + 1);
  indent(depth);
  printf("}");
}

int main(void)
{
  printf("{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n"
         "  \"title\": \"A study of jato\",\n"
         "  \"description\": \"docs/study-file.md says more of every key.\",\n  ");
  print_section(&jx_study_keys, 1);
  printf("\n}\n");
  return 0;
}
