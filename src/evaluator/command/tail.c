#define _POSIX_C_SOURCE 200809L
#include "evaluator/command/tail.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define FIRST_ROOM ((size_t)4096)
#define PIECE ((size_t)65536) /* what a pipe holds, as a rule */

int jx_tail_create(jx_tail *tail, size_t limit, const jato_allocator *allocator)
{
  *tail = (jx_tail){.limit = limit, .room = FIRST_ROOM, .allocator = *allocator};
  tail->text = jx_allocate(allocator, tail->room, 1);
  return tail->text != NULL;
}

void jx_tail_destroy(jx_tail *tail)
{
  if (tail->text != NULL) jx_release(&tail->allocator, tail->text);
  *tail = (jx_tail){0};
}

void jx_tail_drop(jx_tail *tail, size_t count)
{
  if (count == 0) return;
  memmove(tail->text, tail->text + count, tail->length - count);
  tail->length -= count;
}

static void grow(jx_tail *tail)
{
  size_t room = tail->room * 2 < tail->limit * 2 ? tail->room * 2 : tail->limit * 2;
  char *text = room > tail->room ? jx_allocate(&tail->allocator, room, 1) : NULL;
  if (text == NULL) return;
  memcpy(text, tail->text, tail->length);
  jx_release(&tail->allocator, tail->text);
  tail->text = text;
  tail->room = room;
}

/* Without memory to grow, less than the limit is kept: the last half of what there is. */
static void make_room(jx_tail *tail)
{
  if (tail->room - tail->length >= FIRST_ROOM / 2) return;
  grow(tail);
  if (tail->room - tail->length >= FIRST_ROOM / 2) return;
  size_t kept = tail->room / 2 < tail->limit ? tail->room / 2 : tail->limit;
  jx_tail_drop(tail, tail->length - kept);
}

long jx_tail_read(jx_tail *tail, int descriptor)
{
  make_room(tail);
  size_t free_room = tail->room - tail->length;
  size_t wanted = free_room < PIECE ? free_room : PIECE;
  for (;;) {
    ssize_t got = read(descriptor, tail->text + tail->length, wanted);
    if (got > 0) tail->length += (size_t)got;
    if (got >= 0) return (long)got;
    if (errno == EINTR) continue;
    return errno == EAGAIN || errno == EWOULDBLOCK ? -1 : 0;
  }
}

static int is_blank(char c) { return (unsigned char)c <= ' ' || c == 127; }

void jx_tail_words(const jx_tail *tail, char *out, size_t size)
{
  size_t end = tail->length, begin, length = 0;
  while (end > 0 && is_blank(tail->text[end - 1])) end--;
  begin = end > size - 1 ? end - (size - 1) : 0;
  /* Where it has to be cut: at the begin of a line, or at least not inside of a character. */
  if (begin > 0) {
    const char *line = memchr(tail->text + begin, '\n', end - begin);
    if (line != NULL) begin = (size_t)(line - tail->text) + 1;
    while (begin < end && ((unsigned char)tail->text[begin] & 0xC0) == 0x80) begin++;
  }
  for (; begin < end; begin++) {
    int blank = is_blank(tail->text[begin]);
    if (blank && (length == 0 || out[length - 1] == ' ')) continue;
    out[length++] = blank ? ' ' : tail->text[begin];
  }
  out[length] = 0;
}
