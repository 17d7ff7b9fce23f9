/* The version, and statuses and reasons to stop in words. */
#include "jato/jato.h"

#define TEXT(a) TEXT_OF(a)
#define TEXT_OF(a) #a

const char *jato_version(void)
{
  return TEXT(JATO_VERSION_MAJOR) "." TEXT(JATO_VERSION_MINOR) "." TEXT(JATO_VERSION_PATCH);
}

const char *jato_status_name(jato_status status)
{
  switch (status) {
  case JATO_OK: return "ok";
  case JATO_E_ARGUMENT: return "argument";
  case JATO_E_NAME: return "name";
  case JATO_E_MEMORY: return "memory";
  case JATO_E_NOT_BUILT: return "not built";
  case JATO_E_DEVICE: return "device";
  case JATO_E_OBJECTIVE: return "objective";
  case JATO_E_SOURCE: return "source";
  case JATO_E_FILE: return "file";
  case JATO_E_TRUST: return "trust";
  case JATO_E_LOST: return "lost";
  }
  return "unknown status";
}

const char *jato_stop_name(jato_stop stop)
{
  switch (stop) {
  case JATO_STOP_NONE: return "none";
  case JATO_STOP_TARGET: return "target";
  case JATO_STOP_ITERATIONS: return "iterations";
  case JATO_STOP_EVALUATIONS: return "evaluations";
  case JATO_STOP_STALL: return "stall";
  case JATO_STOP_TIME: return "time";
  case JATO_STOP_CALLBACK: return "callback";
  case JATO_STOP_FAILURE: return "failure";
  case JATO_STOP_CONVERGED: return "converged";
  }
  return "unknown stop";
}

const char *jato_eval_status_name(jato_eval_status status)
{
  switch (status) {
  case JATO_EVAL_OK: return "ok";
  case JATO_EVAL_NONFINITE: return "nonfinite";
  case JATO_EVAL_TIMEOUT: return "timeout";
  case JATO_EVAL_EXIT: return "exit";
  case JATO_EVAL_SIGNAL: return "signal";
  case JATO_EVAL_OUTPUT: return "output";
  case JATO_EVAL_WORKER: return "worker";
  case JATO_EVAL_REFUSED: return "refused";
  }
  return "unknown status";
}
