#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/settings.h"
#include "sim/sim.h"
#include "inspect/catalogue.h"

int cli_catalogue_row(cli_kind kind, size_t index, jato_entry *entry)
{
  return kind == CLI_KIND_SIMULATOR ? cli_sim_find(index, entry)
                                    : jato_catalogue((jato_kind)kind, index, entry);
}

static bool wanted(const jato_entry *entry, const char *only)
{
  return only == NULL || strcmp(entry->name, only) == 0;
}

static void write_default(const jato_parameter *parameter, char text[CLI_WORD])
{
  if (parameter->text) return;
  if (parameter->choices != NULL)
    cli_word_at(parameter->choices, (int)parameter->fallback, text);
  else
    cli_write_shortest(text, parameter->fallback);
}

static void print_parameter(const jato_parameter *parameter)
{
  char fallback[CLI_WORD] = "";
  write_default(parameter, fallback);
  printf("    %-12s %-10s ", parameter->name, fallback);
  char range[128];
  char low[CLI_SHORTEST];
  char high[CLI_SHORTEST];
  if (parameter->text) {
    snprintf(range, sizeof range, "text");
  } else if (parameter->choices != NULL) {
    snprintf(range, sizeof range, "%s", parameter->choices);
  } else {
    cli_write_shortest(low, parameter->smallest);
    cli_write_shortest(high, parameter->largest);
    snprintf(range, sizeof range, "%s .. %s%s", low, high, parameter->whole ? ", whole" : "");
  }
  printf("%-36s %s\n", range, parameter->help);
}

static bool is_built(const jato_entry *entry) { return strcmp(entry->state, "built") == 0; }

static int name_width(cli_kind kind)
{
  size_t width = 8;
  jato_entry entry;
  for (size_t i = 0; cli_catalogue_row(kind, i, &entry); i++)
    if (strlen(entry.name) > width) width = strlen(entry.name);
  return (int)width;
}

static void print_line(cli_kind kind, const jato_entry *entry)
{
  printf("  %-*s  ", name_width(kind), entry->name);
  if (kind == CLI_KIND_PROBLEM) {
    char box[64] = "see formula";
    if (entry->lower < entry->upper)
      snprintf(box, sizeof box, "[%g, %g]", entry->lower, entry->upper);
    printf("%-18s  ", box);
  }
  if (kind == CLI_KIND_DEVICE) printf("%-18s  ", entry->state);
  fputs(entry->summary, stdout);
  if (kind != CLI_KIND_DEVICE && !is_built(entry)) printf(" (%s)", entry->state);
  putchar('\n');
}

void cli_catalogue_brief(cli_kind kind)
{
  jato_entry entry;
  for (size_t i = 0; cli_catalogue_row(kind, i, &entry); i++) print_line(kind, &entry);
}

void cli_catalogue_row_full(cli_kind kind, const jato_entry *entry)
{
  print_line(kind, entry);
  for (size_t k = 0; k < entry->parameter_count; k++)
    print_parameter(jato_entry_parameter(entry, k));
  if (entry->traits[0] != '\0') printf("    traits: %s\n", entry->traits);
  if (entry->source[0] != '\0') printf("    source: %s\n", entry->source);
}

void cli_catalogue_full(cli_kind kind, const char *only)
{
  jato_entry entry;
  for (size_t i = 0; cli_catalogue_row(kind, i, &entry); i++)
    if (wanted(&entry, only)) cli_catalogue_row_full(kind, &entry);
}

static void print_parameter_names(const jato_parameter *parameter)
{
  char word[CLI_WORD];
  const char *at = parameter->choices;
  if (at == NULL) {
    printf("%s=\n", parameter->name);
    return;
  }
  while (cli_next_word(&at, word)) printf("%s=%s\n", parameter->name, word);
}

void cli_catalogue_row_names(const jato_entry *entry)
{
  for (size_t k = 0; k < entry->parameter_count; k++)
    print_parameter_names(jato_entry_parameter(entry, k));
}

void cli_catalogue_names(cli_kind kind, const char *only)
{
  jato_entry entry;
  for (size_t i = 0; cli_catalogue_row(kind, i, &entry); i++) {
    if (!wanted(&entry, only)) continue;
    if (only == NULL) {
      puts(entry.name);
      continue;
    }
    cli_catalogue_row_names(&entry);
  }
}

static void write_parameter(jx_json *json, const jato_parameter *parameter)
{
  char word[CLI_WORD] = "";
  const char *at = parameter->choices;
  jx_json_begin_object(json, NULL);
  jx_json_text(json, "name", parameter->name);
  jx_json_text(json, "help", parameter->help);
  if (at != NULL) {
    write_default(parameter, word);
    jx_json_text(json, "default", word);
    jx_json_begin_array(json, "choices");
    while (cli_next_word(&at, word)) jx_json_text(json, NULL, word);
    jx_json_end(json);
  } else if (parameter->text) {
    jx_json_text(json, "default", "");
    jx_json_bool(json, "text", true);
  } else {
    jx_json_number(json, "default", parameter->fallback);
    jx_json_number(json, "smallest", parameter->smallest);
    jx_json_number(json, "largest", parameter->largest);
    jx_json_bool(json, "whole", parameter->whole != 0);
  }
  jx_json_end(json);
}

void cli_catalogue_row_json(cli_kind kind, const jato_entry *entry, jx_json *json)
{
  jx_json_begin_object(json, NULL);
  jx_json_text(json, "name", entry->name);
  jx_json_text(json, "summary", entry->summary);
  jx_json_text(json, "source", entry->source);
  if (entry->traits[0] != '\0') jx_json_text(json, "traits", entry->traits);
  jx_json_text(json, "state", entry->state);
  if (kind == CLI_KIND_PROBLEM) {
    jx_json_number(json, "lower", entry->lower);
    jx_json_number(json, "upper", entry->upper);
  }
  jx_json_begin_array(json, "parameters");
  for (size_t k = 0; k < entry->parameter_count; k++)
    write_parameter(json, jato_entry_parameter(entry, k));
  jx_json_end(json);
  jx_json_end(json);
}

void cli_catalogue_json(cli_kind kind, const char *only, jx_json *json, const char *key)
{
  jato_entry entry;
  jx_json_begin_array(json, key);
  for (size_t i = 0; cli_catalogue_row(kind, i, &entry); i++)
    if (wanted(&entry, only)) cli_catalogue_row_json(kind, &entry, json);
  jx_json_end(json);
}
