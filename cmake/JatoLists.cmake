# A row of a .def list stands for a header beside it. C cannot include a file whose name is in a list,
# so the build writes the includes down: <list's folder>/bodies.h, found before the source tree.

# jato_write_bodies(<list, relative to src> <row macro>)
function(jato_write_bodies list macro)
  set(path ${jato_SOURCE_DIR}/src/${list})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  get_filename_component(folder ${list} DIRECTORY)
  file(STRINGS ${path} rows REGEX "^${macro}\\(")
  set(text "/* Made by the build from ${list}. */\n")
  foreach(row IN LISTS rows)
    string(REGEX REPLACE "^${macro}\\(([a-z0-9_]+).*$" "\\1" name "${row}")
    string(APPEND text "#include \"${folder}/${name}.h\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${jato_BINARY_DIR}/generated/${folder}/bodies.h CONTENT "${text}" @ONLY)
endfunction()

# jato_row_names(<list, relative to src> <row macro> <variable>): the names, for tests made from rows.
function(jato_row_names list macro variable)
  file(STRINGS ${jato_SOURCE_DIR}/src/${list} rows REGEX "^${macro}\\(")
  set(names "")
  foreach(row IN LISTS rows)
    string(REGEX REPLACE "^${macro}\\(([a-z0-9_]+).*$" "\\1" name "${row}")
    list(APPEND names ${name})
  endforeach()
  set(${variable} ${names} PARENT_SCOPE)
endfunction()

jato_write_bodies(kernel/objective/gallery.def JK_PROBLEM)
jato_write_bodies(kernel/motion/motions.def JK_MOTION)
