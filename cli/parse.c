/* Reads a command line by the command's table of options. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "number.h"

enum { NAMES_ROOM = 2048 };

static const cli_option *find_long(const cli_command *command, const char *name, size_t length)
{
  for (size_t i = 0; i < command->option_count; i++) {
    const char *known = command->options[i].name;
    if (strlen(known) == length && strncmp(known, name, length) == 0) return &command->options[i];
  }
  return NULL;
}

static const cli_option *find_letter(const cli_command *command, char letter)
{
  for (size_t i = 0; i < command->option_count; i++)
    if (command->options[i].letter == letter) return &command->options[i];
  return NULL;
}

static int complain_unknown_option(const cli_command *command, const char *name, size_t length)
{
  char names[NAMES_ROOM] = "help";
  char typed[64];
  size_t used = strlen(names);
  for (size_t i = 0; i < command->option_count && used < sizeof names; i++)
    used += (size_t)snprintf(names + used, sizeof names - used, " %s", command->options[i].name);
  snprintf(typed, sizeof typed, "%.*s", (int)length, name);
  return cli_complain_unknown("option", "--", typed, names);
}

/* The place of text among the words of choices, or -1. */
static int place_of(const char *text, const char *choices)
{
  size_t length = strlen(text);
  int place = 0;
  for (const char *at = choices; *at != '\0'; place++) {
    size_t at_length = strcspn(at, " ");
    if (at_length == length && strncmp(at, text, length) == 0) return place;
    at += at_length;
    at += strspn(at, " ");
  }
  return -1;
}

static int store_count(const cli_option *option, const char *text, void *member)
{
  uint64_t value = 0;
  const char *wanted = cli_read_count(text, &value);
  if (wanted != NULL) {
    cli_complain("--%s %s: needs %s", option->name, text, wanted);
    return CLI_USAGE;
  }
  if (value < option->least) {
    cli_complain("--%s %s: must be %" PRIu64 " or more", option->name, text, option->least);
    return CLI_USAGE;
  }
  if (option->most != 0 && value > option->most) {
    cli_complain("--%s %s: must be %" PRIu64 " or less", option->name, text, option->most);
    return CLI_USAGE;
  }
  memcpy(member, &value, sizeof value);
  return CLI_DONE;
}

static int store_double(const cli_option *option, const char *text, void *member)
{
  double value = 0;
  const char *wanted =
      option->type == CLI_REAL ? cli_read_real(text, &value) : cli_read_seconds(text, &value);
  if (wanted != NULL) {
    cli_complain("--%s %s: needs %s", option->name, text, wanted);
    return CLI_USAGE;
  }
  memcpy(member, &value, sizeof value);
  return CLI_DONE;
}

static int store_choice(const cli_option *option, const char *text, void *member)
{
  int place = place_of(text, option->choices);
  if (place < 0) return cli_complain_unknown(option->name, "", text, option->choices);
  memcpy(member, &place, sizeof place);
  return CLI_DONE;
}

static int store_listed(const cli_option *option, const char *text, cli_list_of *list)
{
  size_t most = option->most != 0 ? (size_t)option->most : CLI_MOST_LISTED;
  if (list->count == most) {
    cli_complain("--%s %s: may be given %zu times at most", option->name, text, most);
    return CLI_USAGE;
  }
  list->text[list->count++] = text;
  return CLI_DONE;
}

static int store(const cli_option *option, const char *text, void *request)
{
  void *member = (char *)request + option->offset;
  switch (option->type) {
  case CLI_COUNT: return store_count(option, text, member);
  case CLI_REAL:
  case CLI_SECONDS: return store_double(option, text, member);
  case CLI_CHOICE: return store_choice(option, text, member);
  case CLI_LIST: return store_listed(option, text, member);
  case CLI_TEXT: memcpy(member, &text, sizeof text); break;
  case CLI_FLAG: *(bool *)member = true; break;
  }
  return CLI_DONE;
}

/* Reads the option at argv[*at], and its text from the same or the next argument. */
static int parse_option(const cli_command *command, int argc, char **argv, int *at, void *request)
{
  const char *argument = argv[*at];
  const char *text = NULL;
  const cli_option *option;
  if (argument[1] == '-') {
    size_t length = strcspn(argument + 2, "=");
    option = find_long(command, argument + 2, length);
    if (option == NULL) return complain_unknown_option(command, argument + 2, length);
    if (argument[2 + length] == '=') text = argument + 2 + length + 1;
  } else {
    option = argument[2] == '\0' ? find_letter(command, argument[1]) : NULL;
    if (option == NULL) {
      cli_complain("unknown option %s; jato %s --help shows them all", argument, command->name);
      return CLI_USAGE;
    }
  }
  if (option->type == CLI_FLAG && text != NULL) {
    cli_complain("--%s takes no value", option->name);
    return CLI_USAGE;
  }
  if (option->type != CLI_FLAG && text == NULL) {
    if (*at + 1 >= argc) {
      cli_complain("--%s needs a value: --%s %s", option->name, option->name, option->word);
      return CLI_USAGE;
    }
    text = argv[++*at];
  }
  return store(option, text, request);
}

int cli_parse(const cli_command *command, int argc, char **argv, void *request, cli_words *words)
{
  bool only_words = false; /* after -- */
  memset(words, 0, sizeof *words);
  for (int at = 0; at < argc; at++) {
    if (!only_words && strcmp(argv[at], "--") == 0) {
      only_words = true;
    } else if (!only_words && argv[at][0] == '-' && argv[at][1] != '\0') {
      int code = parse_option(command, argc, argv, &at, request);
      if (code != CLI_DONE) return code;
    } else if (words->count < command->most_words) {
      words->word[words->count++] = argv[at];
    } else {
      cli_complain("%s: what is \"%s\"? usage: jato %s %s", command->name, argv[at], command->name,
                   command->usage);
      return CLI_USAGE;
    }
  }
  return CLI_DONE;
}
