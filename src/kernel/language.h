/* What C, OpenCL C and CUDA C call differently: kernels, kinds of memory, and the index of an item.
 *
 *   JK_KERNEL name(JK_OF_GROUP JK_GLOBAL const jk_number *a, int n) { ... a[JK_GROUP] ... }
 *   JK_ENTRY(name, (JK_GROUP, JK_ARGUMENT(JK_GLOBAL const jk_number *, 0), JK_ARGUMENT(int, 1)))
 *
 * Work-group JK_GROUP has JK_HERE_LOCAL items, of which this one is JK_ITEM. C has no kernels:
 * there JK_OF_GROUP is the parameter with the index of the group, and the entry is what a device
 * calls; it repeats the types of the parameters. In the other languages both are empty. */
#ifndef JK_LANGUAGE_H
#define JK_LANGUAGE_H

#include "portable.h"

#if defined(__OPENCL_C_VERSION__)
/* By default Intel's compiler for CPUs vectorises a loop over coordinates rather than over items,
 * and then adds in another order than the written one. */
#if defined(cl_intel_required_subgroup_size) && JK_WIDTH == 1 && JK_HERE_LOCAL % 16 == 0
#define JK_SUB_GROUP __attribute__((intel_reqd_sub_group_size(16)))
#else
#define JK_SUB_GROUP
#endif
#define JK_KERNEL \
  __kernel __attribute__((reqd_work_group_size(JK_HERE_LOCAL, 1, 1))) JK_SUB_GROUP void
#define JK_ROLLED
#define JK_GLOBAL __global /* the device's memory */
#define JK_LOCAL __local   /* memory that the items of a work-group share; in a kernel only */
#define JK_LOCAL_IN __local
#define JK_RESTRICT restrict
#define JK_GROUP ((jk_word1)get_group_id(0))
#if JK_HERE_LOCAL == 1
#define JK_ITEM 0
#define JK_BARRIER()
#define JK_BARRIER_GLOBAL()
#else
#define JK_ITEM ((int)get_local_id(0))
#define JK_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define JK_BARRIER_GLOBAL() /* what they wrote to the device's memory is seen, too */ \
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif
#if JK_WIDTH == 1
#define JK_ANY(condition) (condition) /* whether it is true in any lane of the item */
#else
#define JK_ANY(condition) any(condition)
#endif

#elif defined(__CUDACC__)
/* 768 items on a multiprocessor leave each of them 80 registers, and none spills then
 * (tools/check_cuda). */
#if defined(__CUDACC_RTC__)
#define JK_KERNEL extern "C" __global__ void __launch_bounds__(JK_HERE_LOCAL, 768 / JK_HERE_LOCAL)
#else
#define JK_KERNEL extern "C" __global__ void
#endif
#define JK_ROLLED _Pragma("unroll 1") /* before a loop: its iterations are not unrolled */
#define JK_GLOBAL
#define JK_LOCAL __shared__
#define JK_LOCAL_IN
#define JK_RESTRICT __restrict__
#define JK_GROUP ((jk_word1)blockIdx.x)
#define JK_ITEM ((int)threadIdx.x)
#define JK_BARRIER() __syncthreads()
#define JK_BARRIER_GLOBAL() __syncthreads()
#define JK_ANY(condition) (condition)

#else /* C: a work-group is one item, and the threads of the device share the work-groups */
#define JK_KERNEL void
#define JK_ROLLED
#define JK_GLOBAL
#define JK_LOCAL
#define JK_LOCAL_IN
#define JK_RESTRICT restrict
#define JK_OF_GROUP jk_word1 jk_group,
#define JK_GROUP jk_group
#define JK_ITEM 0
#define JK_BARRIER()
#define JK_BARRIER_GLOBAL()
#define JK_ANY(condition) (condition)
#define JK_ENTRY(name, arguments) \
  void name##_entry(const void *const *jk_arguments, jk_word1 jk_group) { name arguments; }
#define JK_ARGUMENT(type, number) (*(type const *)jk_arguments[number])

/* The compiler of this object, for messages. */
#if defined(__clang__)
const char jato_compiler[] = "clang " __clang_version__;
#else
const char jato_compiler[] = "gcc " __VERSION__;
#endif
#endif

#if !defined(JK_ENTRY)
#define JK_OF_GROUP
#define JK_ENTRY(name, arguments)
#endif

#endif
