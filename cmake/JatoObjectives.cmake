# What objectives outside of devices take, each found where it is and left out where it is not:
# jansson (lines of JSON), libyaml (study files), libsodium (signatures of run files); in the same way,
# what methods take (JatoMethods.cmake), and what images take: libpng and giflib.
#   JATO_<NAME>_HERE          whether it is to be used
#   JATO_OBJECTIVE_INCLUDES   folders of headers
#   JATO_OBJECTIVE_LIBRARIES  what to link
#   JATO_IMAGE_INCLUDES, JATO_IMAGE_LIBRARIES  the same for libjato_sim, which has the images
set(JATO_OBJECTIVE_INCLUDES "")
set(JATO_OBJECTIVE_LIBRARIES "")
set(JATO_IMAGE_INCLUDES "")
set(JATO_IMAGE_LIBRARIES "")

# jato_find_library_for(WHOM NAME HEADER LIBRARY WITHOUT): WHOM is OBJECTIVE or IMAGE.
function(jato_find_library_for whom name header library without)
  find_path(JATO_${name}_HEADERS ${header})
  find_library(JATO_${name}_LIBRARY ${library})
  mark_as_advanced(JATO_${name}_HEADERS JATO_${name}_LIBRARY)
  if(JATO_${name} AND JATO_${name}_HEADERS AND JATO_${name}_LIBRARY)
    set(JATO_${name}_HERE ON PARENT_SCOPE)
    set(JATO_${whom}_INCLUDES ${JATO_${whom}_INCLUDES} ${JATO_${name}_HEADERS} PARENT_SCOPE)
    set(JATO_${whom}_LIBRARIES ${JATO_${whom}_LIBRARIES} ${JATO_${name}_LIBRARY} PARENT_SCOPE)
  else()
    set(JATO_${name}_HERE OFF PARENT_SCOPE)
    message(STATUS "no ${library}: ${without} will say that they are not in this build")
  endif()
endfunction()

jato_find_library_for(OBJECTIVE JANSSON jansson.h jansson "lines of JSON")

# Programs are started and watched by means of Linux: pidfds, files in memory, epoll.
set(JATO_PROGRAMS_HERE OFF)
if(JATO_PROGRAMS AND JATO_JANSSON_HERE AND CMAKE_SYSTEM_NAME STREQUAL Linux)
  set(JATO_PROGRAMS_HERE ON)
else()
  message(STATUS "programs as objectives will say that they are not in this build")
endif()

jato_find_library_for(OBJECTIVE LIBYAML yaml.h yaml "study files")
jato_find_library_for(OBJECTIVE SODIUM sodium.h sodium "signatures of run files")
if(JATO_SIM)
  jato_find_library_for(IMAGE PNG png.h png "images in PNG")
  jato_find_library_for(IMAGE GIF gif_lib.h gif "films in GIF")
endif()
