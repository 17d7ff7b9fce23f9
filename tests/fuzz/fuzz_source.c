/* Feeds the reader of C sources and expressions with bytes; the first one says which. Nothing is
 * compiled. Apart from crashes: tokens are the whole text, one behind the other; a refusal has
 * words; a source that was read is read again as itself, and only single precision adds to it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/lexer.h"
#include "program/source.h"
#include "swarm/offload/can_vectorise.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void complain(const char *what, const char *text)
{
  (void)fprintf(stderr, "fuzz_source: %s: %s\n", what, text);
  abort();
}

static size_t count_lines(const char *text)
{
  size_t lines = 0;
  for (; *text != '\0'; text++) lines += *text == '\n';
  return lines;
}

static void try_tokens(const char *text)
{
  const char *at = text;
  size_t lines = 0;
  for (jx_token token = jx_token_read(at); token.kind != JX_TOKEN_END; token = jx_token_read(at)) {
    if (token.start != at || token.length == 0) complain("a token is not where it begins", at);
    if (token.kind == JX_TOKEN_NUMBER && token.start[0] != '.' &&
        (token.start[0] < '0' || token.start[0] > '9'))
      complain("no number", at);
    if (jx_token_is_plain_floating(token) && token.kind != JX_TOKEN_NUMBER) complain("words", at);
    if (jx_token_past_lines(at).start < jx_token_past_blanks(at).start)
      complain("lines before blanks", at);
    lines += jx_token_lines(token);
    at += token.length;
  }
  if (*at != '\0' || lines != count_lines(text)) complain("the text goes on", at);
}

/* Each f of single precision follows a token; without them the text is the old one. */
static void check_added(const char *source, const char *single)
{
  for (; *source != '\0'; single++) {
    if (*single == *source)
      source++;
    else if (*single != 'f')
      complain("more than a suffix", single);
  }
  if (single[strspn(single, "f")] != '\0') complain("more than a suffix", single);
}

static void check_source(const char *source, const jato_allocator *allocator)
{
  jato_error error = {JATO_OK, ""};
  jx_string again, single = {.allocator = *allocator}, twice = {.allocator = *allocator};
  char name[64];
  if (jx_source_read(&(jato_source){JATO_SOURCE_INIT, .text = source}, allocator, &again, &error) !=
      JATO_OK)
    complain(error.text, source);
  if (strcmp(again.text, source) != 0) complain("read as another", again.text);
  if (!jx_source_add(&single, source, JATO_FLOAT) || !jx_source_add(&twice, source, JATO_DOUBLE))
    complain("no memory", source);
  if (strcmp(twice.text, source) != 0) complain("changed in double precision", twice.text);
  check_added(source, single.text);
  jx_source_coordinates(source, name, sizeof name);
  if (name[0] == '\0') complain("coordinates without a name", source);
  (void)jx_source_has_residuals(source);
  (void)jx_offload_can_vectorise(source);
  jx_string_release(&again);
  jx_string_release(&single);
  jx_string_release(&twice);
}

/* Without a folder, so that it includes no file. */
static void try_source(const jato_source *source)
{
  jato_allocator allocator = jx_allocator_or_default(NULL);
  jato_error error = {JATO_OK, ""};
  jx_string read;
  if (jx_source_read(source, &allocator, &read, &error) == JATO_OK)
    check_source(read.text, &allocator);
  else if (error.text[0] == '\0' || read.text != NULL)
    complain("a refusal without words", "");
  jx_string_release(&read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0) return 0;
  char *text = malloc(size); /* the rest, ended by a zero behind it */
  if (text == NULL) return 0;
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  switch (data[0]) {
  case 'l': try_tokens(text); break;
  case 't': try_source(&(jato_source){JATO_SOURCE_INIT, .text = text}); break;
  case 'e': try_source(&(jato_source){JATO_SOURCE_INIT, .expression = text}); break;
  default: break;
  }
  free(text);
  return 0;
}
