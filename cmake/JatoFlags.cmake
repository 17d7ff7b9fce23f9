# Flags every target is compiled with.
#
# Same seed, same bits: no contraction of a*b+c anywhere, and never fast-math. Errno and traps of
# floating-point arithmetic are not used, and giving them up lets compilers vectorise; bits do not change.
add_compile_options(-ffp-contract=off -fno-math-errno -fno-trapping-math)
add_compile_options(-Wall -Wextra -Wconversion -Wshadow -Wpedantic)
if(JATO_WERROR)
  add_compile_options(-Werror)
endif()

if(JATO_SANITIZE)
  add_compile_options(-fsanitize=${JATO_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${JATO_SANITIZE})
endif()

# Run files are written by a thread of their own.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

if(JATO_OPENMP)
  find_package(OpenMP COMPONENTS C)
  if(NOT OpenMP_C_FOUND)
    message(STATUS "OpenMP: not found; jato will run on one thread")
  endif()
endif()

# The kernels' loops over lanes are marked for SIMD, which needs no OpenMP runtime.
set(JATO_KERNEL_FLAGS -Wdouble-promotion -fopenmp-simd $<$<NOT:$<CONFIG:Debug>>:${JATO_KERNEL_OPTIMIZE}>)
if(JATO_FUZZ)
  # Fuzzers look for new ways through readers; in the kernels only memory is watched, which takes
  # far less time to compile.
  list(APPEND JATO_KERNEL_FLAGS -fno-sanitize=undefined,fuzzer-no-link)
endif()
if(CMAKE_C_COMPILER_ID MATCHES Clang)
  # clang 14 does not vectorise a loop over lanes with a loop inside, as gcc does, and warns of it; at
  # -O1, as for the sanitizers, it vectorises no loop that is marked.
  add_compile_options(-Wno-pass-failed)
endif()

# Kernels have lines for debuggers; a release that has no other debug information leaves them out when it is linked.
if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_RELEASE}" MATCHES "(^| )-g")
  add_link_options(-Wl,--strip-debug)
endif()

# What the kernels are built for: three levels of x86-64, or whatever the compiler takes by itself.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND NOT JATO_ONE_LEVEL)
  set(JATO_LEVELS v2 v3 v4)
  set(JATO_FLAGS_v2 -march=x86-64-v2)
  set(JATO_FLAGS_v3 -march=x86-64-v3)
  set(JATO_FLAGS_v4 -march=x86-64-v4 -mprefer-vector-width=512)
  set(JATO_LEVEL_SOURCE device/cpu/level_x86.c)
else()
  set(JATO_LEVELS generic)
  set(JATO_FLAGS_generic "")
  set(JATO_LEVEL_SOURCE device/cpu/level_generic.c)
endif()
