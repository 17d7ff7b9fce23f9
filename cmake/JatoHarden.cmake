# Flags that make mistakes in memory hard to exploit; tools/release/check_hardening looks for them in what was
# built. The sanitizers' builds have better guards, which these would hide mistakes from.
option(JATO_HARDEN "Build with stack protector, fortified calls, control-flow checks, full RELRO" ON)
if(NOT JATO_HARDEN OR JATO_SANITIZE)
  set(JATO_HARDENED OFF)
  return()
endif()
set(JATO_HARDENED ON)
include(CheckCCompilerFlag)
include(CheckPIESupported)

# What a compiler or processor does not have is left out: -fcf-protection is x86's alone.
set(CMAKE_REQUIRED_FLAGS -Werror)
foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection=full
    -mbranch-protection=standard)
  string(MAKE_C_IDENTIFIER JATO_HAS${flag} known)
  check_c_compiler_flag(${flag} ${known})
  if(${known})
    add_compile_options(${flag})
  endif()
endforeach()
unset(CMAKE_REQUIRED_FLAGS)

# Calls of the C library that know the size of what they write to; they need optimisation.
add_compile_options($<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=3>)

check_pie_supported(LANGUAGES C)
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
