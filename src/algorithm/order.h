/* The order of a generation's points: by rank, and by index where ranks are equal. */
#ifndef JX_ORDER_H
#define JX_ORDER_H

#include <stddef.h>

typedef struct jx_place {
  double rank;
  size_t index;
} jx_place;

/* Fills places[count], the best first. Takes no memory, as qsort may. */
void jx_order(jx_place *places, const double *rank, size_t count);

#endif
