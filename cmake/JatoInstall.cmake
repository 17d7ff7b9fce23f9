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
