#define _POSIX_C_SOURCE 200809L /* pread, pwrite, ftruncate */
#define _FILE_OFFSET_BITS 64
#include "record/hdf5/file_driver.h"

#include "base/system.h"
#include "contract/format.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a file offset can hold. */
#define MOST_BYTES (((haddr_t)1 << 62) - 1)

/* Makes the file end there. Where that fails it is remembered, and HDF5 told that it was done. */
static void cut(jx_file_driver *driver, haddr_t end)
{
  while (driver->write_failure == 0 && ftruncate(driver->file, (off_t)end) != 0)
    if (errno != EINTR) driver->write_failure = errno;
  driver->end_of_file = end;
}

/* HDF5 opens a file twice when it creates it: tentatively first, and closes that again. */
static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
  jx_file_driver *const *handed = H5Pget_driver_info(access);
  struct stat status;
  (void)name;
  (void)most;
  if (handed == NULL) return NULL;
  jx_file_driver *driver = *handed;
  if (driver->is_open) return NULL;
  if (fstat(driver->file, &status) != 0) {
    driver->read_failure = driver->write_failure = errno;
    return NULL;
  }
  memset(&driver->head, 0, sizeof driver->head);
  driver->is_open = 1;
  driver->may_write = (flags & H5F_ACC_RDWR) != 0;
  driver->end_of_space = 0;
  driver->end_of_file = (haddr_t)status.st_size;
  if ((flags & H5F_ACC_TRUNC) != 0 && driver->end_of_file > 0) cut(driver, 0);
  return &driver->head;
}

static herr_t driver_close(H5FD_t *head)
{
  ((jx_file_driver *)head)->is_open = 0;
  return 0;
}

/* Nothing is gathered of a file that is only read: HDF5 1.10 joins pieces of metadata that a file
 * claims to be next to each other in one buffer, and does not look at how long they are. */
static herr_t driver_query(const H5FD_t *head, unsigned long *flags)
{
  const jx_file_driver *driver = (const jx_file_driver *)head; /* NULL: of no file yet */
  *flags = H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  if (driver == NULL || driver->may_write)
    *flags |= H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
              H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

static haddr_t driver_get_eoa(const H5FD_t *head, H5FD_mem_t type)
{
  (void)type;
  return ((const jx_file_driver *)head)->end_of_space;
}

static herr_t driver_set_eoa(H5FD_t *head, H5FD_mem_t type, haddr_t end)
{
  (void)type;
  ((jx_file_driver *)head)->end_of_space = end;
  return 0;
}

static haddr_t driver_get_eof(const H5FD_t *head, H5FD_mem_t type)
{
  (void)type;
  return ((const jx_file_driver *)head)->end_of_file;
}

static herr_t driver_get_handle(H5FD_t *head, hid_t access, void **handle)
{
  (void)access;
  *handle = &((jx_file_driver *)head)->file;
  return 0;
}

/* How many of the bytes belong to the first ones of a file. */
static size_t first_part(haddr_t address, size_t bytes)
{
  const size_t all = sizeof((jx_file_driver *)0)->first;
  if (address >= all) return 0;
  return bytes < all - address ? bytes : all - (size_t)address;
}

static int is_out_of_reach(haddr_t address, size_t bytes)
{
  return address > MOST_BYTES || bytes > MOST_BYTES - address;
}

/* In a file that is being written, what lies behind its end reads as zeros, as HDF5 expects of
 * space that was never written. One that is only read has all its space: what is not there is lost.
 */
static herr_t driver_read(H5FD_t *head, H5FD_mem_t type, hid_t transfer, haddr_t address,
                          size_t bytes, void *buffer)
{
  jx_file_driver *driver = (jx_file_driver *)head;
  (void)type;
  (void)transfer;
  if (is_out_of_reach(address, bytes)) return -1;
  int64_t count = jx_system_read(driver->file, buffer, bytes, address);
  if (count < 0) {
    if (driver->read_failure == 0) driver->read_failure = errno;
    return -1;
  }
  if (!driver->may_write && (size_t)count < bytes) {
    driver->is_cut_off = 1;
    return -1;
  }
  memset((char *)buffer + count, 0, bytes - (size_t)count);
  if (driver->may_write && address < sizeof driver->first)
    memcpy(buffer, driver->first + address, first_part(address, bytes));
  return 0;
}

/* The first bytes of a file that is being written are kept here. JX_UNFINISHED stands for them,
 * from before anything else is written: HDF5 writes its own last. */
static int write_to_file(jx_file_driver *driver, const char *from, size_t bytes, haddr_t address)
{
  size_t first = first_part(address, bytes);
  if (first > 0) memcpy(driver->first + address, from, first);
  if (!driver->is_marked && !jx_system_write(driver->file, JX_UNFINISHED, sizeof driver->first, 0))
    return 0;
  driver->is_marked = 1;
  return first == bytes ||
         jx_system_write(driver->file, from + first, bytes - first, address + first);
}

int jx_file_driver_finish(jx_file_driver *driver)
{
  if (driver->write_failure == 0 &&
      !jx_system_write(driver->file, driver->first, sizeof driver->first, 0))
    driver->write_failure = errno;
  return driver->write_failure == 0;
}

static herr_t driver_write(H5FD_t *head, H5FD_mem_t type, hid_t transfer, haddr_t address,
                           size_t bytes, const void *buffer)
{
  jx_file_driver *driver = (jx_file_driver *)head;
  (void)type;
  (void)transfer;
  if (is_out_of_reach(address, bytes) && driver->write_failure == 0) driver->write_failure = EFBIG;
  if (driver->write_failure == 0 && driver->end_of_file < address + bytes)
    driver->end_of_file = address + bytes;
  if (driver->write_failure == 0 && !write_to_file(driver, buffer, bytes, address))
    driver->write_failure = errno;
  return 0;
}

/* Makes the file end where HDF5's space does; it asks only for files it may write. */
static herr_t driver_truncate(H5FD_t *head, hid_t transfer, hbool_t closing)
{
  jx_file_driver *driver = (jx_file_driver *)head;
  (void)transfer;
  (void)closing;
  if (driver->end_of_file != driver->end_of_space) cut(driver, driver->end_of_space);
  return 0;
}

static const H5FD_class_t driver_class = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)(H5_VFD_RESERVED + 74), /* not a registered one: never in files */
#endif
    .name = "jato_driver",
    .maxaddr = MOST_BYTES,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(jx_file_driver *),
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .get_eoa = driver_get_eoa,
    .set_eoa = driver_set_eoa,
    .get_eof = driver_get_eof,
    .get_handle = driver_get_handle,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

hid_t jx_file_driver_access(jx_file_driver *driver)
{
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), id = H5FDregister(&driver_class);
  int good = access >= 0 && id >= 0 && H5Pset_driver(access, id, &driver) >= 0 &&
             H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0 &&
             H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0;
  driver->id = id;
  if (!good) jx_hdf5_close(H5Pclose, &access);
  return access;
}

void jx_file_driver_release(jx_file_driver *driver)
{
  if (driver->id > 0) (void)H5FDunregister(driver->id);
  driver->id = 0;
}
