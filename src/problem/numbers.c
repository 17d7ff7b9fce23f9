#include "problem/numbers.h"

#include <string.h>

#include "base/file.h"
#include "base/text.h"

#define MOST_BYTES ((size_t)1 << 30)

/* The state of the reader. */
typedef struct reading {
  const char *path;
  const char *at;
  size_t line;  /* from 1 */
  int is_comma; /* the last token on this line was a comma */
  double *numbers;
  size_t count;
} reading;

static int is_between(char c) { return c != '\0' && strchr(" \t\r\n,;", c) != NULL; }

/* An upper bound of the count of numbers: beginnings of words, including those in comments. */
static size_t count_words(const char *text, size_t length)
{
  size_t count = 0;
  for (size_t i = 0; i < length; i++)
    count += !is_between(text[i]) && (i == 0 || is_between(text[i - 1]));
  return count;
}

static jato_status read_number(reading *reads, jato_error *error)
{
  jx_text word = {reads->at, strcspn(reads->at, " \t\r\n,;#")};
  if (!jx_text_number(word, &reads->numbers[reads->count])) {
    char start[JX_SHOWN] = "", shown[JX_SHOWN];
    memcpy(start, word.start, word.length < JX_SHOWN ? word.length : JX_SHOWN - 1);
    return jx_fail(error, JATO_E_FILE, "%s:%zu: \"%s\" is not a finite number", reads->path,
                   reads->line, jx_text_show(start, shown));
  }
  reads->at += word.length;
  reads->count++;
  reads->is_comma = 0;
  return JATO_OK;
}

static jato_status read_next(reading *reads, jato_error *error)
{
  char c = *reads->at;
  if (c == '#') {
    reads->at += strcspn(reads->at, "\n");
    return JATO_OK;
  }
  if (!is_between(c)) return read_number(reads, error);
  if ((c == ',' || c == ';') && (reads->is_comma || reads->count == 0))
    return jx_fail(error, JATO_E_FILE, "%s:%zu: no number in front of a comma", reads->path,
                   reads->line);
  if (c == '\n') reads->line++;
  if (c == '\n' || c == ',' || c == ';') reads->is_comma = c != '\n';
  reads->at++;
  return JATO_OK;
}

jato_status jx_numbers_read(const char *path, const jato_allocator *allocator, double **numbers,
                            size_t *count, jato_error *error)
{
  char *text = NULL;
  size_t length = 0;
  reading reads = {.path = path, .line = 1};
  jato_status status = JATO_OK;
  JX_TRY(jx_file_read_path(path, MOST_BYTES, allocator, &text, &length, error));
  reads.at = text;
  reads.numbers = jx_allocate(allocator, count_words(text, length) + 1, sizeof *reads.numbers);
  if (reads.numbers == NULL)
    status = jx_fail(error, JATO_E_MEMORY, "%s: not enough memory for its numbers", path);
  while (status == JATO_OK && reads.at < text + length) status = read_next(&reads, error);
  if (status == JATO_OK && reads.count == 0)
    status = jx_fail(error, JATO_E_FILE, "%s: holds no numbers", path);
  jx_release(allocator, text);
  if (status != JATO_OK) {
    jx_release(allocator, reads.numbers);
    reads.numbers = NULL;
  }
  *numbers = reads.numbers;
  *count = reads.count;
  return status;
}
