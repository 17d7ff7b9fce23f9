#define _POSIX_C_SOURCE 200809L

#include "base/ranks/ranks.h"

#include <unistd.h>

#include "base/complain.h"

/* Standard output goes nowhere, standard error to a file without a name. */
static int fall_silent(cli_ranks *ranks)
{
  fflush(stdout);
  ranks->notes = tmpfile();
  ranks->seen = dup(STDOUT_FILENO);
  ranks->heard = dup(STDERR_FILENO);
  if (ranks->notes == NULL || ranks->seen < 0 || ranks->heard < 0 ||
      freopen("/dev/null", "w", stdout) == NULL || dup2(fileno(ranks->notes), STDERR_FILENO) < 0)
    return cli_refuse(CLI_FILE, "rank %d: no file for its messages", ranks->rank);
  return CLI_DONE;
}

int cli_ranks_begin(cli_ranks *ranks)
{
  jato_ranks found;
  jato_error error;
  *ranks = (cli_ranks){.size = 1, .lost = -1, .seen = -1, .heard = -1};
  jato_status status = jato_ranks_begin(NULL, &found, &error);
  if (status != JATO_OK) return cli_complain_of(status, &error);
  ranks->rank = found.rank;
  ranks->size = found.count;
  return found.rank > 0 ? fall_silent(ranks) : CLI_DONE;
}

/* Prints the messages that this rank has held back. */
static void speak_up(cli_ranks *ranks)
{
  char text[4096];
  if (ranks->notes == NULL || ranks->heard < 0) return;
  fflush(stderr);
  rewind(ranks->notes);
  while (fgets(text, sizeof text, ranks->notes) != NULL)
    dprintf(ranks->heard, "rank %d: %s", ranks->rank, text);
}

/* The rank that printed is lost; this rank prints from now on. */
static void speak_from_now_on(cli_ranks *ranks)
{
  if (ranks->notes == NULL || ranks->seen < 0 || ranks->heard < 0) return;
  fflush(stdout);
  fflush(stderr);
  if (dup2(ranks->seen, fileno(stdout)) < 0 || dup2(ranks->heard, STDERR_FILENO) < 0)
    cli_complain("rank %d: no file for its messages", ranks->rank);
  (void)close(ranks->seen);
  (void)close(ranks->heard);
  (void)fclose(ranks->notes); /* the one before has said the same */
  ranks->seen = ranks->heard = -1;
  ranks->notes = NULL;
}

bool cli_ranks_again(cli_ranks *ranks, jato_status status)
{
  jato_ranks now = {.rank = ranks->rank, .count = ranks->size};
  int lost = -1;
  if (ranks->size == 1) return false;
  bool again = jato_ranks_shrink(&now, status, &lost) != 0;
  if (lost >= 0) ranks->lost = lost;
  ranks->rank = now.rank;
  ranks->size = now.count;
  if (now.rank == 0) speak_from_now_on(ranks);
  return again;
}

bool cli_ranks_are_fewer(cli_ranks *ranks, bool *takes_over)
{
  int rank = ranks->rank, size = ranks->size;
  *takes_over = false;
  if (size == 1) return false;
  fflush(stdout);
  (void)cli_ranks_again(ranks, JATO_OK);
  *takes_over = rank > 0 && ranks->rank == 0;
  return ranks->size < size;
}

int cli_ranks_end(cli_ranks *ranks, int code)
{
  int all = code;
  int met = jato_ranks_end(&all);
  if (met != 1 && code != CLI_DONE) speak_up(ranks);
  if (met == 0) {
    if (code == CLI_DONE) cli_complain("rank %d ended and others did not", ranks->rank);
    jato_ranks_abandon(code != CLI_DONE ? code : CLI_FAILED);
  }
  return all;
}

int cli_ranks_count(void)
{
  jato_ranks found = {.count = 1};
  (void)jato_ranks_begin(NULL, &found, NULL);
  return found.count;
}
