#include "record/hdf5/library.h"

#include <stdio.h>

jato_status jx_hdf5_fits(jato_error *error)
{
  unsigned major = 0, minor = 0, release = 0;
  if (H5get_libversion(&major, &minor, &release) < 0)
    return jx_fail(error, JATO_E_MEMORY, "HDF5 does not start, perhaps for lack of memory");
  if (major == H5_VERS_MAJOR && minor == H5_VERS_MINOR) return JATO_OK;
  return jx_fail(error, JATO_E_NOT_BUILT,
                 "jato was built with HDF5 %d.%d and finds HDF5 %u.%u.%u: build it again",
                 H5_VERS_MAJOR, H5_VERS_MINOR, major, minor, release);
}

hid_t jx_number_type(jx_number number)
{
  switch (number) {
  case JX_U8: return H5T_NATIVE_UINT8;
  case JX_I32: return H5T_NATIVE_INT32;
  case JX_U64: return H5T_NATIVE_UINT64;
  case JX_F32: return H5T_NATIVE_FLOAT;
  default: return H5T_NATIVE_DOUBLE;
  }
}

size_t jx_number_bytes(jx_number number)
{
  static const size_t bytes[JX_NUMBERS] = {1, 4, 8, 4, 8};
  return bytes[number];
}

int jx_type_matches(jx_number number, hid_t type)
{
  switch (number) {
  case JX_U8: return H5Tequal(type, H5T_STD_U8LE) > 0 || H5Tequal(type, H5T_STD_U8BE) > 0;
  case JX_I32: return H5Tequal(type, H5T_STD_I32LE) > 0 || H5Tequal(type, H5T_STD_I32BE) > 0;
  case JX_U64: return H5Tequal(type, H5T_STD_U64LE) > 0 || H5Tequal(type, H5T_STD_U64BE) > 0;
  case JX_F32: return H5Tequal(type, H5T_IEEE_F32LE) > 0 || H5Tequal(type, H5T_IEEE_F32BE) > 0;
  default: return H5Tequal(type, H5T_IEEE_F64LE) > 0 || H5Tequal(type, H5T_IEEE_F64BE) > 0;
  }
}

const char *jx_number_words(jx_number number)
{
  static const char *const words[JX_NUMBERS] = {
      "bytes", "32-bit integers", "64-bit integers without sign", "32-bit reals", "64-bit reals"};
  return words[number];
}

typedef struct reason {
  char *text;
  size_t bytes;
} reason;

static herr_t take_reason(unsigned n, const H5E_error2_t *entry, void *user)
{
  reason *r = user;
  if (n == 0 && entry->desc != NULL) (void)snprintf(r->text, r->bytes, "%s", entry->desc);
  return 0;
}

const char *jx_hdf5_reason(char *text, size_t bytes)
{
  reason r = {text, bytes};
  text[0] = '\0';
  (void)H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_reason, &r);
  return text;
}

void jx_hdf5_close(jx_hdf5_close_fn close, hid_t *id)
{
  if (*id >= 0) (void)close(*id);
  *id = H5I_INVALID_HID;
}
