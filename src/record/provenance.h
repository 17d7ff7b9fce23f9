/* With what a file was written, where and when. No name of a person or machine is in it. */
#pragma once

typedef struct jx_provenance {
  char compiler[128]; /* "gcc 12.2.0" */
  char host[128];     /* "Linux 6.1 x86_64, 2 cores" */
  char saved_at[32];  /* "2026-11-15T08:30:00Z" */
} jx_provenance;

void jx_provenance_now(jx_provenance *out);
