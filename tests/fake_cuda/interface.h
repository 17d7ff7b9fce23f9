/* What a compiled CUDA text and the fake driver share. Includes nothing: texts are
 * compiled without any system header, as NVRTC compiles them. */
#ifndef FAKE_CUDA_INTERFACE_H
#define FAKE_CUDA_INTERFACE_H

#define FAKE_CUDA_WARP 32

struct fake_cuda_triple {
  unsigned x, y, z;
};

/* The same for all threads of a block. */
struct fake_cuda_grid {
  fake_cuda_triple block, block_dim, grid_dim;
};

struct fake_cuda_place {
  fake_cuda_triple thread;
  int lane; /* in its warp */
  const fake_cuda_grid *grid;
};

struct fake_cuda_exchanged {
  unsigned long long value; /* the source lane's; all bits set when that lane did not take part */
  unsigned vote;            /* bit per lane of the mask that brought a value other than 0 */
};

/* Where in the text a thread waits. */
struct fake_cuda_site {
  const char *file;
  int line;
};

/* What the driver gives to a loaded text. */
struct fake_cuda_runtime {
  const fake_cuda_place *(*place)();
  /* Waits for all threads of the block. */
  void (*barrier)(fake_cuda_site site);
  /* Waits for the lanes of the mask, and takes the value that lane `source` brought. */
  fake_cuda_exchanged (*exchange)(unsigned mask, unsigned long long value, int source,
                                  fake_cuda_site site);
};

/* What a text gives to the driver, one for each kernel: fake_cuda_kernel_<name>. */
struct fake_cuda_kernel {
  void (*run)(void **parameters); /* one thread */
  int parameters;
  unsigned long long pointers; /* bit per parameter that is a pointer */
  int most_threads;            /* of __launch_bounds__; 0 without */
};

/* In front of the bytes that NVRTC returns as machine code. */
struct fake_cuda_image {
  char magic[16];
  unsigned long long bytes, sum; /* of what follows */
  int architecture;              /* 80 for sm_80 */
  int is_virtual;                /* compute_80: to be compiled by the driver */
};

#define FAKE_CUDA_MAGIC "fake cuda image"
/* In front of the same bytes as hexadecimal digits. */
#define FAKE_CUDA_PTX "// fake PTX\n"

/* FNV-1a. */
inline unsigned long long fake_cuda_sum(const char *data, unsigned long long bytes,
                                        unsigned long long sum = 14695981039346656037ull)
{
  for (unsigned long long i = 0; i < bytes; i++)
    sum = (sum ^ static_cast<unsigned char>(data[i])) * 1099511628211ull;
  return sum;
}

#endif
