/* jato report: one page with the pictures of a run file and all it says in words. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/command.h"
#include "base/files/temporary.h"
#include "base/number.h"
#include "drawing/output.h"
#include "picture/pictures.h"
#include "picture/report/html.h"
#include "picture/report/page.h"
#include "subject/record.h"

typedef struct request {
  const char *output;
} request;

static const cli_option options[] = {
    {"output", 'o', CLI_TEXT, "FILE", "output file, ending in .html (default: RUN.html)",
     .offset = offsetof(request, output)},
};

static const struct {
  const char *name;
  cli_draw draw;
  unsigned width, height;
  const char *caption;
} pictures[] = {
    {"convergence", cli_draw_convergence, 800, 460,
     "The best value found so far against evaluations of the objective."},
    {"diversity", cli_draw_diversity, 800, 460, "The spread of the swarm, in widths of the box."},
    {"slice", cli_draw_slice, 680, 600,
     "Two coordinates through the best point. Colours are the objective of the gallery or, of a "
     "program, a fit to its evaluations; dots are particles or evaluations."},
    {"parallel", cli_draw_parallel, 800, 500,
     "Every coordinate of the particles or evaluations, from the lower to the upper bound of its "
     "box."},
    {"importance", cli_draw_importance, 800, 400,
     "How much each variable matters where the search was: permutation importance of the fit."},
};
enum { PICTURE_COUNT = sizeof pictures / sizeof pictures[0] };

static int write_pictures(FILE *page, const cli_data *data)
{
  int code = CLI_DONE;
  fputs("<h2>Pictures</h2>\n", page);
  for (size_t i = 0; i < PICTURE_COUNT && code == CLI_DONE; i++) {
    if (pictures[i].draw == cli_draw_importance && data->fit == NULL) continue;
    cli_canvas canvas = {CLI_SVG, pictures[i].width, pictures[i].height};
    FILE *drawing = NULL;
    code = cli_draw_to_file(pictures[i].draw, &canvas, data, &drawing);
    if (code == CLI_DONE) cli_html_picture(page, drawing, pictures[i].name, pictures[i].caption);
    if (drawing != NULL) fclose(drawing);
  }
  return code;
}

static int write_page(FILE *page, const cli_data *data)
{
  char title[320];
  snprintf(title, sizeof title, "Minimising %s", data->subject);
  cli_html_begin(page, title);
  cli_page_best(page, data);
  cli_page_standing(page, data);
  int code = write_pictures(page, data);
  cli_page_settings(page, data);
  cli_page_coordinates(page, data);
  cli_page_commands(page, data);
  cli_page_provenance(page, data);
  cli_html_end(page);
  return code;
}

/* Written to a temporary file first: a page that was there stays there when something fails. */
static int make_page(const cli_data *data, const char *name, bool is_given)
{
  FILE *page = cli_temporary_file();
  if (page == NULL) return CLI_FILE;
  int code = write_page(page, data);
  if (code == CLI_DONE && (fflush(page) != 0 || ferror(page) != 0)) {
    cli_complain("%s could not be written to a temporary file first: %s", name, strerror(errno));
    code = CLI_FILE;
  }
  if (code == CLI_DONE) code = cli_output_keep(page, name, is_given);
  fclose(page);
  return code;
}

static int page_run(const cli_command *self, int argc, char **argv)
{
  request asked = {0};
  const char *path;
  cli_data data;
  char name[CLI_PATH];
  int code = cli_record_parse(self, argc, argv, &asked, &path);
  if (code != CLI_DONE) return code;
  if (asked.output != NULL && !cli_output_ends(asked.output, ".html"))
    return cli_refuse(CLI_USAGE, "--output %s: a report's name ends in .html", asked.output);
  cli_output_name(path, "", ".html", name);
  code = cli_data_open(path, false, &data);
  if (code == CLI_DONE)
    code = make_page(&data, asked.output != NULL ? asked.output : name, asked.output != NULL);
  cli_data_close(&data);
  return code;
}

const cli_command cli_report = {
    .name = "report",
    .summary = "write a run file as one HTML page: plots, settings, result, commands",
    .usage = "RUN.h5 [OPTIONS]",
    CLI_OPTIONS(options),
    .most_words = 1,
    .run = page_run,
};
