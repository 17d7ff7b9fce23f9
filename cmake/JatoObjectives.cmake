# What objectives outside of devices take, each found where it is and left out where it is not:
# jansson (lines of JSON), libyaml (study files), libpng and giflib (images), libsodium
# (signatures of run files); and, in the same way, what methods take (JatoMethods.cmake).
#   JATO_<NAME>_HERE          whether it is to be used
#   JATO_OBJECTIVE_INCLUDES   folders of headers
#   JATO_OBJECTIVE_LIBRARIES  what to link
set(JATO_OBJECTIVE_INCLUDES "")
set(JATO_OBJECTIVE_LIBRARIES "")

# jato_find_objective_library(NAME HEADER LIBRARY WITHOUT)
function(jato_find_objective_library name header library without)
  find_path(JATO_${name}_HEADERS ${header})
  find_library(JATO_${name}_LIBRARY ${library})
  mark_as_advanced(JATO_${name}_HEADERS JATO_${name}_LIBRARY)
  if(JATO_${name} AND JATO_${name}_HEADERS AND JATO_${name}_LIBRARY)
    set(JATO_${name}_HERE ON PARENT_SCOPE)
    set(JATO_OBJECTIVE_INCLUDES ${JATO_OBJECTIVE_INCLUDES} ${JATO_${name}_HEADERS} PARENT_SCOPE)
    set(JATO_OBJECTIVE_LIBRARIES ${JATO_OBJECTIVE_LIBRARIES} ${JATO_${name}_LIBRARY} PARENT_SCOPE)
  else()
    set(JATO_${name}_HERE OFF PARENT_SCOPE)
    message(STATUS "no ${library}: ${without} will say that they are not in this build")
  endif()
endfunction()

jato_find_objective_library(JANSSON jansson.h jansson "lines of JSON")

# Programs are started and watched by means of Linux: pidfds, files in memory, epoll.
set(JATO_PROGRAMS_HERE OFF)
if(JATO_PROGRAMS AND JATO_JANSSON_HERE AND CMAKE_SYSTEM_NAME STREQUAL Linux)
  set(JATO_PROGRAMS_HERE ON)
else()
  message(STATUS "programs as objectives will say that they are not in this build")
endif()

jato_find_objective_library(LIBYAML yaml.h yaml "study files")
jato_find_objective_library(PNG png.h png "images in PNG")
jato_find_objective_library(GIF gif_lib.h gif "films in GIF")
jato_find_objective_library(SODIUM sodium.h sodium "signatures of run files")
