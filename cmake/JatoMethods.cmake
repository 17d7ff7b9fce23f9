# Methods of libraries: NLopt and cminpack, each in one folder of src/algorithm.
#   JATO_NLOPT_HERE, JATO_CMINPACK_HERE   whether it is to be used
#   JATO_LIBRARY_METHODS                  rows of algorithms.def that they bring
#   JATO_ABSENT_METHODS                   those that only say that they are not in this build
jato_find_library_for(OBJECTIVE NLOPT nlopt.h nlopt "bobyqa, sbplx and cobyla")
jato_find_library_for(OBJECTIVE CMINPACK cminpack-1/cminpack.h cminpack "lm")

set(nlopt_methods bobyqa sbplx cobyla)
set(cminpack_methods lm)
set(JATO_LIBRARY_METHODS ${nlopt_methods} ${cminpack_methods})
set(JATO_ABSENT_METHODS "")
if(NOT JATO_NLOPT_HERE)
  list(APPEND JATO_ABSENT_METHODS ${nlopt_methods})
endif()
if(NOT JATO_CMINPACK_HERE)
  list(APPEND JATO_ABSENT_METHODS ${cminpack_methods})
endif()
