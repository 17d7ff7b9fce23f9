# One run of the program, by whatever runs programs of its processor: how it ends, and its bits.
#   cmake -DPROGRAM="qemu;jato" -P smoke.cmake
execute_process(COMMAND ${PROGRAM} minimize rosenbrock --dim 4 --seed 1
  RESULT_VARIABLE status OUTPUT_VARIABLE printed ERROR_VARIABLE complaint)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "it ended with ${status}: ${complaint}")
endif()
if(NOT printed MATCHES "digest +76324732669a964f")
  message(FATAL_ERROR "its digest is not the one of every other machine:\n${printed}")
endif()
