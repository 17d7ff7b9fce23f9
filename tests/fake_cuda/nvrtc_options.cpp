/* The options that the fake NVRTC takes; the others it refuses, as NVRTC does. */
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "calls.h"
#include "compiler.h"

namespace {

bool starts_with(const std::string &text, const char *start, std::string *rest)
{
  if (text.compare(0, std::strlen(start), start) != 0) return false;
  *rest = text.substr(std::strlen(start));
  return true;
}

/* Options that change nothing here. */
bool has_no_effect(const std::string &option)
{
  static const char *const whole[] = {"device-as-default-execution-space",
                                      "default-device",
                                      "prec-div=true",
                                      "prec-sqrt=true",
                                      "ftz=false",
                                      "lineinfo",
                                      "generate-line-info",
                                      "disable-warnings",
                                      "w",
                                      "restrict",
                                      "extra-device-vectorization",
                                      "minimal"};
  static const char *const starts[] = {
      "maxrregcount=", "diag-suppress=", "diag-error=", "diag-warn=", "split-compile="};
  std::string rest;
  for (const char *known : whole)
    if (option == known) return true;
  for (const char *known : starts)
    if (starts_with(option, known, &rest)) return true;
  return false;
}

/* What would cost the same bits. */
bool changes_bits(const std::string &option)
{
  for (const char *bad :
       {"fmad=true", "prec-div=false", "prec-sqrt=false", "ftz=true", "use_fast_math"})
    if (option == bad) return true;
  return false;
}

bool read_architecture(const std::string &value, compile_order *order)
{
  std::string number;
  order->is_virtual = starts_with(value, "compute_", &number);
  if (!order->is_virtual && !starts_with(value, "sm_", &number)) return false;
  order->architecture = std::atoi(number.c_str());
  const std::vector<int> &known = known_architectures();
  return std::find(known.begin(), known.end(), order->architecture) != known.end();
}

/* Returns false, with words in the log, for an option that NVRTC does not have. */
bool read_option(const std::string &given, compile_order *order, bool *fmad_off, std::string *log)
{
  std::string value, option = given.substr(given.compare(0, 2, "--") == 0 ? 2 : 1);
  if (starts_with(given, "-D", &value) || starts_with(given, "--define-macro=", &value)) {
    order->definitions.push_back("-D" + value);
  } else if (starts_with(option, "gpu-architecture=", &value) ||
             starts_with(option, "arch=", &value)) {
    if (read_architecture(value, order)) return true;
    *log = "nvrtc: error: invalid value for --gpu-architecture (-arch)\n";
    return false;
  } else if (starts_with(option, "std=", &value)) {
    order->standard = value;
  } else if (option == "fmad=false") {
    *fmad_off = true;
  } else if (changes_bits(option)) {
    fake_violation("nvrtcCompileProgram: %s changes the bits of results", given.c_str());
  } else if (given[0] != '-' || !has_no_effect(option)) {
    *log = "nvrtc: error: unrecognized option " + given + " found\n";
    return false;
  }
  return true;
}

} // namespace

/* Those of NVRTC 13.0. */
const std::vector<int> &known_architectures()
{
  static const std::vector<int> known = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
  return known;
}

bool read_options(int count, const char *const *options, compile_order *order, std::string *log)
{
  bool fmad_off = false;
  order->standard = "c++17";
  order->architecture = 75; /* what NVRTC 13 takes when nothing is said */
  order->is_virtual = true;
  for (int i = 0; i < count; i++)
    if (!read_option(options[i], order, &fmad_off, log)) return false;
  if (!fmad_off)
    fake_violation("nvrtcCompileProgram: without --fmad=false the bits of results change");
  return true;
}
