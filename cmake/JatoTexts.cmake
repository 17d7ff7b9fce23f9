# The texts of the kernels inside the library, for programs that are compiled at run time.
#
# Starting from a few headers, every header of ours that they include is written to
# generated/program/texts.c as an array of bytes (a string literal may have 4095 characters only), each
# behind those it includes. #include lines are left out; that of a .def list is replaced by the list.
#
# The file is included by the build, and run as a script (cmake -P) whenever a header changes.

# The headers to begin with, in the order a program has them.
set(JATO_TEXT_ROOTS kernel/offload/kernels.h kernel/objective/signature.h kernel/objective/bodies.h
  swarm/cpu/evaluate.h swarm/cpu/residuals.h kernel/objective/user.h)
# Behind them those of simulators, each header with what it includes.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(JATO_TEXTS ${jato_BINARY_DIR}/generated/program/texts.c)
  file(GLOB_RECURSE jato_text_sources CONFIGURE_DEPENDS ${jato_SOURCE_DIR}/src/kernel/*.h
    ${jato_SOURCE_DIR}/src/kernel/*.def)
  add_custom_command(OUTPUT ${JATO_TEXTS}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${jato_SOURCE_DIR}/src
    -DGENERATED=${jato_BINARY_DIR}/generated -DOUTPUT=${JATO_TEXTS} -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${CMAKE_CURRENT_LIST_FILE} ${jato_text_sources}
    ${jato_SOURCE_DIR}/src/swarm/cpu/evaluate.h ${jato_SOURCE_DIR}/src/swarm/cpu/residuals.h
    ${jato_BINARY_DIR}/generated/kernel/objective/bodies.h
    ${jato_BINARY_DIR}/generated/kernel/motion/bodies.h
    COMMENT "Embedding the kernels' texts" VERBATIM)
  return()
endif()
cmake_minimum_required(VERSION 3.25)

# find_header(<variable> <name> <folder of the file that includes it>): its path and its name from src.
function(find_header variable name folder)
  foreach(candidate ${SOURCE}/${folder}/${name} ${SOURCE}/${name} ${GENERATED}/${name})
    if(EXISTS ${candidate})
      get_filename_component(path ${candidate} ABSOLUTE)
      set(${variable} ${path} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "${folder} includes ${name}, which is not there")
endfunction()

# name_from_src(<variable> <path>)
function(name_from_src variable path)
  string(REPLACE "${SOURCE}/" "" name ${path})
  string(REPLACE "${GENERATED}/" "" name ${name})
  set(${variable} ${name} PARENT_SCOPE)
endfunction()

# put_list(<text variable> <include line> <path of the list>): the list's rows in the line's place.
function(put_list variable line path)
  file(READ ${path} rows)
  string(REPLACE "${line}" "${rows}" text "${${variable}}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# write_text(<path>): adds the header to the output, behind all it includes; once.
function(write_text path)
  get_property(seen GLOBAL PROPERTY texts_seen)
  if(path IN_LIST seen)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY texts_seen ${path})
  name_from_src(name ${path})
  get_filename_component(folder ${name} DIRECTORY)
  file(READ ${path} text)
  file(STRINGS ${path} includes REGEX "^#include \"")
  foreach(line IN LISTS includes)
    string(REGEX REPLACE "^#include \"([^\"]+)\".*$" "\\1" included "${line}")
    find_header(header ${included} ${folder})
    if(header MATCHES "\\.def$")
      put_list(text "${line}" ${header})
    else()
      write_text(${header})
    endif()
  endforeach()
  string(REGEX REPLACE "(^|\n)#include[^\n]*" "\\1" text "${text}")
  if(name MATCHES "/bodies\\.h$")
    return()
  endif()
  file(WRITE ${OUTPUT}.part "${text}")
  file(READ ${OUTPUT}.part bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  get_property(count GLOBAL PROPERTY texts_count)
  file(APPEND ${OUTPUT}.new "static const unsigned char text_${count}[] = {${bytes}};\n")
  set_property(GLOBAL APPEND_STRING PROPERTY texts_rows
    "    {\"${name}\", text_${count}, sizeof text_${count}},\n")
  math(EXPR count "${count} + 1")
  set_property(GLOBAL PROPERTY texts_count ${count})
endfunction()

set_property(GLOBAL PROPERTY texts_count 0)
file(WRITE ${OUTPUT}.new
  "/* Made by the build: cmake/JatoTexts.cmake. */\n#include \"program/texts.h\"\n\n")
file(GLOB simulators RELATIVE ${SOURCE} ${SOURCE}/kernel/simulator/*.h)
foreach(root IN LISTS JATO_TEXT_ROOTS simulators)
  find_header(path ${root} .)
  write_text(${path})
endforeach()
get_property(rows GLOBAL PROPERTY texts_rows)
get_property(count GLOBAL PROPERTY texts_count)
file(APPEND ${OUTPUT}.new "\nconst jx_program_text jx_program_texts[] = {\n${rows}};\n"
  "const size_t jx_program_text_count = ${count};\n")
file(RENAME ${OUTPUT}.new ${OUTPUT})
file(REMOVE ${OUTPUT}.part)
