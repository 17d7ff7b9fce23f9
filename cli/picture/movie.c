/* jato movie: the recorded positions of a run, one picture after the other. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "drawing/gnuplot.h"
#include "drawing/output.h"
#include "picture/pictures.h"
#include "picture/surface.h"
#include "subject/record.h"

enum { MOST_FRAMES = 200, FINEST = 129, SHADES = 14, STILLS = 10 };

typedef struct request {
  const char *output;
  const char *size;
} request;

static const cli_option options[] = {
    {"output", 'o', CLI_TEXT, "FILE", "output file, ending in .gif (default: RUN-movie.gif)",
     .offset = offsetof(request, output)},
    {"size", 0, CLI_TEXT, "WxH", "size in pixels (default: 640x560)",
     .offset = offsetof(request, size)},
};

/* The particles of a frame over the plane, or on the curve of a problem with one coordinate, whose
 * values[frame_count][frame_particles] are then given. */
static void write_frame(FILE *script, const cli_data *data, const cli_surface *surface,
                        const double *values, size_t frame)
{
  const jato_record_info *info = data->info;
  const double *x = info->frame_x + frame * info->frame_particles * 2;
  fputs("$particles << end\n", script);
  for (size_t i = 0; i < info->frame_particles; i++) {
    double y = x[2 * i + (data->dim > 1)];
    if (values != NULL) y = cli_surface_value(surface, values[frame * info->frame_particles + i]);
    fprintf(script, "%.7g %.7g\n", x[2 * i], y);
  }
  fputs("end\n", script);
}

/* Values of all frames at once: kernels are compiled, or looked for, at every call. */
static int evaluate_frames(const cli_data *data, double **values)
{
  size_t count = data->info->frame_count * data->info->frame_particles;
  double *x = malloc(count * sizeof *x);
  *values = malloc(count * sizeof **values);
  int code = CLI_FAILED;
  if (x == NULL || *values == NULL) {
    cli_complain("not enough memory for %zu particles", count);
  } else {
    for (size_t i = 0; i < count; i++) x[i] = data->info->frame_x[2 * i];
    code = cli_data_evaluate(data, x, count, *values);
  }
  free(x);
  return code;
}

static void write_title(FILE *script, const cli_data *data, size_t frame)
{
  char first[384], second[512];
  snprintf(first, sizeof first, "%s%s", data->subject,
           data->dim <= 2   ? ""
           : !data->surface ? ", two of its coordinates"
                            : ", slice through the best point");
  snprintf(second, sizeof second, "%s: iteration %" PRIu64, data->settings,
           data->info->frame_iteration[frame]);
  cli_script_title(script, first, second);
}

static void write_plot(FILE *script, const cli_data *data, const cli_surface *surface)
{
  fputs("plot ", script);
  if (surface->value != NULL && data->dim == 1)
    fputs("$surface using 1:3 with lines linewidth 2 linecolor rgb '" CLI_BLUE "', ", script);
  else if (surface->value != NULL)
    fputs("$surface using 1:2:3 with image pixels, ", script);
  fputs("$particles using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#ffffff', "
        "$particles using 1:2 with points pointtype 7 pointsize 0.6 linecolor rgb '#000000'\n",
        script);
}

/* Colours in bands: they make filled contours, and a small file. */
static void write_scene(FILE *script, const cli_data *data, const cli_surface *surface)
{
  cli_surface_axes(script, data);
  fputs("unset key\nunset grid\n", script);
  if (data->dim > 1) fputs("set size square\n", script);
  if (surface->value == NULL) return;
  cli_surface_write(script, data, surface);
  fprintf(script, "set palette maxcolors %d\n", (int)SHADES);
  if (data->dim > 1) return;
  char label[CLI_SURFACE_LABEL];
  double edge = 0.05 * (surface->high - surface->low);
  cli_surface_label(surface, label, sizeof label);
  cli_script_label(script, "ylabel", label);
  fprintf(script, "unset object\nset yrange [%.9g:%.9g]\n", surface->low - edge,
          surface->high + edge);
  if (surface->logarithmic) fputs("set ytics 1\nset format y '10^{%.0f}'\n", script);
}

static void write_frames(FILE *script, const cli_data *data, const cli_surface *surface,
                         const double *values)
{
  size_t count = data->info->frame_count;
  size_t shown = count < MOST_FRAMES ? count : MOST_FRAMES;
  for (size_t i = 0; i < shown; i++) {
    size_t frame = shown < 2 ? 0 : i * (count - 1) / (shown - 1);
    write_frame(script, data, surface, values, frame);
    write_title(script, data, frame);
    write_plot(script, data, surface);
  }
  for (int i = 0; i < STILLS; i++) write_plot(script, data, surface); /* the end stays a while */
}

/* Recorded positions over the plane of a slice, one picture after the other. */
static int write_movie(FILE *script, const cli_canvas *canvas, const cli_data *data)
{
  cli_surface surface;
  double *values = NULL;
  int code = cli_surface_make(data, FINEST, &surface);
  if (code == CLI_DONE && data->dim == 1 && surface.value != NULL)
    code = evaluate_frames(data, &values);
  if (code == CLI_DONE) {
    cli_script_begin(script, canvas);
    write_scene(script, data, &surface);
    write_frames(script, data, &surface, values);
  }
  free(surface.value);
  free(values);
  return code;
}

static int draw_movie(const request *asked, const char *path, cli_data *data)
{
  char name[CLI_PATH];
  cli_canvas canvas = {CLI_GIF, 640, 560};
  FILE *drawing = NULL;
  int code = cli_data_open(path, true, data);
  if (code != CLI_DONE) return code;
  if (data->info->frame_count == 0)
    return cli_refuse(CLI_USAGE,
                      "%s has no frames; record some with --record-frames 100, as in: "
                      "jato minimize sphere --dim 2 --record-frames 100 --save run.h5",
                      path);
  if (asked->output == NULL) cli_output_name(path, "movie", ".gif", name);
  if (asked->size != NULL) code = cli_output_size(asked->size, &canvas);
  if (code == CLI_DONE) code = cli_draw_to_file(write_movie, &canvas, data, &drawing);
  if (code != CLI_DONE) return code;
  code =
      cli_output_keep(drawing, asked->output != NULL ? asked->output : name, asked->output != NULL);
  fclose(drawing);
  return code;
}

static int movie_run(const cli_command *self, int argc, char **argv)
{
  request asked = {0};
  const char *path;
  cli_data data = {0};
  int code = cli_record_parse(self, argc, argv, &asked, &path);
  if (code != CLI_DONE) return code;
  if (asked.output != NULL && !cli_output_ends(asked.output, ".gif"))
    return cli_refuse(CLI_USAGE, "--output %s: a movie's name ends in .gif", asked.output);
  code = draw_movie(&asked, path, &data);
  cli_data_close(&data);
  return code;
}

const cli_command cli_movie = {
    .name = "movie",
    .summary = "animate the particles of a run file as a GIF",
    .usage = "RUN.h5 [OPTIONS]",
    CLI_OPTIONS(options),
    .most_words = 1,
    .run = movie_run,
};
