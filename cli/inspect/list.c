/* jato list: what this build contains. */
#include <stdio.h>
#include <string.h>

#include "base/command.h"
#include "base/devices.h"
#include "sim/sim.h"
#include "inspect/catalogue.h"

typedef struct request {
  bool json, names, verbose;
} request;

static const cli_option options[] = {
    {"json", 'j', CLI_FLAG, NULL, "print JSON", .offset = offsetof(request, json)},
    {"names", 0, CLI_FLAG, NULL, "print only names, one per line; with NAME, its parameters",
     .offset = offsetof(request, names)},
    {"verbose", 0, CLI_FLAG, NULL, "devices: all that each reports, as deviceQuery and clinfo do",
     .offset = offsetof(request, verbose)},
};

static const struct {
  const char *word;
  cli_kind kind;
} kinds[] = {
    {"algorithms", CLI_KIND_ALGORITHM}, {"problems", CLI_KIND_PROBLEM},
    {"devices", CLI_KIND_DEVICE},       {"walls", CLI_KIND_WALLS},
    {"simulators", CLI_KIND_SIMULATOR},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

/* Whether it is one of the names, which have one space between them. Returns CLI_DONE, or
 * CLI_USAGE after a message; `what` is its kind, such as "algorithm". */
static int check_among(const char *names, const char *what, const char *name)
{
  return cli_word_index(name, names) >= 0 ? CLI_DONE : cli_complain_unknown(what, name, names);
}

/* Adds a name to names that have one space between. */
static void add_name(char *names, size_t room, const char *name)
{
  size_t used = strlen(names);
  snprintf(names + used, room - used, "%s%s", used == 0 ? "" : " ", name);
}

/* ---- Settings ---- */

#define SETTINGS "settings"

/* What it takes: "double|float", or the word of its help. */
static void write_takes(const jato_setting *setting, char takes[64])
{
  const char *what = setting->choices != NULL ? setting->choices : setting->word;
  snprintf(takes, 64, "%s", what != NULL ? what : "");
  for (char *at = takes; setting->choices != NULL && *at != '\0'; at++)
    if (*at == ' ') *at = '|';
}

static void print_setting(const jato_setting *setting)
{
  char takes[64], about[CLI_SETTING_ABOUT];
  write_takes(setting, takes);
  printf("  %-12s %-26s %s\n", setting->name, takes, cli_setting_about(setting, about));
}

static void print_choices(const jato_setting *setting)
{
  char word[CLI_WORD];
  const char *at = setting->choices != NULL ? setting->choices : "";
  while (cli_next_word(&at, word)) puts(word);
}

static void setting_json(const jato_setting *setting, jx_json *json)
{
  jx_json_begin_object(json, NULL);
  jx_json_text(json, "name", setting->name);
  jx_json_text(json, "section", setting->section);
  jx_json_text(json, "key", setting->key);
  jx_json_text(json, "takes", setting->word != NULL ? setting->word : "");
  jx_json_text(json, "choices", setting->choices != NULL ? setting->choices : "");
  jx_json_text(json, "default", setting->fallback);
  jx_json_text(json, "help", setting->help);
  jx_json_end(json);
}

/* What somebody can ask for; run files keep more. */
static const cli_taken can_be_given = {.used = JATO_USED_TO_BEGIN | JATO_USED_TO_RESUME |
                                               JATO_USED_TO_ASK};

/* One setting, or all of them where `only` is NULL; names alone of one are its choices. */
static void list_settings(const request *asked, const char *only, jx_json *json, const char *key)
{
  const jato_setting *setting;
  if (asked->json) jx_json_begin_array(json, key);
  for (size_t i = 0; (setting = cli_setting_taken(&can_be_given, i)) != NULL; i++) {
    if (only != NULL && strcmp(setting->name, only) != 0) continue;
    if (asked->json)
      setting_json(setting, json);
    else if (asked->names && only != NULL)
      print_choices(setting);
    else if (asked->names)
      puts(setting->name);
    else
      print_setting(setting);
  }
  if (asked->json) jx_json_end(json);
}

static int list_setting(const request *asked, const char *only)
{
  char names[1024] = "";
  jx_json json = jx_json_to_file(stdout);
  const jato_setting *setting;
  for (size_t i = 0; (setting = cli_setting_taken(&can_be_given, i)) != NULL; i++)
    add_name(names, sizeof names, setting->name);
  int code = only != NULL ? check_among(names, "setting", only) : CLI_DONE;
  if (code == CLI_DONE) list_settings(asked, only, &json, NULL);
  return code;
}

/* ---- What has parameters ---- */

/* Checks that the kind has a row of that name. */
static int check_name(size_t kind, const char *name)
{
  char names[2048] = "";
  jato_entry entry;
  for (size_t i = 0; cli_catalogue_row(kinds[kind].kind, i, &entry); i++)
    add_name(names, sizeof names, entry.name);
  char what[32]; /* "algorithm": the word without its s; "walls" is a word of its own */
  size_t length = strlen(kinds[kind].word) - (kinds[kind].kind == CLI_KIND_WALLS ? 0 : 1);
  snprintf(what, sizeof what, "%.*s", (int)length, kinds[kind].word);
  return check_among(names, what, name);
}

static void list_everything(const request *asked)
{
  jx_json json = jx_json_to_file(stdout);
  jato_entry entry;
  if (asked->json) jx_json_begin_object(&json, NULL);
  for (size_t i = 0; i < KIND_COUNT; i++) {
    if (asked->json) {
      cli_catalogue_json(kinds[i].kind, NULL, &json, kinds[i].word);
    } else if (asked->names) {
      cli_catalogue_names(kinds[i].kind, NULL);
    } else {
      printf("%s%s\n", i == 0 ? "" : "\n", kinds[i].word);
      cli_catalogue_brief(kinds[i].kind);
      if (!cli_catalogue_row(kinds[i].kind, 0, &entry)) printf("  not in this build\n");
    }
  }
  if (!asked->json && !asked->names) printf("\n" SETTINGS "\n");
  list_settings(asked, NULL, &json, SETTINGS);
  if (asked->json) jx_json_end(&json);
}

/* The devices of this machine, then the kinds that this build has with their parameters. */
static void list_devices(const request *asked, const char *only)
{
  printf("on this machine\n");
  cli_devices_print(only, asked->verbose);
  printf("\nin this build\n");
  cli_catalogue_full(CLI_KIND_DEVICE, only);
}

static void list_algorithms(void)
{
  cli_catalogue_brief(CLI_KIND_ALGORITHM);
  puts("\n`jato list algorithms NAME` shows the parameters, traits and source of one,\n"
       "`jato list algorithms plugin:path=FILE` those of a method of your own.");
}

static void print_plugin(const jato_entry *entry, void *user)
{
  const request *asked = user;
  jx_json json = jx_json_to_file(stdout);
  if (asked->json) {
    jx_json_begin_array(&json, NULL);
    cli_catalogue_row_json(CLI_KIND_ALGORITHM, entry, &json);
    jx_json_end(&json);
  } else if (asked->names) {
    cli_catalogue_row_names(entry);
  } else {
    cli_catalogue_row_full(CLI_KIND_ALGORITHM, entry);
  }
}

/* The method of a shared object, which is loaded since it was named. */
static int list_plugin(request *asked, const char *spec)
{
  jato_error error;
  jato_status status = jato_catalogue_plugin(spec, print_plugin, asked, &error);
  return status == JATO_OK ? CLI_DONE : cli_complain_of(status, &error);
}

static void list_kind(const request *asked, cli_kind kind, const char *only)
{
  jx_json json = jx_json_to_file(stdout);
  if (asked->json && kind == CLI_KIND_DEVICE)
    cli_devices_json(only, asked->verbose, &json, NULL);
  else if (asked->json)
    cli_catalogue_json(kind, only, &json, NULL);
  else if (asked->names)
    cli_catalogue_names(kind, only);
  else if (kind == CLI_KIND_DEVICE)
    list_devices(asked, only);
  else if (kind == CLI_KIND_ALGORITHM && only == NULL)
    list_algorithms();
  else
    cli_catalogue_full(kind, only);
}

static int list_run(const cli_command *self, int argc, char **argv)
{
  request asked = {0};
  cli_words words;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  if (asked.json && asked.names)
    return cli_refuse(CLI_USAGE, "list: --json and --names cannot be combined");
  if (asked.verbose && (words.count == 0 || strcmp(words.word[0], "devices") != 0))
    return cli_refuse(CLI_USAGE,
                      "list: --verbose is about devices, as in: jato list devices --verbose");
  if (words.count == 0) {
    list_everything(&asked);
    return CLI_DONE;
  }
  if (strcmp(words.word[0], SETTINGS) == 0)
    return list_setting(&asked, words.count == 2 ? words.word[1] : NULL);
  size_t kind = 0;
  while (kind < KIND_COUNT && strcmp(kinds[kind].word, words.word[0]) != 0) kind++;
  if (kind == KIND_COUNT)
    return cli_complain_unknown("kind", words.word[0],
                                "algorithms problems devices walls simulators " SETTINGS);
  if (kinds[kind].kind == CLI_KIND_ALGORITHM && words.count == 2 &&
      strncmp(words.word[1], "plugin", strcspn(words.word[1], ":")) == 0)
    return list_plugin(&asked, words.word[1]);
  if (kinds[kind].kind == CLI_KIND_SIMULATOR) code = cli_sim_check();
  if (code == CLI_DONE && words.count == 2) code = check_name(kind, words.word[1]);
  if (code == CLI_DONE) list_kind(&asked, kinds[kind].kind, words.word[1]);
  return code;
}

const cli_command cli_list = {
    .name = "list",
    .summary = "list algorithms, problems, devices, walls, simulators and settings",
    .usage = "[algorithms|problems|devices|walls|simulators|settings [NAME]] [OPTIONS]",
    CLI_OPTIONS(options),
    .most_words = 2,
    .run = list_run,
};
