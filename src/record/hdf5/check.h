/* Whether what stands in a run file can be true. Failures are JATO_E_FILE and say what cannot. */
#ifndef JX_HDF5_CHECK_H
#define JX_HDF5_CHECK_H

#include "record/hdf5/sheet.h"

/* The attributes: ranges, and words, which become the values of sheet->info; the rest of it that
 * follows from attributes is filled in, too. */
jato_status jx_check_items(jx_sheet *sheet, jato_error *error);

/* The datasets that are in memory. */
jato_status jx_check_sets(const jato_record_info *info, jato_error *error);

#endif
