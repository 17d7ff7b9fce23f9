#include "serve/options.h"

#include "serve/request.h"

#include <limits.h>

/* What a request says of options, beside what goes into jato_options as it is. */
typedef struct told_options {
  jato_options options;
  const jx_tree *limits, *failures, *save;
  int precision; /* jato_precision */
  int then;      /* 0: a failed one counts as worst; 1: it stops the run */
  int resume;
  uint64_t retries, keep;
} told_options;

#define AT(member) .offset = offsetof(told_options, member)

static const jx_member option_members[] = {
    {"algorithm", JX_MEMBER_TEXT, AT(options.algorithm)},
    {"walls", JX_MEMBER_TEXT, AT(options.walls)},
    {"precision", JX_MEMBER_CHOICE, AT(precision), .choices = "double float"},
    {"particles", JX_MEMBER_WHOLE, AT(options.particles)},
    {"seed", JX_MEMBER_WHOLE, AT(options.seed)},
    {"order", JX_MEMBER_TEXT, AT(options.order)},
    {"limits", JX_MEMBER_ANY, AT(limits)},
    {"retries", JX_MEMBER_WHOLE, AT(retries), .most = UINT_MAX},
    {"failures", JX_MEMBER_ANY, AT(failures)},
    {"save", JX_MEMBER_ANY, AT(save)},
    {"resume", JX_MEMBER_FLAG, AT(resume)},
};

static const jx_member limit_members[] = {
    {"iterations", JX_MEMBER_WHOLE, AT(options.iterations)},
    {"evaluations", JX_MEMBER_WHOLE, AT(options.evaluations)},
    {"stall", JX_MEMBER_WHOLE, AT(options.stall)},
    {"seconds", JX_MEMBER_NUMBER, AT(options.seconds)},
    {"target", JX_MEMBER_NUMBER, AT(options.target)},
};

static const jx_member failure_members[] = {
    {"retries", JX_MEMBER_WHOLE, AT(retries), .most = UINT_MAX},
    {"then", JX_MEMBER_CHOICE, AT(then), .choices = "worst stop"},
};

static const jx_member save_members[] = {
    {"file", JX_MEMBER_TEXT, AT(options.save)},
    {"checkpoint", JX_MEMBER_NUMBER, AT(options.checkpoint)},
    {"keep", JX_MEMBER_WHOLE, AT(keep), .most = UINT_MAX},
    {"frames", JX_MEMBER_WHOLE, AT(options.frames)},
    {"must", JX_MEMBER_FLAG, AT(options.must_save)},
};

/* An object inside of the options; null is as if it were not there. */
static jato_status read_inner(const jx_tree *object, const char *where, jx_members table,
                              told_options *told, jato_error *error)
{
  if (jx_tree_kind_of(object) <= JX_TREE_NULL) return JATO_OK;
  return jx_request_read(object, where, table, told, error);
}

jato_status jx_read_options(const jx_tree *object, jato_options *options, int *resume,
                            jato_error *error)
{
  told_options told = {.options = *options,
                       .precision = (int)options->precision,
                       .then = options->stop_on_failure != 0,
                       .resume = *resume,
                       .retries = options->retries,
                       .keep = options->keep};
  JX_TRY(read_inner(object, "options", JX_MEMBERS(option_members), &told, error));
  JX_TRY(read_inner(told.limits, "limits", JX_MEMBERS(limit_members), &told, error));
  JX_TRY(read_inner(told.failures, "failures", JX_MEMBERS(failure_members), &told, error));
  if (jx_tree_text(told.save) != NULL) /* the name of the file is short for {"file": name} */
    told.options.save = jx_tree_text(told.save);
  else
    JX_TRY(read_inner(told.save, "save", JX_MEMBERS(save_members), &told, error));
  *options = told.options;
  options->precision = (jato_precision)told.precision;
  options->stop_on_failure = told.then;
  options->retries = (unsigned)told.retries;
  options->keep = (unsigned)told.keep;
  *resume = told.resume;
  return JATO_OK;
}
