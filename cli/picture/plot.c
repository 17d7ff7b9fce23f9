/* jato plot: pictures of a run file, or of several in one. */
#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "base/number.h"
#include "drawing/gnuplot.h"
#include "drawing/output.h"
#include "picture/pictures.h"

typedef struct request {
  int kind; /* the index among the words of KINDS */
  const char *axes, *output, *size;
  bool compare, terminal;
} request;

#define KINDS "all convergence diversity parallel slice importance"
enum { ALL, CONVERGENCE, DIVERSITY, PARALLEL, SLICE, IMPORTANCE };
#define AT(member) .offset = offsetof(request, member)

static const cli_option options[] = {
    {"kind", 'k', CLI_CHOICE, "NAME",
     "all, convergence, diversity, parallel, slice, importance (default: all)", AT(kind),
     .choices = KINDS},
    {"axes", 0, CLI_TEXT, "I,J", "coordinates of a slice, counted from 0, or names (default: 0,1)",
     AT(axes)},
    {"compare", 'c', CLI_FLAG, NULL, "plot the convergence of several run files together",
     AT(compare)},
    {"output", 'o', CLI_TEXT, "FILE",
     "output file: .svg, .png or .pdf; for all, the stem of the names", AT(output)},
    {"size", 0, CLI_TEXT, "WxH", "size in pixels (default: 800x500; 680x600 for a slice)",
     AT(size)},
    {"terminal", 0, CLI_FLAG, NULL, "draw with characters in the terminal", AT(terminal)},
};

static const struct {
  const char *name;
  cli_draw draw;
  unsigned width, height; /* usual ones */
} kinds[] = {
    {"convergence", cli_draw_convergence, 800, 500}, {"diversity", cli_draw_diversity, 800, 500},
    {"parallel", cli_draw_parallel, 800, 500},       {"slice", cli_draw_slice, 680, 600},
    {"importance", cli_draw_importance, 800, 400},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static const char *ending_of(const request *asked)
{
  static const char *const others[] = {".png", ".pdf"};
  for (size_t i = 0; i < 2 && asked->output != NULL; i++)
    if (cli_output_ends(asked->output, others[i])) return others[i];
  return ".svg";
}

static int canvas_of(const request *asked, unsigned width, unsigned height, cli_canvas *canvas)
{
  *canvas =
      (cli_canvas){asked->output != NULL ? cli_output_kind(asked->output) : CLI_SVG, width, height};
  if (asked->terminal) *canvas = cli_output_terminal();
  return asked->size != NULL ? cli_output_size(asked->size, canvas) : CLI_DONE;
}

static int keep(const request *asked, FILE *drawing, const char *name)
{
  if (!asked->terminal) return cli_output_keep(drawing, name, asked->output != NULL);
  cli_gnuplot_print(drawing);
  return CLI_DONE;
}

/* A coordinate by its number, or by the name of its variable. */
static bool read_axis(const char *text, const cli_data *data, uint64_t *axis)
{
  char name[CLI_COORDINATE];
  for (*axis = 0; data->space != NULL && *axis < data->dim; ++*axis) {
    cli_data_coordinate(data, (size_t)*axis, name);
    if (strcmp(name, text) == 0) return true;
  }
  return jato_read_count(text, axis) == NULL;
}

/* "2,5": two different coordinates of the problem. */
static int read_axes(const char *text, cli_data *data)
{
  char first[CLI_COORDINATE];
  uint64_t axes[2];
  size_t length = strcspn(text, ",");
  snprintf(first, sizeof first, "%.*s", (int)(length < sizeof first ? length : 0), text);
  if (text[length] != ',' || !read_axis(first, data, &axes[0]) ||
      !read_axis(text + length + 1, data, &axes[1]) || axes[0] == axes[1])
    return cli_refuse(CLI_USAGE, "--axes %s: must be two different coordinates, such as 0,1%s",
                      text, data->space != NULL ? ", or names of variables" : "");
  for (int k = 0; k < 2; k++) {
    if (axes[k] >= data->dim)
      return cli_refuse(CLI_USAGE, "--axes %s: the run has coordinates 0 to %zu", text,
                        data->dim - 1);
    data->axes[k] = (size_t)axes[k];
  }
  return CLI_DONE;
}

static int plot_kind(const request *asked, const cli_data *data, size_t kind)
{
  char name[CLI_PATH];
  cli_canvas canvas;
  FILE *drawing = NULL;
  int code = canvas_of(asked, kinds[kind].width, kinds[kind].height, &canvas);
  if (code == CLI_DONE) code = cli_draw_to_file(kinds[kind].draw, &canvas, data, &drawing);
  if (code != CLI_DONE) return code;
  if (asked->output != NULL && asked->kind != ALL)
    snprintf(name, sizeof name, "%s", asked->output);
  else
    cli_output_name(asked->output != NULL ? asked->output : data->path, kinds[kind].name,
                    ending_of(asked), name);
  code = keep(asked, drawing, name);
  fclose(drawing);
  return code;
}

/* Whether a picture is among all: one of importance needs evaluations that were kept. */
static bool is_usual(const cli_data *data, size_t kind)
{
  return kind + 1 != IMPORTANCE || data->fit != NULL;
}

static int plot_one(const request *asked, const char *path)
{
  cli_data data;
  bool history = asked->kind == CONVERGENCE || asked->kind == DIVERSITY; /* needs no particles */
  int code = cli_data_open(path, history, &data);
  if (code == CLI_DONE && asked->axes != NULL) code = read_axes(asked->axes, &data);
  for (size_t i = 0; i < KIND_COUNT && code == CLI_DONE; i++)
    if (asked->kind == (int)i + 1 || (asked->kind == ALL && is_usual(&data, i)))
      code = plot_kind(asked, &data, i);
  cli_data_close(&data);
  return code;
}

/* The runs behind the pointer that draws them all. */
typedef struct several {
  cli_data run[CLI_MOST_WORDS];
  size_t count;
} several;

static int draw_several(FILE *script, const cli_canvas *canvas, const void *subject)
{
  const several *runs = subject;
  return cli_draw_comparison(script, canvas, runs->run, runs->count);
}

static int plot_several(const request *asked, const cli_words *words)
{
  cli_canvas canvas;
  FILE *drawing = NULL;
  several *runs = calloc(1, sizeof *runs);
  if (runs == NULL) return cli_refuse(CLI_FAILED, "not enough memory for %zu runs", words->count);
  int code = canvas_of(asked, 800, 480 + 18 * (unsigned)words->count, &canvas);
  for (size_t i = 0; i < words->count && code == CLI_DONE; i++)
    code = cli_data_open(words->word[runs->count++], true, &runs->run[i]);
  if (code == CLI_DONE) code = cli_output_draw(draw_several, &canvas, runs, &drawing);
  if (code == CLI_DONE)
    code = keep(asked, drawing, asked->output != NULL ? asked->output : "comparison.svg");
  if (drawing != NULL) fclose(drawing);
  for (size_t i = 0; i < runs->count; i++) cli_data_close(&runs->run[i]);
  free(runs);
  return code;
}

static int check(const request *asked, const cli_words *words)
{
  if (words->count == 0)
    cli_complain("plot needs a run file, as in: jato plot run.h5");
  else if (words->count > 1 && !asked->compare)
    cli_complain("plot draws one run file; several in one picture: jato plot --compare %s %s",
                 words->word[0], words->word[1]);
  else if (asked->compare && asked->kind > CONVERGENCE)
    cli_complain("--compare draws the convergence; omit --kind");
  else if (asked->axes != NULL && (asked->compare || (asked->kind != ALL && asked->kind != SLICE)))
    cli_complain("--axes works only with --kind slice");
  else if (asked->terminal && (asked->output != NULL || asked->size != NULL))
    cli_complain("--terminal takes neither --output nor --size");
  else if (asked->output != NULL && !cli_output_is_picture(asked->output))
    cli_complain("--output %s: a picture's name ends in .svg, .png or .pdf", asked->output);
  else
    return CLI_DONE;
  return CLI_USAGE;
}

static int plot_run(const cli_command *self, int argc, char **argv)
{
  request asked = {0};
  cli_words words;
  int code = cli_parse(self, argc, argv, &asked, &words);
  if (code == CLI_DONE) code = check(&asked, &words);
  if (code != CLI_DONE) return code;
  return asked.compare ? plot_several(&asked, &words) : plot_one(&asked, words.word[0]);
}

const cli_command cli_plot = {
    .name = "plot",
    .summary = "plot a run file: convergence, diversity, coordinates, a slice, importance",
    .usage = "RUN.h5 [OPTIONS] | --compare RUN.h5 RUN.h5 ...",
    CLI_OPTIONS(options),
    .most_words = CLI_MOST_WORDS,
    .run = plot_run,
};
