! Rosenbrock's valley in Fortran, as a shared object: 0 if every x is 1. Build it and minimise it
! with
!
!   gfortran -shared -fPIC -O2 -o valley.so examples/objects/valley.f90
!   jato minimize --object ./valley.so --var x0=-5:5 --var x1=-5:5 --var x2=-5:5
!
! bind(C) gives the function the name and the arguments that jato looks for.
function jato_objective(x, n) result(f) bind(C)
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: f
  f = sum(100 * (x(2:) - x(:n - 1)**2)**2 + (1 - x(:n - 1))**2)
end function jato_objective
