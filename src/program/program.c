#include "program/program.h"

#include <inttypes.h>
#include <string.h>

#include "base/digest.h"
#include "program/advice.h"
#include "program/indices.h"
#include "program/source.h"
#include "program/texts.h"

static int begins(const char *name, const char *with)
{
  return strncmp(name, with, strlen(with)) == 0;
}

static const char objectives[] = "kernel/objective/";

/* Whether a math text follows those of the gallery, and is for users' sources only. */
static int is_more_math(size_t index)
{
  if (!begins(jx_program_texts[index].name, "kernel/math")) return 0;
  while (index > 0 && !begins(jx_program_texts[index].name, objectives)) index--;
  return index > 0;
}

/* A kernel's file has its name, and may include files whose names are prefixes of it:
 * two_stream_fit.h includes two_stream.h. */
static int is_part_of(const char *file, const char *kernel)
{
  size_t length = strlen(file) - strlen(".h");
  return strncmp(file, kernel, length) == 0 && (kernel[length] == '\0' || kernel[length] == '_');
}

/* Whether a program needs this text. Texts that are not mentioned here belong to every program. */
static int is_wanted(const jx_program_config *config, size_t index)
{
  const char *name = jx_program_texts[index].name;
  if (config->objective == NULL)
    return begins(name, "kernel/portable") || begins(name, "kernel/language") ||
           (begins(name, "kernel/math") && !is_more_math(index));
  int offload = config->language != JX_LANGUAGE_C;
  int source = config->objective->kind == JX_OBJECTIVE_SOURCE;
  if (begins(name, "swarm/cpu/")) return !offload;
  if (begins(name, "kernel/offload/") || begins(name, "kernel/motion/") ||
      begins(name, "kernel/wall") || begins(name, "kernel/random") ||
      begins(name, "kernel/partners"))
    return offload;
  if (is_more_math(index)) return source;
  if (!begins(name, objectives)) return 1;
  const char *last = name + sizeof objectives - 1;
  if (strcmp(last, "user.h") == 0 || source) return source && strcmp(last, "user.h") == 0;
  return strcmp(last, "signature.h") == 0 || is_part_of(last, config->objective->kernel);
}

/* Marks lines of our own texts by #line, to distinguish messages about them from those about the
 * user's. */
static int add_texts(const jx_program_config *config, jx_string *out)
{
  for (size_t i = 0; i < jx_program_text_count; i++) {
    const jx_program_text *text = &jx_program_texts[i];
    if (!is_wanted(config, i)) continue;
    if (!jx_string_print(out, "#line 1 \"" JX_PROGRAM_OURS "%s\"\n", text->name) ||
        !jx_string_add(out, (const char *)text->bytes, text->length))
      return 0;
  }
  return 1;
}

static int add_head(const jx_program_config *config, jx_string *out)
{
  const jx_objective *objective = config->objective;
  int residuals = objective != NULL && objective->kind == JX_OBJECTIVE_SOURCE &&
                  jx_source_has_residuals(objective->source);
  return jx_string_print(out,
                         "#define JK_PRECISION %d\n#define JK_WIDTH %d\n" JX_SOURCE_HEAD "%d\n%s",
                         config->precision == JATO_FLOAT ? 32 : 64, config->width, residuals,
                         config->defines != NULL ? config->defines : "");
}

/* Defines names that people use for reals, which C has for whole numbers or not at all, unless the
 * source defines a function of that name. */
static int add_plain_names(const jx_objective *objective, jx_string *out)
{
  static const struct {
    const char *name, *meaning;
  } plain[] = {{"abs", "abs(a) jk_user_abs(a)"},
               {"min", "min(a, b) jk_fmin(a, b)"},
               {"max", "max(a, b) jk_fmax(a, b)"}};
  if (objective->kind != JX_OBJECTIVE_SOURCE) return 1;
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
    if (!jx_advice_is_defined(objective->source, plain[i].name) &&
        !jx_string_print(out, "#undef %s\n#define %s\n", plain[i].name, plain[i].meaning))
      return 0;
  return 1;
}

static int add_checked(const jx_program_config *config, jx_string *out)
{
  jx_string text = {.allocator = out->allocator};
  int good = jx_indices_write_checked(config->objective->source, &text, NULL) == JATO_OK &&
             jx_source_add(out, text.text, config->precision);
  jx_string_release(&text);
  return good;
}

static int add_objective(const jx_program_config *config, jx_string *out)
{
  if (config->objective == NULL) return jx_string_add(out, config->body, strlen(config->body));
  if (!add_plain_names(config->objective, out)) return 0;
  if (config->checks_indices) return add_checked(config, out);
  if (config->objective->kind == JX_OBJECTIVE_SOURCE)
    return jx_source_add(out, config->objective->source, config->precision);
  return jx_string_print(out,
                         "#line 1 \"" JX_PROGRAM_OURS "objective\"\n"
                         "JK_FN real jk_evaluate(JK_IN const real *jk_x, int n, real a,\n"
                         "                       JK_IN const jk_number *data, int data_count)\n"
                         "{\n"
                         "  (void)data;\n"
                         "  (void)data_count;\n"
                         "  return jk_f_%s(jk_x, n, a);\n"
                         "}\n",
                         config->objective->kernel);
}

jato_status jx_program_write(const jx_program_config *config, const jato_allocator *allocator,
                             jx_string *out, jato_error *error)
{
  *out = (jx_string){.allocator = *allocator};
  if (add_head(config, out) && add_texts(config, out) && add_objective(config, out)) return JATO_OK;
  jx_string_release(out);
  return jx_fail(error, JATO_E_MEMORY, "not enough memory for the text of a program");
}

/* Joins two digests that differ in their first word. */
void jx_program_key(const jx_string *program, const char *compiler, char key[33])
{
  static const char digits[] = "0123456789abcdef";
  for (uint64_t half = 0; half < 2; half++) {
    jx_digest digest;
    jx_digest_begin(&digest);
    jx_digest_add_u64(&digest, half);
    jx_digest_add_u64(&digest, JATO_VERSION_MAJOR);
    jx_digest_add_u64(&digest, JATO_VERSION_MINOR);
    jx_digest_add_u64(&digest, JATO_VERSION_PATCH);
    jx_digest_add_u64(&digest, program->length);
    jx_digest_add(&digest, program->text, program->length);
    jx_digest_add(&digest, compiler, strlen(compiler));
    uint64_t value = jx_digest_end(&digest);
    for (int i = 0; i < 16; i++) key[16 * half + (uint64_t)i] = digits[value >> (60 - 4 * i) & 15];
  }
  key[32] = '\0';
}
