/* jato serve: requests as lines of JSON on standard input, answers on standard output. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/command.h"
#include "base/progress.h"
#include "subject/keep.h"

typedef struct request {
  cli_settings settings;
} request;

/* ---- Lines in ---- */

/* What was read from standard input and not answered yet. If a line is too long, only as much of it
 * is kept as the server needs to refuse it. */
typedef struct input {
  char *bytes;
  size_t used, room;
  size_t searched; /* there is no newline before it */
  bool over;
} input;

enum { PIECE = 65536, MOST_KEPT = JATO_LONGEST_LINE + 1 };

/* Waits for more input; false where it is over, or a signal came. The wait ends every second, so
 * that no signal is missed between a look at it and the wait. */
static bool wait_for_input(void)
{
  struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
  while (!cli_interrupted()) {
    int ready = poll(&in, 1, 1000);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return true; /* read will say what is wrong */
  }
  return false;
}

/* Makes room for a piece behind what is there. The room doubles, so that a long line is copied a
 * few times at most. Returns as read_more does. */
static int make_room(input *in)
{
  const size_t most = (size_t)MOST_KEPT + PIECE;
  if (in->room - in->used >= PIECE) return CLI_DONE;
  size_t room = in->room < PIECE ? 2 * (size_t)PIECE : 2 * in->room;
  if (room > most) room = most;
  char *bytes = realloc(in->bytes, room);
  if (bytes == NULL)
    return cli_refuse(CLI_FAILED, "not enough memory for a line of more than %zu bytes", in->used);
  in->bytes = bytes;
  in->room = room;
  return CLI_DONE;
}

/* Reads a piece behind what is there. Returns CLI_DONE, or what to exit with after a message. */
static int read_more(input *in)
{
  int code = make_room(in);
  if (code != CLI_DONE) return code;
  if (!wait_for_input()) {
    in->over = true;
    in->used = 0; /* half a line is no request */
    return CLI_DONE;
  }
  ssize_t got = read(STDIN_FILENO, in->bytes + in->used, PIECE);
  if (got < 0 && errno != EINTR && errno != EAGAIN)
    return cli_refuse(CLI_FILE, "standard input could not be read: %s", strerror(errno));
  in->over = got == 0;
  if (got > 0) in->used += (size_t)got;
  return CLI_DONE;
}

/* ---- Answers out ---- */

static int answer_line(jato_server *server, const char *line, size_t length, int *ended)
{
  jato_error error;
  jato_reply reply = {0};
  jato_status status = jato_server_answer(server, line, length, &reply, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  *ended = reply.ended;
  bool written = fwrite(reply.text, 1, reply.length, stdout) == reply.length && fflush(stdout) == 0;
  return written ? CLI_DONE : CLI_FILE; /* main reports it */
}

/* Answers all whole lines that are there; the last one need not have a newline. */
static int answer_all(jato_server *server, input *in, int *ended)
{
  size_t begin = 0;
  int code = CLI_DONE;
  while (code == CLI_DONE && !*ended && begin < in->used) {
    size_t from = in->searched > begin ? in->searched : begin;
    const char *newline = memchr(in->bytes + from, '\n', in->used - from);
    if (newline == NULL && !in->over) break;
    size_t end = newline != NULL ? (size_t)(newline - in->bytes) : in->used;
    code = answer_line(server, in->bytes + begin, end - begin, ended);
    begin = newline != NULL ? end + 1 : end;
  }
  in->used -= begin;
  if (begin > 0) memmove(in->bytes, in->bytes + begin, in->used);
  if (in->used > MOST_KEPT) in->used = MOST_KEPT;
  in->searched = in->used;
  return code;
}

static int converse(jato_server *server)
{
  input in = {0};
  int ended = 0, code = CLI_DONE;
  while (code == CLI_DONE && !ended && !in.over) {
    code = read_more(&in);
    if (code == CLI_DONE) code = answer_all(server, &in, &ended);
  }
  free(in.bytes);
  return code;
}

static int serve_run(const cli_command *self, int argc, char **argv)
{
  request asked = {.settings = {.count = 0}};
  cli_words words;
  jato_server *server = NULL;
  jato_error error;
  int code = cli_parse(self, argc, argv, &asked, &words);
  jato_options chosen = cli_settings_options(&asked.settings);
  chosen.save_forked = 1; /* for all that is written and read: HDF5 is never called here */
  if (code == CLI_DONE) code = cli_keep_check(&chosen);
  if (code != CLI_DONE) return code;
  jato_server_settings settings = {JATO_SERVER_SETTINGS_INIT, .options = &chosen};
  jato_status status = jato_server_create(&settings, &server, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  cli_interrupt_catch();
  (void)signal(SIGPIPE, SIG_IGN); /* if the reader is gone, save the run before ending */
  code = converse(server);
  status = jato_server_end(server, &error);
  if (status != JATO_OK) code = cli_complain_of(status, &error);
  jato_server_destroy(&server);
  return code;
}

const cli_command cli_serve = {
    .name = "serve",
    .summary = "ask and tell for any language, with lines of JSON",
    .usage = "[OPTIONS]",
    .settings = {JATO_USED_TO_ASK, NULL, offsetof(request, settings)},
    .most_words = 0,
    .run = serve_run,
};
