/* A shared object in separate processes: the command of the program `jato worker`. */
#include "problem/problems.h"

#include <stdio.h>
#include <string.h>

static int is_plain(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (unsigned char)c >= 0x80 || strchr("/._-+", c) != NULL;
}

/* Quotes a word so that the splitting of commands leaves it unchanged. */
static char *quote(char *out, const char *word)
{
  for (; *word != '\0'; word++) {
    if (!is_plain(*word)) *out++ = '\\';
    *out++ = *word;
  }
  return out;
}

char *jx_object_command(const char *worker, const char *path, size_t constraints,
                        const jato_allocator *allocator)
{
  size_t size = 2 * (strlen(worker) + strlen(path)) + 64;
  char *command = jx_allocate(allocator, size, 1);
  if (command == NULL) return NULL;
  char *end = quote(command, worker);
  end += sprintf(end, " worker %s", strchr(path, '/') == NULL ? "./" : "");
  end = quote(end, path);
  (void)sprintf(end, " --constraints %zu", constraints);
  return command;
}
