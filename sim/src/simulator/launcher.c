#include "simulator/launcher.h"

#include "simulator/texts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The texts that a program asks for, as the body of a program. */
static int add_kernels(const char *asked, jx_string *body)
{
  static const char folder[] = "simulator/kernels/";
  for (size_t i = 0; i < jx_simulator_text_count; i++) {
    const jx_program_text *text = &jx_simulator_texts[i];
    if (strncmp(text->name + sizeof folder - 1, asked, strlen(asked)) == 0 &&
        (!jx_string_print(body, "#line 1 \"" JX_PROGRAM_OURS "%s\"\n", text->name) ||
         !jx_string_add(body, (const char *)text->bytes, text->length)))
      return 0;
  }
  return 1;
}

jato_status jx_launcher_build(jx_launcher *launcher, const jx_launcher_program *asked,
                              jato_error *error)
{
  char defines[1024];
  jato_status status = JATO_OK;
  jx_string body = {.allocator = launcher->allocator}, text = body;
  jx_device_program program = {.kernels = asked->kernels,
                               .kernel_count = asked->count,
                               .precision = asked->precision,
                               .toolchain = launcher->toolchain};
  jx_program_config config = {.language = launcher->facts->language,
                              .precision = asked->precision,
                              .width = 1,
                              .defines = defines};
  int length = snprintf(defines, sizeof defines, "#define JK_HERE_LOCAL %zu\n%s", launcher->local,
                        asked->defines);
  if (length < 0 || (size_t)length >= sizeof defines)
    return jx_fail(error, JATO_E_MEMORY, "%s: the lines in front of its kernels are too long",
                   asked->texts);
  if (!add_kernels(asked->texts, &body))
    JX_TRY_DONE(jx_fail(error, JATO_E_MEMORY, "not enough memory for the text of a program"));
  config.body = body.text;
  JX_TRY_DONE(jx_program_write(&config, &launcher->allocator, &text, error));
  jx_program_key(&text, launcher->facts->compiler, program.key);
  program.text = text.text;
  program.length = text.length;
  JX_TRY_DONE(launcher->ops->build(launcher->device, &program, error));
  launcher->kernel_count = asked->count;
  for (size_t i = 0; i < asked->count; i++)
    launcher->kernel[i] = (jato_kernel_time){.name = asked->kernels[i]};
done:
  jx_string_release(&text);
  jx_string_release(&body);
  return status;
}

jato_status jx_launcher_run(jx_launcher *launcher, size_t kernel, uint64_t groups,
                            const jx_device_argument *arguments, size_t count, jato_error *error)
{
  double seconds = 0;
  jx_device_launch launch = {kernel, (size_t)groups, launcher->local, arguments, count};
  if (groups > UINT32_MAX)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s: %" PRIu64 " work-groups are too many for a device; make it smaller",
                   launcher->kernel[kernel].name, groups);
  JX_TRY(launcher->ops->launch(launcher->device, &launch, error));
  if (launcher->timed) JX_TRY(launcher->ops->wait(launcher->device, &seconds, error));
  jx_kernel_time_note(&launcher->kernel[kernel], seconds);
  return JATO_OK;
}

jato_status jx_launcher_wait(jx_launcher *launcher, jato_error *error)
{
  double seconds = 0;
  return launcher->ops->wait(launcher->device, &seconds, error);
}

/* A device's memory holds whatever was there; pages of zeros are written piece by piece. */
static jato_status clear(jx_launcher *launcher, jx_device_memory memory, uint64_t bytes,
                         jato_error *error)
{
  static const char zeros[65536];
  for (uint64_t done = 0; done < bytes;) {
    uint64_t piece = bytes - done < sizeof zeros ? bytes - done : sizeof zeros;
    JX_TRY(jx_launcher_write(launcher, memory, (size_t)done, (size_t)piece, zeros, error));
    done += piece;
  }
  return JATO_OK;
}

/* Where a piece is held; NULL: a free place. */
static jx_device_memory *place_of(jx_launcher *launcher, jx_device_memory piece)
{
  for (size_t i = 0; i < JX_LAUNCHER_PIECES; i++)
    if (launcher->held[i] == piece) return &launcher->held[i];
  return NULL;
}

jato_status jx_launcher_allocate(jx_launcher *launcher, uint64_t bytes, jx_device_memory *out,
                                 jato_error *error)
{
  jx_device_memory *place = place_of(launcher, NULL);
  *out = NULL;
  if (place == NULL)
    return jx_fail(error, JATO_E_MEMORY, "%s: %d pieces of memory are the most",
                   launcher->facts->spec, JX_LAUNCHER_PIECES);
  if (bytes > SIZE_MAX || (launcher->facts->most_bytes > 0 && bytes > launcher->facts->most_bytes))
    return jx_fail(error, JATO_E_MEMORY,
                   "%s: a piece of %.3f GB is larger than it can have; make it smaller",
                   launcher->facts->spec, 1e-9 * (double)bytes);
  JX_TRY(launcher->ops->allocate(launcher->device, (size_t)bytes, out, error));
  *place = *out;
  jato_status status = clear(launcher, *out, bytes, error);
  if (status != JATO_OK) jx_launcher_release(launcher, out);
  return status;
}

void jx_launcher_release(jx_launcher *launcher, jx_device_memory *memory)
{
  if (*memory == NULL) return;
  jx_device_memory *place = place_of(launcher, *memory);
  if (place != NULL) *place = NULL;
  launcher->ops->release(launcher->device, *memory);
  *memory = NULL;
}

void jx_launcher_end(jx_launcher *launcher)
{
  for (size_t i = 0; i < JX_LAUNCHER_PIECES; i++)
    if (launcher->held[i] != NULL) launcher->ops->release(launcher->device, launcher->held[i]);
  jx_pool_release(&launcher->pool);
}
