# The program's longer texts (cli/texts: the help of the commands, the study of `jato init`, head and
# style sheet of reports, fixed parts of gnuplot's scripts) as arrays of C: cli/texts/NAME.txt becomes cli_text_NAME, report.css
# cli_text_report_css. They are bytes, since a string literal may have 4095 characters only.
#
# The file is included by the build, and run as a script (cmake -P) whenever a text changes.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  file(GLOB program_texts CONFIGURE_DEPENDS ${jato_SOURCE_DIR}/cli/texts/*)
  list(APPEND program_texts
    ${jato_SOURCE_DIR}/$<IF:$<BOOL:${JATO_SIM}>,sim/cli,cli/sim>/simulate.txt)
  set(JATO_PROGRAM_TEXTS ${jato_BINARY_DIR}/generated/cli/texts.c)
  add_custom_command(OUTPUT ${JATO_PROGRAM_TEXTS}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${JATO_PROGRAM_TEXTS} "-DTEXTS=${program_texts}"
    -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${CMAKE_CURRENT_LIST_FILE} ${program_texts}
    COMMENT "Embedding the program's texts" VERBATIM)
  return()
endif()
cmake_minimum_required(VERSION 3.25)

file(WRITE ${OUTPUT}.new "/* Made by the build: cmake/JatoProgramTexts.cmake. */\n")
foreach(path IN LISTS TEXTS)
  get_filename_component(name ${path} NAME)
  string(REGEX REPLACE "\\.txt$" "" name ${name})
  string(REPLACE "." "_" name ${name})
  file(READ ${path} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  file(APPEND ${OUTPUT}.new "extern const char cli_text_${name}[];\nconst char cli_text_${name}[] = {${bytes}0};\n")
endforeach()
file(RENAME ${OUTPUT}.new ${OUTPUT})
