# What `cmake --install` puts where: headers, libraries, program, completion, pkg-config file, CMake package.
include(CMakePackageConfigHelpers)

install(TARGETS jato_shared jato_static EXPORT jatoTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS jato_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/jato DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES cli/completion/jato.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME jato)

set(JATO_PC_REQUIRES_PRIVATE "")
set(JATO_PC_LIBS_PRIVATE "-lm ${CMAKE_THREAD_LIBS_INIT}")
if(OpenMP_C_FOUND)
  string(APPEND JATO_PC_LIBS_PRIVATE " ${OpenMP_C_FLAGS}")
endif()
if(JATO_HDF5_HERE)
  list(JOIN JATO_HDF5_LIBRARIES " " hdf5_libraries)
  string(APPEND JATO_PC_LIBS_PRIVATE " ${hdf5_libraries}")
endif()
list(JOIN JATO_OBJECTIVE_LIBRARIES " " objective_libraries)
string(APPEND JATO_PC_LIBS_PRIVATE " ${objective_libraries}")
configure_file(cmake/jato.pc.in ${CMAKE_BINARY_DIR}/generated/jato.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/jato.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(jato_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/jato)
install(EXPORT jatoTargets NAMESPACE jato:: DESTINATION ${jato_package_dir})
configure_package_config_file(cmake/jatoConfig.cmake.in
  ${CMAKE_BINARY_DIR}/generated/jatoConfig.cmake INSTALL_DESTINATION ${jato_package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/jatoConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/jatoConfig.cmake
  ${CMAKE_BINARY_DIR}/generated/jatoConfigVersion.cmake DESTINATION ${jato_package_dir})

# The bill of materials, from what the linker has put into program and library. It takes Python, which a
# build without tests can do without.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND CMAKE_READELF AND NOT JATO_SANITIZE)
  set(jato_sbom ${CMAKE_BINARY_DIR}/jato.spdx.json)
  add_custom_command(OUTPUT ${jato_sbom}
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/make_sbom --version ${PROJECT_VERSION}
    --readelf ${CMAKE_READELF} $<$<BOOL:${CMAKE_CROSSCOMPILING}>:--cross> --output ${jato_sbom}
    $<TARGET_FILE:jato_program> $<TARGET_FILE:jato_shared>
    DEPENDS jato_program jato_shared tools/make_sbom tools/dependencies.json
    VERBATIM COMMAND_EXPAND_LISTS)
  add_custom_target(jato_sbom ALL DEPENDS ${jato_sbom})
  install(FILES ${jato_sbom} DESTINATION ${CMAKE_INSTALL_DOCDIR})
else()
  message(STATUS "no bill of materials: it takes Python 3 and readelf")
endif()
install(FILES LICENSE SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
