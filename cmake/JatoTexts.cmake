# The texts of the kernels inside the library, for programs that are compiled at run time.
#
# Starting from a few headers, every header of ours that they include is written to
# a C file as an array of bytes (a string literal may have 4095 characters only), each behind those it
# includes. #include lines are left out; that of a .def list is replaced by the list.
#
# The file is included by the build, and run as a script (cmake -P) whenever a header changes.

# jato_embed_texts(OUTPUT file TABLE name SOURCE folder ROOTS header... DEPENDS file... [LIBRARY folder])
# OUTPUT gets the arrays and the table of them, <TABLE>s and <TABLE>_count. ROOTS, the headers to begin with,
# and those that they include are named from SOURCE, or from LIBRARY, whose texts others have.
function(jato_embed_texts)
  cmake_parse_arguments(embed "" "OUTPUT;TABLE;SOURCE;LIBRARY" "ROOTS;DEPENDS" ${ARGN})
  add_custom_command(OUTPUT ${embed_OUTPUT}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${embed_SOURCE} "-DLIBRARY=${embed_LIBRARY}"
    -DGENERATED=${jato_BINARY_DIR}/generated -DOUTPUT=${embed_OUTPUT} -DTABLE=${embed_TABLE}
    "-DROOTS=${embed_ROOTS}" -P ${jato_SOURCE_DIR}/cmake/JatoTexts.cmake
    DEPENDS ${jato_SOURCE_DIR}/cmake/JatoTexts.cmake ${embed_DEPENDS}
    COMMENT "Embedding the texts of kernels" VERBATIM)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
  return()
endif()
cmake_minimum_required(VERSION 3.25)

# find_header(<variable> <name> <folder of the file that includes it>): its path.
function(find_header variable name folder)
  foreach(candidate ${SOURCE}/${folder}/${name} ${SOURCE}/${name} ${GENERATED}/${name} ${LIBRARY}/${name})
    if(EXISTS ${candidate})
      get_filename_component(path ${candidate} ABSOLUTE)
      set(${variable} ${path} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "${folder} includes ${name}, which is not there")
endfunction()

# name_from_source(<variable> <path>)
function(name_from_source variable path)
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

# write_text(<path>): adds the header to the output, behind all it includes; once. One of LIBRARY is there.
function(write_text path)
  get_property(seen GLOBAL PROPERTY texts_seen)
  string(FIND ${path} "${LIBRARY}/" is_library)
  if(path IN_LIST seen OR (LIBRARY AND is_library EQUAL 0))
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY texts_seen ${path})
  name_from_source(name ${path})
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
foreach(root IN LISTS ROOTS)
  find_header(path ${root} .)
  write_text(${path})
endforeach()
get_property(rows GLOBAL PROPERTY texts_rows)
get_property(count GLOBAL PROPERTY texts_count)
file(APPEND ${OUTPUT}.new "\nconst jx_program_text ${TABLE}s[] = {\n${rows}};\n"
  "const size_t ${TABLE}_count = ${count};\n")
file(RENAME ${OUTPUT}.new ${OUTPUT})
file(REMOVE ${OUTPUT}.part)
