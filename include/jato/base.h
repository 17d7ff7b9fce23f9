/* Version, status, errors and memory: what every other header of jato uses. */
#ifndef JATO_BASE_H
#define JATO_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "renamed.h"

#define JATO_VERSION_MAJOR 0
#define JATO_VERSION_MINOR 2
#define JATO_VERSION_PATCH 0

#if defined(__GNUC__)
#define JATO_API __attribute__((visibility("default")))
#else
#define JATO_API
#endif

/* Around the declarations of every header, which have the names of C in C++, too. */
#ifdef __cplusplus
#define JATO_C_BEGIN extern "C" {
#define JATO_C_END }
#else
#define JATO_C_BEGIN
#define JATO_C_END
#endif

JATO_C_BEGIN

/* "0.2.0": the version of the loaded library, which may differ from the header's. */
JATO_API const char *jato_version(void);

/* ---- Status and errors ------------------------------------------------------------------------
 */

/* Whether a call succeeded. Why a run ended is a separate question: see jato_stop. */
typedef enum jato_status {
  JATO_OK = 0,
  JATO_E_ARGUMENT = -1,  /* a value is missing, malformed or out of range */
  JATO_E_NAME = -2,      /* no algorithm, problem, device, wall or parameter has that name */
  JATO_E_MEMORY = -3,    /* not enough memory */
  JATO_E_NOT_BUILT = -4, /* this build does not contain what was named */
  JATO_E_DEVICE = -5,    /* the device is missing or failed */
  JATO_E_OBJECTIVE = -6, /* the user's objective asked to end the run with an error */
  JATO_E_SOURCE = -7,    /* the user's source does not compile, or reads x(i) or data[i] that is not
                            there */
  JATO_E_FILE = -8,      /* a file or folder could not be read or written */
  JATO_E_TRUST = -9,     /* a file of somebody else holds what would have to be run */
  JATO_E_LOST = -10      /* another rank is lost, and those that are left can go on: see
                            jato_ranks_shrink */
} jato_status;

/* NULL where a call needs an object, a text or a place for its answer: calls that return a status
 * fail with JATO_E_ARGUMENT; others do nothing and return 0, NaN, NULL or an empty structure,
 * unless they say otherwise. */

/* What went wrong, in words: what was asked for, what was found, what to do. The caller owns it and
 * may pass NULL for it anywhere. It is written only when a call fails. */
typedef struct jato_error {
  jato_status status;
  char text[2048]; /* several lines if it is a compiler's message */
} jato_error;

/* "argument", "name", ...: the status as a word; never NULL, always valid. */
JATO_API const char *jato_status_name(jato_status status);

/* ---- Structs and enums that grow ---------------------------------------------------------------
 *
 * A later version of the library may have more members at the end of a struct, and more values of
 * an enum; programs that were compiled before go on. So a struct that may grow begins with its
 * `size`, as the program was compiled:
 *
 * - One that the caller fills is begun with its JATO_..._INIT, and what is not named is 0:
 *     jato_command command = {JATO_COMMAND_INIT, .command = "./sim --kappa {kappa}"};
 *   jato_options, whose defaults are not all 0, with jato_options_default(). A call fails with
 *   JATO_E_ARGUMENT where the size is not set, or a member is set that the library does not know.
 * - One that the library fills gets its size from the inline function that passes it. Languages
 *   that see no inline functions set it, and call the function whose name ends in _sized. The
 *   size of the first struct of an array is that of all.
 * - One that the library holds has the size that it has there.
 *
 * A struct without a size never gets more members: jato_error, jato_allocator, pictures, rows of
 * tables. Write code that gets a value of an enum so that it can live with one it does not know. */

/* ---- Memory -----------------------------------------------------------------------------------
 */

/* Where the library gets its memory. Both functions are called with `user`; `allocate` returns
 * memory suitable for any type, or NULL if there is none. Called by one thread at a time per
 * object. */
typedef struct jato_allocator {
  void *(*allocate)(size_t bytes, void *user);
  void (*release)(void *memory, void *user);
  void *user;
} jato_allocator;

JATO_C_END
#endif
