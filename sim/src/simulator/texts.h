/* The texts of the simulators' kernels, as the build embeds them (cmake/JatoTexts.cmake). */
#pragma once

#include "private/private.h"

extern const jx_program_text jx_simulator_texts[];
extern const size_t jx_simulator_text_count;
