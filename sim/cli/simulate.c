/* jato simulate: a simulator by itself, with pictures. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/compiling.h"
#include "base/live_line.h"
#include "base/machine.h"
#include "base/progress.h"
#include "base/ranks/ranks.h"
#include "simulate.h"

/* Units of work between two checks of the clock and of Ctrl-C. */
#define PORTION 2e9

#define AT(member) .offset = offsetof(cli_simulate_request, member)
static const cli_option options[] = {
    {"iterations", 'i', CLI_COUNT, "N", "number of steps (default: 100)", AT(iterations)},
    {"device", 0, CLI_TEXT, "SPEC", "such as cpu:threads=1 or opencl:0 (default: cpu)", AT(device)},
    {"seed", 's', CLI_COUNT, "N", "seed of the random start (default: 1)", AT(seed)},
    {"input", 0, CLI_TEXT, "FILE",
     "picture to begin with: PBM, PGM, PPM or PNG; - is standard "
     "input, the default of catmap",
     AT(input)},
    {"output", 'o', CLI_TEXT, "FILE",
     "picture at the end, by its ending: .pbm .pgm .ppm .png .gif; - is standard output, the "
     "default of catmap",
     AT(output)},
    {"every", 0, CLI_COUNT, "N",
     "also a picture after every N steps: FILE-100.png, ...; of a .gif, a frame", AT(every),
     .least = 1},
    {"history", 0, CLI_TEXT, "FILE",
     "numbers after every step, or every N of --every, as CSV: energies, and the positions of a "
     "few bodies",
     AT(history)},
    {"profile", 0, CLI_FLAG, NULL, "a table of kernels: calls, time, share", AT(profile)},
    {"no-cache", 0, CLI_FLAG, NULL, "do not use the cache of compiled code", AT(no_cache)},
    CLI_OUTPUT_OPTIONS(AT),
};

static int check_request(const cli_simulate_request *asked)
{
  bool is_piped = asked->output != NULL && strcmp(asked->output, "-") == 0;
  bool has_file = asked->output != NULL || asked->history != NULL;
  if (asked->every > 0 && (is_piped || !has_file))
    cli_complain("--every needs --output FILE, whose name the pictures get with their numbers");
  else if (asked->json && asked->output != NULL && strcmp(asked->output, "-") == 0)
    cli_complain("--json and the picture cannot both go to standard output; give --output FILE");
  else
    return CLI_DONE;
  return CLI_USAGE;
}

static void show(const jato_simulation *simulation, uint64_t iterations)
{
  char text[CLI_LINE];
  jato_simulation_info facts = *jato_simulation_get_info(simulation);
  double fraction = (double)facts.steps / (double)iterations;
  double rate = facts.work * (double)facts.steps / facts.seconds;
  snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64 " steps, %.3g %s/s, %.0f s left",
           facts.steps, iterations, rate, facts.unit, facts.seconds * (1 - fraction) / fraction);
  cli_line_draw(fraction, text);
}

/* All iterations, or as many as there were before Ctrl-C. */
static int run_steps(const cli_simulate_request *asked, jato_simulation *simulation, cli_film *film,
                     const cli_beside *history)
{
  jato_error error;
  bool live = cli_line_is_wanted(asked->quiet);
  double work = jato_simulation_get_info(simulation)->work, shown = cli_now();
  uint64_t portion = PORTION > work ? (uint64_t)(PORTION / work) : 1;
  int code = cli_film_take(film, asked, simulation, 0);
  if (code == CLI_DONE) code = cli_history_take(history, asked, simulation, 0);
  bool is_over = false; /* on one rank, and so on all */
  for (uint64_t done = 0; done < asked->iterations && code == CLI_DONE && !is_over;) {
    uint64_t steps = cli_film_next(film, asked, done, asked->iterations - done);
    steps = steps < portion ? steps : portion;
    jato_status status = jato_simulation_step(simulation, steps, &error);
    if (status != JATO_OK) code = cli_complain_of(status, &error);
    done += steps;
    is_over = status == JATO_OK && jato_simulation_any(simulation, cli_interrupted()) != 0;
    bool is_drawn = film->is_diagram || done == asked->iterations || is_over ||
                    (asked->every > 0 && done % asked->every == 0);
    if (code == CLI_DONE && is_drawn) code = cli_film_take(film, asked, simulation, done);
    if (code == CLI_DONE) code = cli_history_take(history, asked, simulation, done);
    if (live && cli_now() - shown > CLI_REDRAW_SECONDS) {
      show(simulation, asked->iterations);
      shown = cli_now();
    }
  }
  if (live) cli_line_clear();
  return code;
}

static int report(const cli_simulate_request *asked, const char *spec, jato_simulation *simulation)
{
  char complete[256];
  uint64_t digest;
  jato_error error;
  if (asked->output != NULL && strcmp(asked->output, "-") == 0) return CLI_DONE;
  jato_status status = jato_simulator_complete(spec, complete, sizeof complete, &error);
  if (status == JATO_OK) status = jato_simulation_digest(simulation, &digest, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  (asked->json ? cli_simulate_json : cli_simulate_print)(asked, complete, simulation, digest);
  return CLI_DONE;
}

static int simulate(const cli_simulate_request *asked, const char *spec)
{
  char folder[CLI_FOLDER] = "";
  jato_error error;
  jato_image *start = NULL;
  jato_simulation *simulation = NULL;
  cli_film film = {0};
  cli_beside history = {.stream = NULL};
  int code = asked->input != NULL ? cli_read_picture(asked->input, &start) : CLI_DONE;
  if (code != CLI_DONE) return code;
  if (!asked->no_cache) cli_usual_cache(folder);
  jato_simulation_options with = {JATO_SIMULATION_OPTIONS_INIT,
                                  .device = asked->device,
                                  .start = start,
                                  .seed = asked->seed,
                                  .ranks = 1,
                                  .timed = asked->profile,
                                  .cache = folder[0] != '\0' ? folder : NULL,
                                  .temporary = cli_usual_temporary(),
                                  .notice = cli_notice};
  jato_status status = jato_simulation_create(spec, &with, &simulation, &error);
  if (status != JATO_OK) code = cli_complain_of(status, &error);
  jato_image_destroy(&start);
  if (code == CLI_DONE) code = cli_film_begin(asked, simulation, &film);
  if (code == CLI_DONE) code = cli_history_begin(asked, simulation, &history);
  if (code == CLI_DONE) code = run_steps(asked, simulation, &film, &history);
  int written = cli_history_end(&history);
  if (code == CLI_DONE) code = written;
  if (code == CLI_DONE && asked->rank == 0) code = cli_film_write(&film);
  if (code == CLI_DONE) code = report(asked, spec, simulation);
  if (code == CLI_DONE && jato_simulation_get_info(simulation)->steps < asked->iterations)
    code = cli_interrupted_code();
  cli_film_end(&film);
  jato_simulation_destroy(&simulation);
  return code;
}

/* A picture goes in and another comes out: standard input and output, unless files are given. */
static bool is_filter(const char *spec)
{
  jato_entry entry;
  size_t length = strcspn(spec, ":");
  for (size_t i = 0; jato_simulator_find(i, &entry); i++)
    if (strlen(entry.name) == length && strncmp(entry.name, spec, length) == 0)
      return strcmp(entry.traits, "needs a picture") == 0;
  return false;
}

/* Sets where pictures come from and go to, by default. */
static int fill_in(cli_simulate_request *asked, const char *spec)
{
  if (!is_filter(spec)) return CLI_DONE;
  if (asked->output == NULL && !asked->json && !asked->profile) asked->output = "-";
  if (asked->input != NULL) return CLI_DONE;
  asked->input = "-";
  if (!isatty(STDIN_FILENO)) return CLI_DONE;
  cli_complain("%s needs a picture: give --input FILE, or send it to standard input", spec);
  return CLI_USAGE;
}

static int simulate_run(const cli_command *self, int argc, char **argv)
{
  cli_simulate_request asked = {.rank = self->ranks->rank, .iterations = 100, .seed = 1};
  cli_words words;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code != CLI_DONE) return code;
  if (words.count == 0) {
    cli_complain(
        "simulate needs a simulator, as in: jato simulate elementary:rule=30 -o rule30.png; "
        "jato list simulators shows them");
    return CLI_USAGE;
  }
  code = fill_in(&asked, words.word[0]);
  if (code == CLI_DONE) code = check_request(&asked);
  if (code != CLI_DONE) return code;
  cli_interrupt_catch();
  return simulate(&asked, words.word[0]);
}

const cli_command cli_simulate = {
    .name = "simulate",
    .summary = "run a simulator by itself, with pictures",
    .usage = "SIMULATOR[:PARAMETER=VALUE,...] [OPTIONS]",
    CLI_OPTIONS(options),
    .most_words = 1,
    .on_ranks = true,
    .run = simulate_run,
};
