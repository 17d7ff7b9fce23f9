#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "base/file.h"
#include "base/number.h"

/* Far more than anybody writes: a device file, or one taken for another, ends here. */
#define MOST_TEXT ((size_t)16 << 20)
enum { LONGEST_NUMBER = 64 };

static int complain_of_file(const char *path)
{
  cli_complain("%s: %s", path, strerror(errno));
  return CLI_FILE;
}

/* Twice the room, *room in bytes; false, and the old room kept, without memory. */
static bool grow(void **memory, size_t *room)
{
  size_t wanted = *room == 0 ? 4096 : 2 * *room;
  void *grown = realloc(*memory, wanted);
  if (grown == NULL) return false;
  *memory = grown;
  *room = wanted;
  return true;
}

static int read_all(FILE *file, const char *path, void **text, size_t *length)
{
  size_t room = 0;
  *length = 0;
  do {
    if (*length + 1 >= room && !grow(text, &room)) {
      cli_complain("%s: no memory for its text", path);
      return CLI_FAILED;
    }
    *length += fread((char *)*text + *length, 1, room - *length - 1, file);
    if (ferror(file)) return complain_of_file(path);
    if (*length > MOST_TEXT) {
      cli_complain("%s: longer than 16 MiB; is it the right file?", path);
      return CLI_FILE;
    }
  } while (!feof(file));
  ((char *)*text)[*length] = '\0';
  if (strlen(*text) == *length) return CLI_DONE;
  cli_complain("%s: has a zero byte; is it the right file?", path);
  return CLI_FILE;
}

int cli_read_text(const char *path, char **text)
{
  size_t length = 0;
  void *memory = NULL;
  FILE *file = fopen(path, "rb");
  if (file == NULL) return complain_of_file(path);
  int code = read_all(file, path, &memory, &length);
  fclose(file);
  if (code != CLI_DONE) {
    free(memory);
    memory = NULL;
  }
  *text = memory;
  return code;
}

/* The numbers of a file as they are read. */
typedef struct reading {
  FILE *file;
  const char *path;
  size_t line; /* from 1 */
  bool comma;  /* the last thing on this line was a comma */
  void *numbers;
  size_t room, count; /* in bytes; in numbers */
} reading;

static bool is_space(int c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool ends_number(int c)
{
  return c == EOF || c == '\n' || c == ',' || c == '#' || is_space(c);
}

static int add_number(reading *reads, const char *text)
{
  double number = 0;
  if (jato_read_number(text, &number) != NULL) {
    cli_complain("%s:%zu: \"%s\" is no finite number", reads->path, reads->line, text);
    return CLI_FILE;
  }
  if ((reads->count + 1) * sizeof number > reads->room && !grow(&reads->numbers, &reads->room)) {
    cli_complain("%s: no memory for its numbers", reads->path);
    return CLI_FAILED;
  }
  ((double *)reads->numbers)[reads->count++] = number;
  reads->comma = false;
  return CLI_DONE;
}

/* Reads the number that begins with c, and leaves what follows it in the file. */
static int read_number(reading *reads, int c)
{
  char text[LONGEST_NUMBER + 1];
  size_t length = 0;
  for (; !ends_number(c) && length < LONGEST_NUMBER; c = getc(reads->file))
    text[length++] = (char)c;
  text[length] = '\0';
  if (c != EOF) ungetc(c, reads->file);
  return add_number(reads, text);
}

/* A second comma in a row, or one at the beginning, would move all numbers behind it. */
static int read_comma(reading *reads)
{
  if (reads->comma || reads->count == 0) {
    cli_complain("%s:%zu: no number in front of a comma", reads->path, reads->line);
    return CLI_FILE;
  }
  reads->comma = true;
  return CLI_DONE;
}

static int read_numbers(reading *reads)
{
  int code = CLI_DONE;
  for (int c = getc(reads->file); c != EOF && code == CLI_DONE; c = getc(reads->file)) {
    if (c == '#')
      while (c != '\n' && c != EOF) c = getc(reads->file);
    if (c == EOF) break;
    if (c == '\n') {
      reads->line++;
      reads->comma = false;
    } else if (c == ',') {
      code = read_comma(reads);
    } else if (!is_space(c)) {
      code = read_number(reads, c);
    }
  }
  if (code != CLI_DONE) return code;
  if (ferror(reads->file)) return complain_of_file(reads->path);
  if (reads->count > 0) return CLI_DONE;
  cli_complain("%s: holds no numbers", reads->path);
  return CLI_FILE;
}

int cli_read_numbers(const char *path, double **numbers, size_t *count)
{
  reading reads = {.file = fopen(path, "r"), .path = path, .line = 1};
  if (reads.file == NULL) return complain_of_file(path);
  int code = read_numbers(&reads);
  fclose(reads.file);
  if (code != CLI_DONE) {
    free(reads.numbers);
    return code;
  }
  *numbers = reads.numbers;
  *count = reads.count;
  return CLI_DONE;
}

char *cli_folder_of(const char *path)
{
  const char *slash = strrchr(path, '/');
  size_t length = slash == NULL ? 1 : (size_t)(slash - path);
  if (slash == path) length = 1; /* "/c.c" lies in "/" */
  char *folder = malloc(length + 1);
  if (folder == NULL) return NULL;
  memcpy(folder, slash == NULL ? "." : path, length);
  folder[length] = '\0';
  return folder;
}
