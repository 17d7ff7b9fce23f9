# MPI, for one swarm over many processes: asked for by name, since what is linked with it has to be
# started by its mpirun.
#   JATO_MPI_INCLUDES, JATO_MPI_LIBRARIES
#   JATO_ULFM_HERE     ranks can go on when others are lost
include(CheckCSourceCompiles)
set(JATO_MPI_INCLUDES "")
set(JATO_MPI_LIBRARIES "")
if(JATO_MPI)
  find_package(MPI REQUIRED COMPONENTS C)
  set(JATO_MPI_INCLUDES ${MPI_C_INCLUDE_DIRS})
  set(JATO_MPI_LIBRARIES ${MPI_C_LIBRARIES})
  set(CMAKE_REQUIRED_INCLUDES ${MPI_C_INCLUDE_DIRS})
  set(CMAKE_REQUIRED_LIBRARIES ${MPI_C_LIBRARIES})
  check_c_source_compiles("
    #include <mpi.h>
    #include <mpi-ext.h>
    int main(void) {
      MPI_Comm left; MPI_Group lost; MPI_Request request; int flag = MPIX_FT;
      MPIX_Comm_get_failed(MPI_COMM_WORLD, &lost);
      MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request);
      return MPIX_Comm_shrink(MPI_COMM_WORLD, &left);
    }" JATO_ULFM_HERE)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
