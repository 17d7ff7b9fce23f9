/* jato: the program. Finds the command, writes the help, and checks that the results arrived. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/command.h"
#include "base/ranks/ranks.h"

/* The help of a command: a paragraph or two, a line "examples", and the examples. */
#define CLI_COMMAND(name)              \
  extern const cli_command cli_##name; \
  extern const char cli_text_##name[];
#include "commands.def"
#undef CLI_COMMAND
extern const char cli_text_general[];

static const struct {
  const cli_command *command;
  const char *help;
} commands[] = {
#define CLI_COMMAND(name) {&cli_##name, cli_text_##name},
#include "commands.def"
#undef CLI_COMMAND
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const char command_names[] =
#define CLI_COMMAND(name) #name " "
#include "commands.def"
#undef CLI_COMMAND
    "help";

static void print_general_help(FILE *out)
{
  fputs("jato finds the best parameters of a function without using its derivatives.\n\n"
        "usage: jato COMMAND [ARGUMENTS]\n\ncommands\n",
        out);
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    fprintf(out, "  %-10s %s\n", commands[i].command->name, commands[i].command->summary);
  fputs(cli_text_general, out);
}

static void print_option(const char *name, char letter, const char *word, const char *help)
{
  char left[48];
  char dash[8] = "    ";
  if (letter != 0) snprintf(dash, sizeof dash, "-%c, ", letter);
  snprintf(left, sizeof left, "%s--%s%s%s", dash, name, word == NULL ? "" : " ",
           word == NULL ? "" : word);
  printf("  %-26s %s\n", left, help);
}

/* A resumed run takes its settings from its file, which says nothing about saving and compiling. */
static bool is_in_file(const cli_command *command, const jato_setting *setting)
{
  return command->settings.used == JATO_USED_TO_RESUME &&
         cli_word_index(setting->section, "save compile") < 0;
}

static void print_settings(const cli_command *command)
{
  const jato_setting *setting;
  bool resumes = command->settings.used == JATO_USED_TO_RESUME;
  for (size_t i = 0; (setting = cli_setting_taken(&command->settings, i)) != NULL; i++) {
    char name[CLI_SETTING_NAME], about[CLI_SETTING_ABOUT];
    if (i == 0) printf("\nrun settings%s\n", resumes ? " (default: as in the file)" : "");
    print_option(cli_setting_name(setting, name), setting->letter, setting->word,
                 is_in_file(command, setting) ? setting->help : cli_setting_about(setting, about));
  }
}

static void print_command_help(size_t index)
{
  const cli_command *command = commands[index].command;
  const char *help = commands[index].help, *examples = strstr(help, "\nexamples\n");
  printf("jato %s: %s\n\nusage: jato %s %s\n", command->name, command->summary, command->name,
         command->usage);
  if (examples != help) printf("\n%.*s", (int)(examples - help), help);
  printf("\noptions\n");
  for (size_t i = 0; i < command->option_count; i++) {
    const cli_option *option = &command->options[i];
    if (option->help != NULL)
      print_option(option->name, option->letter, option->word, option->help);
  }
  print_option("help", 'h', NULL, "show this help");
  print_settings(command);
  fputs(examples, stdout);
}

/* COMMAND_COUNT where no command has that name. */
static size_t find_command(const char *name)
{
  size_t i = 0;
  while (i < COMMAND_COUNT && strcmp(commands[i].command->name, name) != 0) i++;
  return i;
}

static bool asks_for_help(const char *argument)
{
  return strcmp(argument, "-h") == 0 || strcmp(argument, "--help") == 0;
}

static int complain_too_many(const char *word, const char *usage)
{
  return cli_refuse(CLI_USAGE, "what is \"%s\"? usage: jato %s", word, usage);
}

static int help(int argc, char **argv)
{
  if (argc == 0 || asks_for_help(argv[0]) || strcmp(argv[0], "help") == 0) {
    print_general_help(stdout);
    return CLI_DONE;
  }
  if (argc > 1) return complain_too_many(argv[1], "help COMMAND");
  size_t index = find_command(argv[0]);
  if (index == COMMAND_COUNT) return cli_complain_unknown("command", argv[0], command_names);
  print_command_help(index);
  return CLI_DONE;
}

/* What is made by several ranks side by side, and says so only once, would look like one. */
static int check_ranks(const cli_command *command)
{
  int ranks = command->on_ranks ? 1 : cli_ranks_count();
  if (ranks == 1) return CLI_DONE;
  return cli_refuse(CLI_USAGE,
                    "%s is not spread over ranks, and there are %d; start it without mpirun",
                    command->name, ranks);
}

static int run_command(size_t index, cli_ranks *ranks, int argc, char **argv)
{
  cli_command chosen = *commands[index].command;
  chosen.ranks = ranks;
  for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (!asks_for_help(argv[i])) continue;
    print_command_help(index);
    return CLI_DONE;
  }
  int code = check_ranks(&chosen);
  return code == CLI_DONE ? chosen.run(&chosen, argc, argv) : code;
}

static int dispatch(cli_ranks *ranks, int argc, char **argv)
{
  if (argc < 2) {
    print_general_help(stderr);
    return CLI_USAGE;
  }
  const char *name = argv[1];
  if (asks_for_help(name)) return help(0, NULL);
  if (strcmp(name, "help") == 0) return help(argc - 2, argv + 2);
  if (strcmp(name, "--version") == 0 && argc > 2) return complain_too_many(argv[2], "--version");
  if (strcmp(name, "--version") == 0) {
    printf("jato %s\n", jato_version());
    return CLI_DONE;
  }
  size_t index = find_command(name);
  if (index < COMMAND_COUNT) return run_command(index, ranks, argc - 2, argv + 2);
  if (name[0] == '-') return cli_complain_unknown("option", name, "--help --version");
  return cli_complain_unknown("command", name, command_names);
}

/* A result that did not reach the file it was sent to, on a full disk say, is not done. */
static int close_output(int code)
{
  bool failed = ferror(stdout) != 0;
  errno = 0;
  if (fclose(stdout) != 0) failed = true;
  if (!failed) return code;
  return cli_refuse(CLI_FILE, "standard output could not be written%s%s", errno != 0 ? ": " : "",
                    errno != 0 ? strerror(errno) : "");
}

int main(int argc, char **argv)
{
  cli_ranks ranks;
  int code = cli_ranks_begin(&ranks);
  if (code == CLI_DONE) code = dispatch(&ranks, argc, argv);
  return cli_ranks_end(&ranks, close_output(code));
}
