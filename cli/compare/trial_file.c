#define _POSIX_C_SOURCE 200809L

#include "compare/trial_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/beside.h"

static const char first_line[] =
    "# jato compare, format 1: the columns are evaluations and the best "
    "value\n";
static const char last_line[] = "# end\n";

int cli_trial_folder(const char *folder)
{
  struct stat about;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST)
    cli_complain("--save %s: the folder cannot be made: %s", folder, strerror(errno));
  else if (stat(folder, &about) != 0)
    cli_complain("--save %s: %s", folder, strerror(errno));
  else if (!S_ISDIR(about.st_mode))
    cli_complain("--save %s: is not a folder; runs are kept in one, as in --save comparison",
                 folder);
  else if (access(folder, W_OK | X_OK) != 0)
    cli_complain("--save %s: cannot create files there: %s", folder, strerror(errno));
  else
    return CLI_DONE;
  return CLI_FILE;
}

/* Text with room for it, as printf would write it, which the caller frees; NULL without memory. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
static char *
text_of(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text == NULL) return NULL;
  va_start(arguments, format);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return text;
}

/* The second line of a run's file: no other run has it. */
static char *make_key(const cli_trial *trial, const cli_trial_place *place)
{
  return text_of("# %s --algorithm %s --seed %" PRIu64 "\n", place->about, place->complete,
                 trial->seed);
}

/* The name holds the hash of the file's second line, so that no other file has it. */
static char *make_path(const cli_trial *trial, const cli_trial_place *place, const char *key)
{
  return text_of("%s/%.*s-%" PRIu64 "-%016" PRIx64 ".txt", place->folder,
                 (int)strcspn(place->method, ":"), place->method, trial->seed,
                 cli_hash(CLI_HASH_BEGIN, key, strlen(key)));
}

/* ---- Reading ---- */

/* A file that is read line by line. */
typedef struct reader {
  FILE *file;
  char *line;
  size_t room;
} reader;

/* Whether there is a further line, and it is this text. */
static bool read_same(reader *in, const char *text)
{
  return getline(&in->line, &in->room, in->file) > 0 && strcmp(in->line, text) == 0;
}

/* Whether there is a further line, "# name text"; *text is then the rest of it, without its end. */
static bool read_member(reader *in, const char *name, const char **text)
{
  size_t length = strlen(name);
  if (getline(&in->line, &in->room, in->file) <= 0) return false;
  if (strncmp(in->line, "# ", 2) != 0 || strncmp(in->line + 2, name, length) != 0) return false;
  if (in->line[2 + length] != ' ') return false;
  in->line[strcspn(in->line, "\n")] = '\0';
  *text = in->line + 3 + length;
  return true;
}

static bool read_count(reader *in, const char *name, uint64_t *count)
{
  const char *text;
  char *end;
  if (!read_member(in, name, &text)) return false;
  *count = strtoull(text, &end, 10);
  return end != text && *end == '\0';
}

static bool read_stop(reader *in, jato_stop *stop)
{
  const char *text;
  if (!read_member(in, "stop", &text)) return false;
  for (int i = JATO_STOP_TARGET; i <= JATO_STOP_CONVERGED; i++)
    if (strcmp(jato_stop_name((jato_stop)i), text) == 0) {
      *stop = (jato_stop)i;
      return true;
    }
  return false;
}

static bool read_row(reader *in, cli_trial *trial)
{
  char *end;
  if (getline(&in->line, &in->room, in->file) <= 0) return false;
  uint64_t evaluations = strtoull(in->line, &end, 10);
  if (*end != ' ') return false;
  const char *number = end + 1;
  double best = strtod(number, &end);
  return end != number && *end == '\n' && cli_trial_add(trial, evaluations, best);
}

static bool read_trial(reader *in, const char *key, cli_trial *trial)
{
  const char *text;
  char *end;
  uint64_t rows = 0;
  if (!read_same(in, first_line) || !read_same(in, key)) return false;
  if (!read_count(in, "evaluations", &trial->evaluations)) return false;
  if (!read_member(in, "best", &text)) return false;
  trial->best = strtod(text, &end);
  if (end == text || !read_stop(in, &trial->stop) || !read_count(in, "rows", &rows)) return false;
  for (; rows > 0; rows--)
    if (!read_row(in, trial)) return false;
  return read_same(in, last_line);
}

void cli_trial_load(cli_trial *trial, const cli_trial_place *place)
{
  char *key = make_key(trial, place);
  char *path = key != NULL ? make_path(trial, place, key) : NULL;
  reader in = {.file = path != NULL ? fopen(path, "r") : NULL};
  bool sound = in.file != NULL && read_trial(&in, key, trial);
  if (!sound) cli_trial_forget(trial); /* the run is made again, and its file with it */
  trial->done = sound;
  if (in.file != NULL) fclose(in.file);
  free(in.line);
  free(path);
  free(key);
}

/* ---- Writing ---- */

static void write_trial(FILE *out, const char *key, const cli_trial *trial)
{
  fprintf(out, "%s%s# evaluations %" PRIu64 "\n# best %.17g\n# stop %s\n# rows %zu\n", first_line,
          key, trial->evaluations, trial->best, jato_stop_name(trial->stop), trial->row_count);
  for (size_t i = 0; i < trial->row_count; i++)
    fprintf(out, "%" PRIu64 " %.17g\n", trial->rows[i].evaluations, trial->rows[i].best);
  fputs(last_line, out);
}

static jato_status fail(jato_error *error, jato_status status, const char *path)
{
  if (status == JATO_E_MEMORY)
    snprintf(error->text, sizeof error->text, "not enough memory to save a run");
  else
    snprintf(error->text, sizeof error->text, "%s: %s", path, cli_beside_why(path));
  error->status = status;
  return status;
}

jato_status cli_trial_store(const cli_trial *trial, const cli_trial_place *place, jato_error *error)
{
  jato_status status = JATO_OK;
  char *key = make_key(trial, place);
  char *path = key != NULL ? make_path(trial, place, key) : NULL;
  cli_beside out;
  bool written = path != NULL && cli_beside_open(&out, path);
  if (written) {
    write_trial(out.stream, key, trial);
    written = cli_beside_keep(&out);
  }
  if (!written) status = fail(error, path != NULL ? JATO_E_FILE : JATO_E_MEMORY, path);
  free(path);
  free(key);
  return status;
}
