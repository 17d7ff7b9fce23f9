/* jato: the best parameters of a function that gives no derivative.
 *
 * Reading order: base.h (status, errors, memory), problem.h, run.h (options, the one-call
 * jato_minimize(), the run object), record.h (run files) and catalogue.h (what this build
 * contains). Include this one.
 *
 * The library never prints, exits, or reads the environment, and keeps no mutable global state. A
 * compiler that it starts inherits the environment, and is looked for in its PATH.
 * Strings and arrays given to it are copied. Different threads may use different objects freely;
 * one object is for one thread at a time. Sizes are in elements, times in seconds. */
#ifndef JATO_JATO_H
#define JATO_JATO_H

#include "base.h"
#include "catalogue.h"
#include "problem.h"
#include "record.h"
#include "run.h"

#endif
