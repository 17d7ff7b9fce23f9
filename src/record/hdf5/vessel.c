#define _POSIX_C_SOURCE 200809L /* pread, pwrite, ftruncate */
#define _FILE_OFFSET_BITS 64
#include "record/hdf5/vessel.h"

#include "base/system.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a file offset can hold. */
#define MOST_BYTES (((haddr_t)1 << 62) - 1)

/* Makes the file end there. Where that fails it is remembered, and HDF5 told that it was done. */
static void cut(jx_vessel *vessel, haddr_t end)
{
  while (vessel->write_failure == 0 && ftruncate(vessel->file, (off_t)end) != 0)
    if (errno != EINTR) vessel->write_failure = errno;
  vessel->end_of_file = end;
}

/* HDF5 opens a file twice when it creates it: tentatively first, and closes that again. */
static H5FD_t *vessel_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
  jx_vessel *const *handed = H5Pget_driver_info(access);
  struct stat status;
  (void)name;
  (void)most;
  if (handed == NULL) return NULL;
  jx_vessel *vessel = *handed;
  if (vessel->is_open) return NULL;
  if (fstat(vessel->file, &status) != 0) {
    vessel->read_failure = vessel->write_failure = errno;
    return NULL;
  }
  memset(&vessel->head, 0, sizeof vessel->head);
  vessel->is_open = 1;
  vessel->end_of_space = 0;
  vessel->end_of_file = (haddr_t)status.st_size;
  if ((flags & H5F_ACC_TRUNC) != 0 && vessel->end_of_file > 0) cut(vessel, 0);
  return &vessel->head;
}

static herr_t vessel_close(H5FD_t *head)
{
  ((jx_vessel *)head)->is_open = 0;
  return 0;
}

static herr_t vessel_query(const H5FD_t *head, unsigned long *flags)
{
  (void)head;
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

static haddr_t vessel_get_eoa(const H5FD_t *head, H5FD_mem_t type)
{
  (void)type;
  return ((const jx_vessel *)head)->end_of_space;
}

static herr_t vessel_set_eoa(H5FD_t *head, H5FD_mem_t type, haddr_t end)
{
  (void)type;
  ((jx_vessel *)head)->end_of_space = end;
  return 0;
}

static haddr_t vessel_get_eof(const H5FD_t *head, H5FD_mem_t type)
{
  (void)type;
  return ((const jx_vessel *)head)->end_of_file;
}

static herr_t vessel_get_handle(H5FD_t *head, hid_t access, void **handle)
{
  (void)access;
  *handle = &((jx_vessel *)head)->file;
  return 0;
}

static int is_out_of_reach(haddr_t address, size_t bytes)
{
  return address > MOST_BYTES || bytes > MOST_BYTES - address;
}

/* What lies behind the end of the file reads as zeros, as HDF5 expects of space that was never
 * written. */
static herr_t vessel_read(H5FD_t *head, H5FD_mem_t type, hid_t transfer, haddr_t address,
                          size_t bytes, void *buffer)
{
  jx_vessel *vessel = (jx_vessel *)head;
  (void)type;
  (void)transfer;
  if (is_out_of_reach(address, bytes)) return -1;
  int64_t count = jx_system_read(vessel->file, buffer, bytes, address);
  if (count < 0) {
    if (vessel->read_failure == 0) vessel->read_failure = errno;
    return -1;
  }
  memset((char *)buffer + count, 0, bytes - (size_t)count);
  return 0;
}

static herr_t vessel_write(H5FD_t *head, H5FD_mem_t type, hid_t transfer, haddr_t address,
                           size_t bytes, const void *buffer)
{
  jx_vessel *vessel = (jx_vessel *)head;
  (void)type;
  (void)transfer;
  if (is_out_of_reach(address, bytes) && vessel->write_failure == 0) vessel->write_failure = EFBIG;
  if (vessel->write_failure == 0 && vessel->end_of_file < address + bytes)
    vessel->end_of_file = address + bytes;
  if (vessel->write_failure == 0 && !jx_system_write(vessel->file, buffer, bytes, address))
    vessel->write_failure = errno;
  return 0;
}

/* Makes the file end where HDF5's space does; it asks only for files it may write. */
static herr_t vessel_truncate(H5FD_t *head, hid_t transfer, hbool_t closing)
{
  jx_vessel *vessel = (jx_vessel *)head;
  (void)transfer;
  (void)closing;
  if (vessel->end_of_file != vessel->end_of_space) cut(vessel, vessel->end_of_space);
  return 0;
}

static const H5FD_class_t vessel_class = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)(H5_VFD_RESERVED + 74), /* not a registered one: never in files */
#endif
    .name = "jato_vessel",
    .maxaddr = MOST_BYTES,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(jx_vessel *),
    .open = vessel_open,
    .close = vessel_close,
    .query = vessel_query,
    .get_eoa = vessel_get_eoa,
    .set_eoa = vessel_set_eoa,
    .get_eof = vessel_get_eof,
    .get_handle = vessel_get_handle,
    .read = vessel_read,
    .write = vessel_write,
    .truncate = vessel_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

hid_t jx_vessel_access(jx_vessel *vessel)
{
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), driver = H5FDregister(&vessel_class);
  int good = access >= 0 && driver >= 0 && H5Pset_driver(access, driver, &vessel) >= 0 &&
             H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0 &&
             H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0;
  vessel->driver = driver;
  if (!good) jx_hdf5_close(H5Pclose, &access);
  return access;
}

void jx_vessel_release(jx_vessel *vessel)
{
  if (vessel->driver > 0) (void)H5FDunregister(vessel->driver);
  vessel->driver = 0;
}
