# MPI, for one swarm over many processes: asked for by name, since what is linked with it has to be
# started by its mpirun.
#   JATO_MPI_INCLUDES, JATO_MPI_LIBRARIES
set(JATO_MPI_INCLUDES "")
set(JATO_MPI_LIBRARIES "")
if(JATO_MPI)
  find_package(MPI REQUIRED COMPONENTS C)
  set(JATO_MPI_INCLUDES ${MPI_C_INCLUDE_DIRS})
  set(JATO_MPI_LIBRARIES ${MPI_C_LIBRARIES})
endif()
