#include "device/cpu/compiler_output.h"

#include "base/status.h"
#include "program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 1024

/* Opens a file of the folder. */
static FILE *open_file(const char *folder, const char *name)
{
  char path[JX_CPU_FILE];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  return fopen(path, "rb");
}

/* The next line without its end; a longer one is cut. Returns 0 at the end. */
static int next_line(FILE *stream, char line[LINE])
{
  if (fgets(line, LINE, stream) == NULL) return 0;
  size_t length = strcspn(line, "\r\n");
  for (int c = line[length] == '\0' ? ' ' : '\n'; c != '\n' && c != EOF;) c = fgetc(stream);
  line[length] = '\0';
  return 1;
}

jx_compiler_family jx_cpu_output_family(const char *folder)
{
  char line[LINE];
  jx_compiler_family family = JX_CPU_OTHER;
  FILE *stream = open_file(folder, "messages");
  if (stream == NULL) return family;
  while (family == JX_CPU_OTHER && next_line(stream, line)) {
    if (strstr(line, "clang") != NULL) family = JX_CPU_CLANG;
    if (strstr(line, "Free Software Foundation") != NULL) family = JX_CPU_GCC;
  }
  (void)fclose(stream);
  return family;
}

/* The number after `phrase` in the line; 0 if the phrase is not there. */
static int number_after(const char *line, const char *phrase)
{
  const char *at = strstr(line, phrase);
  long number = at != NULL ? strtol(at + strlen(phrase), NULL, 10) : 0;
  return number > 0 && number <= 4096 ? (int)number : 0;
}

/* "<jato>/swarm/cpu/evaluate.h:9:1: optimized: loop vectorized using 64 byte vectors" (gcc), or
 * "...: remark: vectorized loop (vectorization width: 16, ..." (clang). */
static int lanes_of_line(const char *line, const char *text, int real_bytes)
{
  static const char ours[] = JX_PROGRAM_OURS;
  size_t length = strlen(text);
  if (strncmp(line, ours, sizeof ours - 1) != 0) return 1;
  line += sizeof ours - 1;
  if (strncmp(line, text, length) != 0 || line[length] != ':') return 1;
  int bytes = number_after(line, "loop vectorized using ");
  return bytes > 0 ? bytes / real_bytes : number_after(line, "(vectorization width: ");
}

int jx_cpu_output_lanes(const char *folder, const jx_device_program *program,
                        jx_compiler_family family)
{
  char line[LINE];
  int most = 1, real_bytes = program->precision == JATO_FLOAT ? 4 : 8;
  const char *text = program->vector_loop;
  FILE *stream =
      text == NULL ? NULL : open_file(folder, family == JX_CPU_GCC ? "vectors" : "messages");
  if (stream == NULL) return most;
  while (next_line(stream, line)) {
    int lanes = lanes_of_line(line, text, real_bytes);
    if (lanes > most) most = lanes;
  }
  (void)fclose(stream);
  return most;
}

/* The part of a line that reports an error in the user's text, or NULL. The linker reports
 * undefined functions for a file of ours, so only the end of such a line is useful. */
static const char *useful_part(const char *line)
{
  static const char *const others[] = {JX_PROGRAM_OURS, "collect2: ", "clang: ", "cc1: "};
  const char *missing = strstr(line, "undefined reference to");
  if (missing != NULL) return missing;
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (strncmp(line, others[i], strlen(others[i])) == 0) return NULL;
  return strstr(line, ": error: ") != NULL || strstr(line, ": fatal error: ") != NULL ? line : NULL;
}

/* A hint for common mistakes. */
static const char *hint(const char *text, const char *coordinates)
{
  char gcc[96], clang[96];
  if (strstr(text, "binary ^") != NULL || strstr(text, "of unary '*'") != NULL ||
      strstr(text, "indirection requires pointer") != NULL)
    return "\n(^ and ** are not powers in C; write sq(a) for a square, pow(a, b) for any other)";
  if (coordinates == NULL) return "";
  (void)snprintf(gcc, sizeof gcc, "'%s' undeclared", coordinates);
  (void)snprintf(clang, sizeof clang, "undeclared identifier '%s'", coordinates);
  if (strstr(text, gcc) == NULL && strstr(text, clang) == NULL) return "";
  return "\n(a coordinate is written with round brackets, as in x(0), not x[0])";
}

/* Copies useful lines, or all of them, as long as there is room. */
static size_t gather(FILE *stream, int all, char *text, size_t size)
{
  char line[LINE];
  size_t length = 0;
  text[0] = '\0';
  while (next_line(stream, line) && length + 2 < size) {
    const char *part = all ? line : useful_part(line);
    if (part == NULL || strstr(text, part) != NULL) continue;
    int added = snprintf(text + length, size - length, "%s%s", length > 0 ? "\n" : "", part);
    length += added > 0 ? (size_t)added : 0;
  }
  return length;
}

jato_status jx_cpu_output_fail(const char *folder, const jx_device_program *program,
                               const char *compiler, jato_error *error)
{
  char text[1536] = "";
  FILE *stream = open_file(folder, "messages");
  const char *name = program->user_name;
  if (stream != NULL) {
    if (name == NULL || gather(stream, 0, text, sizeof text) == 0) {
      rewind(stream);
      (void)gather(stream, 1, text, sizeof text);
    }
    (void)fclose(stream);
  }
  if (text[0] == '\0') (void)snprintf(text, sizeof text, "the compiler ended without a message");
  if (name == NULL)
    return jx_fail(error, JATO_E_DEVICE, "cpu: %s refused jato's own kernels:\n%s", compiler, text);
  return jx_fail(error, JATO_E_SOURCE, "%s does not compile:\n%s%s", name, text,
                 hint(text, program->coordinates));
}
