/* Compiles CUDA C++ for the host: the work of the fake NVRTC. */
#ifndef FAKE_CUDA_COMPILER_H
#define FAKE_CUDA_COMPILER_H

#include <string>
#include <vector>

struct compile_order {
  std::string text, name;               /* the name is the file of which errors speak */
  std::vector<std::string> definitions; /* -DNAME=VALUE */
  std::string standard;                 /* c++17 */
  int architecture;                     /* 80 for sm_80 */
  bool is_virtual;                      /* compute_80 */
  int (*ask_to_stop)(void *, void *);   /* not 0: stop; may be NULL */
  void *asked_with;
};

enum compile_end { COMPILE_DONE, COMPILE_REFUSED, COMPILE_STOPPED };

const std::vector<int> &known_architectures();

/* Returns false, with words in the log, for an option that NVRTC does not have. */
bool read_options(int count, const char *const *options, compile_order *order, std::string *log);

/* Fills the image (interface.h), or the log with words as NVRTC would write them. */
compile_end compile_text(const compile_order &order, std::string *image, std::string *log);

#endif
