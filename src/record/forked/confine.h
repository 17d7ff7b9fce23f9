/* Taking from a process what reading does not need. */
#pragma once

/* From now on this process can use memory, read files that are open, write to the one descriptor,
 * and end; the kernel refuses everything else: to open or change a file, to make a socket, to start
 * a program, to signal others. For good, and only for a process that ends soon. Returns 0 where the
 * kernel cannot do so. */
int jx_confine(int writable);
