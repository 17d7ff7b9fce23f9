# What `cmake --install` puts where: headers, libraries, program, manual pages, completion, schema,
# examples, pkg-config file, CMake package. All of it may be moved elsewhere as a whole: nothing of it
# knows its prefix.
include(CMakePackageConfigHelpers)

install(TARGETS jato_shared jato_static EXPORT jatoTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(JATO_SIM)
  install(TARGETS jato_sim_shared jato_sim_static EXPORT jatoSimTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY sim/include/jato DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
endif()
install(TARGETS jato_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/jato DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES cli/completion/jato.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME jato)
install(FILES cli/completion/jato.zsh
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _jato)
install(FILES cli/completion/jato.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES docs/study.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/jato)
install(FILES LICENSE SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS
  PATTERN CMakeLists.txt EXCLUDE PATTERN __pycache__ EXCLUDE)

# ---- pkg-config and CMake ------------------------------------------------------------------------

# The libraries that a static libjato takes with it.
set(JATO_LINKED_PATHS ${JATO_OBJECTIVE_LIBRARIES} ${JATO_MPI_LIBRARIES})
if(JATO_HDF5_HERE)
  list(PREPEND JATO_LINKED_PATHS ${JATO_HDF5_LIBRARIES})
endif()
list(JOIN JATO_LINKED_PATHS " " JATO_PC_LIBS_PRIVATE)
string(PREPEND JATO_PC_LIBS_PRIVATE "${CMAKE_THREAD_LIBS_INIT} ")
foreach(library IN LISTS CMAKE_DL_LIBS)
  string(PREPEND JATO_PC_LIBS_PRIVATE "-l${library} ")
endforeach()
if(OpenMP_C_FOUND)
  string(PREPEND JATO_PC_LIBS_PRIVATE "${OpenMP_C_FLAGS} ")
endif()

# jato_pc_path(<variable> <folder>): a folder under the prefix by the prefix, another one as it is.
function(jato_pc_path variable folder)
  if(IS_ABSOLUTE ${folder})
    set(${variable} ${folder} PARENT_SCOPE)
  else()
    set(${variable} "\${prefix}/${folder}" PARENT_SCOPE)
  endif()
endfunction()
jato_pc_path(JATO_PC_LIBDIR ${CMAKE_INSTALL_LIBDIR})
jato_pc_path(JATO_PC_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR}) # then the file does not lie under the prefix
  set(JATO_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  string(REGEX REPLACE "/$" "" up ${up})
  set(JATO_PC_PREFIX "\${pcfiledir}/${up}")
endif()
set(pkg_config_files jato.pc)
if(JATO_SIM)
  list(APPEND pkg_config_files jato-sim.pc)
  list(JOIN JATO_IMAGE_LIBRARIES " " JATO_PC_IMAGE_LIBRARIES)
endif()
foreach(file IN LISTS pkg_config_files)
  configure_file(cmake/${file}.in ${jato_BINARY_DIR}/generated/${file} @ONLY)
  install(FILES ${jato_BINARY_DIR}/generated/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

set(jato_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/jato)
install(EXPORT jatoTargets NAMESPACE jato:: DESTINATION ${jato_package_dir})
if(JATO_SIM) # a file of its own, which a package may leave out
  install(EXPORT jatoSimTargets NAMESPACE jato:: DESTINATION ${jato_package_dir})
endif()
configure_package_config_file(cmake/jatoConfig.cmake.in
  ${jato_BINARY_DIR}/generated/jatoConfig.cmake INSTALL_DESTINATION ${jato_package_dir})
write_basic_package_version_file(${jato_BINARY_DIR}/generated/jatoConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${jato_BINARY_DIR}/generated/jatoConfig.cmake
  ${jato_BINARY_DIR}/generated/jatoConfigVersion.cmake DESTINATION ${jato_package_dir})

# ---- What takes Python, which a build without tests can do without -------------------------------

find_package(Python3 QUIET COMPONENTS Interpreter)

# The manual, from what the program says for --help.
if(Python3_Interpreter_FOUND AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
  add_custom_command(OUTPUT ${jato_BINARY_DIR}/man/jato.1
    COMMAND ${Python3_EXECUTABLE} ${jato_SOURCE_DIR}/tools/make_man --output ${jato_BINARY_DIR}/man
    ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:jato_program>
    DEPENDS jato_program tools/make_man COMMENT "Writing the manual pages" VERBATIM)
  add_custom_target(jato_man ALL DEPENDS ${jato_BINARY_DIR}/man/jato.1)
  install(DIRECTORY ${jato_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
    FILES_MATCHING PATTERN "*.1")
else()
  message(STATUS "no manual pages: they take Python 3, and a program that runs here")
endif()

# The bill of materials, from what the linker has put into program and library.
if(Python3_Interpreter_FOUND AND CMAKE_READELF AND NOT JATO_SANITIZE)
  set(jato_sbom ${jato_BINARY_DIR}/jato.spdx.json)
  set(sim_library $<$<TARGET_EXISTS:jato_sim_shared>:$<TARGET_FILE:jato_sim_shared>>)
  add_custom_command(OUTPUT ${jato_sbom}
    COMMAND ${Python3_EXECUTABLE} ${jato_SOURCE_DIR}/tools/release/make_sbom --version ${PROJECT_VERSION}
    --readelf ${CMAKE_READELF} $<$<BOOL:${CMAKE_CROSSCOMPILING}>:--cross> --output ${jato_sbom}
    $<TARGET_FILE:jato_program> $<TARGET_FILE:jato_shared> ${sim_library}
    DEPENDS jato_program jato_shared $<TARGET_NAME_IF_EXISTS:jato_sim_shared> tools/release/make_sbom tools/dependencies.json
    VERBATIM COMMAND_EXPAND_LISTS)
  add_custom_target(jato_sbom ALL DEPENDS ${jato_sbom})
  install(FILES ${jato_sbom} DESTINATION ${CMAKE_INSTALL_DOCDIR})
else()
  message(STATUS "no bill of materials: it takes Python 3 and readelf")
endif()
