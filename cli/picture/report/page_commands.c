/* The commands of a report: what to type to repeat, resume and verify the run. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <stdlib.h>

#include "base/shell_word.h"
#include "picture/report/html.h"
#include "picture/report/page.h"
#include "subject/record.h"
#include "subject/repeat.h"

static void print_repeat(FILE *out, const cli_data *data)
{
  const jato_record_info *info = data->info;
  char *bounds = cli_record_has_own_box(info) ? cli_record_bounds(info) : NULL;
  cli_subject subject = {.word = info->problem, .bounds = bounds};
  cli_repeat repeat = {.subject = &subject,
                       .name = info->problem,
                       .dim = info->dim,
                       .asked = info->options,
                       .result = info->result,
                       .file = data->path,
                       .resumed = true,
                       .planned = info->planned_iterations};
  cli_print_repeat(out, &repeat);
  free(bounds);
}

static void print_resume(FILE *out, const cli_data *data)
{
  cli_print_advice(out, data->path, data->info->options, data->info->result);
}

static void print_verify(FILE *out, const cli_data *data)
{
  fputs("jato verify ", out);
  cli_print_word(out, data->path);
}

/* A command under its heading; what it prints is escaped. */
static void write_command(FILE *page, const char *heading,
                          void (*print)(FILE *out, const cli_data *data), const cli_data *data)
{
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (out == NULL) return;
  print(out, data);
  if (fclose(out) == 0) {
    fprintf(page, "<p>%s</p>\n<pre>", heading);
    cli_html_text(page, text);
    fputs("</pre>\n", page);
  }
  free(text);
}

void cli_page_commands(FILE *page, const cli_data *data)
{
  fputs("<h2>Commands</h2>\n", page);
  if (data->info->kind == JATO_RECORD_FUNCTION) {
    fputs("<p>The objective is a user callback, which is not stored in the run file: the program "
          "that made the run can resume it with jato_run_load and verify it with "
          "jato_run_replay.</p>\n",
          page);
    return;
  }
  if (data->info->kind == JATO_RECORD_GALLERY)
    write_command(page, "Repeat the run:", print_repeat, data);
  write_command(page, "Resume it:", print_resume, data);
  write_command(page, "Verify the file by recomputing the run:", print_verify, data);
}
