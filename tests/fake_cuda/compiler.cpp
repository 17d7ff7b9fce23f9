/* The host's compiler reads a text twice: once to find its kernels, and once more with a caller
 * behind it for each of them. Compiled texts are kept in a folder, since tests compile the same
 * ones again and again. */
#include "compiler.h"

#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <regex>
#include <set>
#include <spawn.h>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interface.h"

extern char **environ;

namespace {

typedef std::vector<std::string> words;

std::string read_file(const std::string &path)
{
  std::ifstream file(path, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

bool write_file(const std::string &path, const std::string &text)
{
  std::ofstream file(path, std::ios::binary);
  file << text;
  return file.good();
}

/* A folder that goes with the object. */
class scratch_folder {
public:
  scratch_folder()
  {
    const char *root = std::getenv("TMPDIR");
    path = std::string(root != nullptr && root[0] != 0 ? root : "/tmp") + "/fake_nvrtc.XXXXXX";
    if (mkdtemp(&path[0]) == nullptr) path.clear();
  }
  ~scratch_folder()
  {
    for (const char *name : {"text.cu", "scan.txt", "image.so", "errors.txt"})
      (void)unlink(file(name).c_str());
    if (!path.empty()) (void)rmdir(path.c_str());
  }
  std::string file(const char *name) const { return path + "/" + name; }
  std::string path;
};

bool is_to_stop(const compile_order &order)
{
  return order.ask_to_stop != nullptr && order.ask_to_stop(order.asked_with, nullptr) != 0;
}

/* Starts the compiler in a process group of its own; 0 when that fails. */
pid_t start_compiler(const words &arguments, const std::string &errors)
{
  std::vector<char *> list;
  list.push_back(const_cast<char *>(FAKE_CUDA_COMPILER));
  for (const std::string &argument : arguments)
    list.push_back(const_cast<char *>(argument.c_str()));
  list.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  (void)posix_spawn_file_actions_init(&actions);
  (void)posix_spawn_file_actions_addopen(&actions, 2, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                         0666);
  (void)posix_spawnattr_init(&attributes);
  (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  int status = posix_spawn(&child, FAKE_CUDA_COMPILER, &actions, &attributes, list.data(), environ);
  (void)posix_spawn_file_actions_destroy(&actions);
  (void)posix_spawnattr_destroy(&attributes);
  return status == 0 ? child : 0;
}

/* Runs the compiler; what it writes to its standard error goes to the file. */
compile_end run_compiler(const compile_order &order, const words &arguments,
                         const std::string &errors)
{
  int status = 0;
  pid_t child = start_compiler(arguments, errors);
  if (child == 0) {
    (void)write_file(errors, "cannot run " FAKE_CUDA_COMPILER "\n");
    return COMPILE_REFUSED;
  }
  bool stopped = false;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (!stopped && is_to_stop(order)) {
      stopped = true;
      (void)kill(-child, SIGKILL);
    }
    (void)usleep(2000);
  }
  if (stopped) return COMPILE_STOPPED;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? COMPILE_DONE : COMPILE_REFUSED;
}

/* A text may look at a float as an int by a reference, so no strict aliasing. A unique symbol would
 * keep its library loaded for ever. */
words common_arguments(const compile_order &order)
{
  words all = {
    "-x",
    "c++",
    "-nostdinc",
    "-w",
    "-O2",
    "-march=native",
    "-fPIC",
#if !defined(__clang__)
    "-fno-gnu-unique",
#endif
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-strict-aliasing",
    "-fno-exceptions",
    "-fno-rtti",
    "-fdiagnostics-color=never",
    "-std=" + order.standard,
    "-D__CUDA_ARCH__=" + std::to_string(order.architecture * 10),
    "-include",
    FAKE_CUDA_FOLDER "/emulation.h"
  };
  all.insert(all.end(), order.definitions.begin(), order.definitions.end());
  return all;
}

/* "file:3:14: error: words" becomes "file(3): error: words". */
std::string like_nvrtc(const std::string &errors, const std::string &name)
{
  static const std::regex head(
      "^(.*?):([0-9]+)(:[0-9]+)?: (fatal error|error|warning|note): (.*)$");
  std::istringstream lines(errors);
  std::string line, log;
  int count = 0;
  while (std::getline(lines, line)) {
    std::smatch part;
    if (std::regex_match(line, part, head)) {
      bool is_error = part[4] == "error" || part[4] == "fatal error";
      count += is_error;
      line = part[1].str() + "(" + part[2].str() + "): " + (is_error ? "error" : part[4].str()) +
             ": " + part[5].str();
    }
    log += line + "\n";
  }
  if (count == 0) count = 1; /* the linker's words have another form */
  log += std::to_string(count) + (count == 1 ? " error" : " errors") +
         " detected in the compilation of \"" + name + "\".\n";
  return log;
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/* Behind the bracket that is closed by the one that opens at `at`. */
size_t skip_brackets(const std::string &text, size_t at)
{
  int open = 0;
  for (; at < text.size(); at++) {
    if (text[at] == '(') open++;
    if (text[at] == ')' && --open == 0) return at + 1;
  }
  return at;
}

/* Callers of the kernels in a text whose __global__ and __launch_bounds__ are marked. */
std::string write_callers(const std::string &scan)
{
  static const std::string mark = "FAKE_CUDA_KERNEL_HERE", bounds_mark = "FAKE_CUDA_BOUNDS_HERE";
  std::string callers;
  std::set<std::string> known;
  for (size_t at = scan.find(mark); at != std::string::npos; at = scan.find(mark, at + 1)) {
    std::string bounds = "0", word;
    for (size_t i = at + mark.size(); i < scan.size(); i++) {
      if (is_of_name(scan[i])) {
        word = is_of_name(scan[i - 1]) ? word + scan[i] : std::string(1, scan[i]);
      } else if (scan[i] == '(' && word == bounds_mark) {
        size_t end = skip_brackets(scan, i);
        bounds = scan.substr(i + 1, end - i - 2);
        i = end - 1;
      } else if (scan[i] == '(') {
        break;
      }
    }
    if (known.insert(word).second) callers += "FAKE_CUDA_KERNEL(" + word + ", " + bounds + ")\n";
  }
  return callers;
}

/* What -march=native looks at. */
std::string describe_processor()
{
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line))
    if (line.compare(0, 5, "flags") == 0 || line.compare(0, 8, "Features") == 0) return line;
  return "";
}

/* Where the compiled text is kept; empty when it is not to be. */
std::string cached_name(const compile_order &order)
{
  const char *folder = std::getenv("FAKE_CUDA_CACHE");
  std::string root = folder != nullptr ? folder : FAKE_CUDA_CACHE_FOLDER;
  if (root.empty()) return root;
  std::string all = FAKE_CUDA_COMPILER_VERSION "\n" + describe_processor() + order.name + "\n";
  all += order.text;
  for (const char *header : {"emulation.h", "emulation_math.h", "interface.h"})
    all += read_file(std::string(FAKE_CUDA_FOLDER "/") + header);
  for (const std::string &argument : common_arguments(order)) all += "\n" + argument;
  unsigned long long first = fake_cuda_sum(all.data(), all.size());
  char name[64];
  (void)std::snprintf(name, sizeof name, "/%016llx%016llx", first,
                      fake_cuda_sum(all.data(), all.size(), first));
  (void)mkdir(root.c_str(), 0777);
  return root + name;
}

/* Others may be reading the folder, so that the file comes into being at once. */
void keep(const std::string &path, const std::string &code)
{
  std::string partial = path + "." + std::to_string(getpid());
  if (write_file(partial, code)) (void)std::rename(partial.c_str(), path.c_str());
}

compile_end compile_code(const compile_order &order, std::string *code, std::string *log)
{
  scratch_folder folder;
  std::string text = folder.file("text.cu"), errors = folder.file("errors.txt");
  std::string source = "#line 1 \"" + order.name + "\"\n" + order.text;
  if (folder.path.empty() || !write_file(text, source)) {
    *log = "the fake NVRTC cannot write to its folder\n";
    return COMPILE_REFUSED;
  }
  words scan = common_arguments(order);
  scan.insert(scan.end(), {"-DFAKE_CUDA_SCAN", "-E", "-P", text, "-o", folder.file("scan.txt")});
  compile_end end = run_compiler(order, scan, errors);
  if (end == COMPILE_DONE) {
    source += "\n#line 1 \"callers of the kernels\"\n" +
              write_callers(read_file(folder.file("scan.txt")));
    words build = common_arguments(order);
    build.insert(build.end(),
                 {"-shared", "-Wl,--no-undefined", text, "-o", folder.file("image.so")});
    (void)write_file(text, source);
    end = run_compiler(order, build, errors);
  }
  if (end == COMPILE_DONE) *code = read_file(folder.file("image.so"));
  if (end == COMPILE_REFUSED) *log = like_nvrtc(read_file(errors), order.name);
  return end;
}

} // namespace

compile_end compile_text(const compile_order &order, std::string *image, std::string *log)
{
  std::string cached = cached_name(order), code;
  if (is_to_stop(order)) return COMPILE_STOPPED;
  if (!cached.empty() && access(cached.c_str(), R_OK) == 0) code = read_file(cached);
  if (code.empty()) {
    compile_end end = compile_code(order, &code, log);
    if (end != COMPILE_DONE) return end;
    if (!cached.empty()) keep(cached, code);
  }
  fake_cuda_image head = {FAKE_CUDA_MAGIC, code.size(), fake_cuda_sum(code.data(), code.size()),
                          order.architecture, order.is_virtual};
  image->assign(reinterpret_cast<const char *>(&head), sizeof head);
  *image += code;
  return COMPILE_DONE;
}
