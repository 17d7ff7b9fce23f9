/* jato: finds the best parameters of a function without using its derivatives.
 *
 * Reading order: base.h (status, errors, memory), problem.h, options.h, run.h (the one-call
 * jato_minimize(), the run object), many.h (many runs in one call), ranks.h (one run of
 * many processes), space.h (variables and
 * constraints), objective.h (programs and shared objects), ask.h (the caller evaluates), record.h
 * (run files), evaluations.h (every evaluation, one by one), study.h (study files), serve.h (ask
 * and tell by lines), setting.h (settings by name), catalogue.h (what this build contains),
 * analysis.h (comparisons of methods, importance of variables). Include this one. The headers of
 * libjato_sim are simulate.h (simulators) and image.h (pictures).
 *
 * The library never prints, exits, or reads the environment, and keeps no mutable global state.
 * Compilers and programs that it starts inherit the environment and are found through its PATH.
 * Strings and arrays passed to it are copied. Different threads may use different objects freely;
 * an object may be used by one thread at a time. Sizes are in elements, times in seconds. */
#ifndef JATO_JATO_H
#define JATO_JATO_H

#include "analysis.h"
#include "ask.h"
#include "base.h"
#include "catalogue.h"
#include "evaluations.h"
#include "many.h"
#include "objective.h"
#include "options.h"
#include "problem.h"
#include "ranks.h"
#include "record.h"
#include "run.h"
#include "serve.h"
#include "setting.h"
#include "space.h"
#include "study.h"

#endif
