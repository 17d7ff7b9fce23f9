! A Fortran program that minimises its own function with libjato. Build and run it with
!   gfortran -O2 -o minimize examples/fortran/minimize.f90 -ljato && ./minimize
module paraboloid
  use iso_c_binding
  implicit none

  ! As in jato/problem.h, member by member.
  type, bind(C) :: jato_function
    integer(c_size_t) :: size = 0
    type(c_funptr) :: batch = c_null_funptr
    type(c_funptr) :: point = c_null_funptr
    type(c_funptr) :: points = c_null_funptr
    type(c_funptr) :: residuals = c_null_funptr
    integer(c_size_t) :: residual_count = 0
    type(c_ptr) :: user = c_null_ptr
    logical(c_bool) :: concurrent = .false.
    type(c_ptr) :: allocator = c_null_ptr
  end type

  ! As in jato/base.h.
  type, bind(C) :: jato_error
    integer(c_int) :: status = 0
    character(kind=c_char) :: text(2048) = c_null_char
  end type

  interface
    integer(c_int) function jato_problem_from_function(f, dim, lower, upper, problem, error) bind(C)
      import :: c_int, c_size_t, c_double, c_ptr, jato_function, jato_error
      type(jato_function), intent(in) :: f
      integer(c_size_t), value :: dim
      real(c_double), intent(in) :: lower(*), upper(*)
      type(c_ptr), intent(out) :: problem
      type(jato_error), intent(inout) :: error
    end function
    integer(c_int) function jato_minimize(problem, options, x, result, error) &
        bind(C, name="jato_minimize_sized")
      import :: c_int, c_double, c_ptr, jato_error
      type(c_ptr), value :: problem, options, result
      real(c_double), intent(out) :: x(*)
      type(jato_error), intent(inout) :: error
    end function
    subroutine jato_problem_destroy(problem) bind(C)
      import :: c_ptr
      type(c_ptr), intent(inout) :: problem
    end subroutine
  end interface

contains

  real(c_double) function bowl(x, dim, user) bind(C)
    integer(c_size_t), value :: dim
    real(c_double), intent(in) :: x(dim)
    type(c_ptr), value :: user
    bowl = (x(1) - 3)**2 + (x(2) - 1)**2
    if (c_associated(user)) bowl = bowl + 1 ! nothing was passed
  end function
end module

program minimize
  use paraboloid
  implicit none
  type(jato_function) :: f
  type(jato_error) :: error
  type(c_ptr) :: problem
  real(c_double) :: lower(2) = [-5, -5], upper(2) = [5, 5], x(2)
  integer :: i

  f%size = c_sizeof(f)
  f%point = c_funloc(bowl)
  if (jato_problem_from_function(f, 2_c_size_t, lower, upper, problem, error) /= 0) call complain
  if (jato_minimize(problem, c_null_ptr, x, c_null_ptr, error) /= 0) call complain
  print '(2f6.3)', x
  call jato_problem_destroy(problem)

contains

  subroutine complain
    do i = 1, size(error%text)
      if (error%text(i) == c_null_char) exit
      write (*, '(a)', advance='no') error%text(i)
    end do
    print *
    stop 1
  end subroutine
end program
