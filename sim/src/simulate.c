/* The public calls on simulations: opens the device, and calls the simulator. */
#include "simulator/simulators.h"

#include <string.h>

#define DEFAULT_COMPILE_SECONDS 60

struct jato_simulation {
  jato_allocator allocator;
  const jx_device_ops *device_ops;
  jx_device *device;
  jx_device_facts facts;
  jx_toolchain toolchain;
  const jx_comm_ops *comm_ops;
  jx_comm *comm;
  jx_values values;
  jx_simulation *running;
  uint64_t steps;
  double seconds;
  jato_simulation_info shown; /* what users see */
};

/* ---- Ranks ---- */

static jato_status create_comm(jato_simulation *simulation, const jato_simulation_options *options,
                               jato_error *error)
{
  simulation->comm_ops = options->ranks ? jx_registry_ranks() : jx_registry_comm();
  double patience = options->rank_timeout > 0 ? options->rank_timeout : JX_RANK_SECONDS;
  return simulation->comm_ops->create(&simulation->allocator, patience, &simulation->comm, error);
}

/* Called by all ranks: if the status of one is not JATO_OK, all fail with it. */
static jato_status join(jato_simulation *simulation, jato_status status, jato_error *error)
{
  unsigned flags = 0;
  return simulation->comm->ops->agree(simulation->comm, status, &flags, error);
}

/* Bytes of the rows of the picture that a rank draws, and of those of the ranks before it. */
static uint64_t part_of(const jato_simulation *simulation, int rank, uint64_t *before)
{
  const jato_image *picture = &simulation->running->picture;
  uint64_t row = picture->width * (uint64_t)picture->channels;
  uint64_t first = jx_comm_first(simulation->comm, picture->height, rank);
  *before = first * row;
  return (jx_comm_first(simulation->comm, picture->height, rank + 1) - first) * row;
}

/* ---- Making one ---- */

/* The texts of the toolchain are the caller's, and are used during create only. */
static jato_status start(jato_simulation *simulation, const char *spec,
                         const jato_simulation_options *options, jato_error *error)
{
  const jx_simulator_ops *ops = NULL;
  jx_values values_of_device;
  const char *device = options->device != NULL ? options->device : "cpu";
  double seconds =
      options->compile_seconds > 0 ? options->compile_seconds : DEFAULT_COMPILE_SECONDS;
  simulation->toolchain = (jx_toolchain){.cache = options->cache,
                                         .compiler = options->compiler,
                                         .seconds = seconds,
                                         .temporary = options->temporary,
                                         .notice = options->notice,
                                         .notice_user = options->notice_user};
  JX_TRY(jx_simulator_read(spec, &ops, &simulation->values, error));
  if (simulation->comm->size > 1 && !ops->on_ranks)
    return jx_fail(error, JATO_E_ARGUMENT,
                   "%s is not spread over ranks, and there are %d; start it without mpirun",
                   ops->name, simulation->comm->size);
  if (options->start != NULL && ops->start == JX_STARTS_ITSELF)
    return jx_fail(error, JATO_E_ARGUMENT, "%s takes no picture to begin with", ops->name);
  JX_TRY(jx_registry_device(device, &simulation->device_ops, error));
  JX_TRY(jx_spec_read(device, simulation->device_ops->parameters, &values_of_device, error));
  JX_TRY(simulation->device_ops->open(&values_of_device, &simulation->allocator,
                                      &simulation->device, &simulation->facts, error));
  jx_simulator_setup setup = {.device_ops = simulation->device_ops,
                              .device = simulation->device,
                              .facts = &simulation->facts,
                              .toolchain = &simulation->toolchain,
                              .values = &simulation->values,
                              .start = options->start,
                              .seed = options->seed,
                              .comm = simulation->comm,
                              .timed = options->timed,
                              .allocator = simulation->allocator};
  return jx_simulation_create(ops, &setup, &simulation->running, error);
}

static jato_simulation_info facts_of(const jato_simulation *simulation)
{
  const jx_simulation *running = simulation->running;
  return (jato_simulation_info){.size = sizeof(jato_simulation_info),
                                .simulator = running->ops->name,
                                .device = simulation->facts.spec,
                                .width = running->picture.width,
                                .height = running->picture.height,
                                .channels = running->picture.channels,
                                .bits = running->picture.bits,
                                .steps = simulation->steps,
                                .seconds = simulation->seconds,
                                .work = running->work,
                                .unit = running->unit,
                                .kernels = running->launcher.kernel_count};
}

jato_status jato_simulation_create(const char *spec, const jato_simulation_options *options,
                                   jato_simulation **out, jato_error *error)
{
  jato_simulation_options own = {JATO_SIMULATION_OPTIONS_INIT};
  JX_CLEAR_OUT(out, "simulation", error);
  if (spec == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "spec is NULL: give one such as \"elementary:rule=30\"");
  if (options != NULL) JX_TRY(JX_SIZED_READ(jato_simulation_options, options, &own, error));
  options = &own;
  jato_allocator allocator = jx_allocator_or_default(options->allocator);
  jato_simulation *simulation = jx_allocate(&allocator, 1, sizeof *simulation);
  if (simulation == NULL) return jx_fail(error, JATO_E_MEMORY, "not enough memory for %s", spec);
  simulation->allocator = allocator;
  jato_status status = create_comm(simulation, options, error);
  if (status == JATO_OK) status = join(simulation, start(simulation, spec, options, error), error);
  if (status == JATO_OK) simulation->shown = facts_of(simulation);
  *out = simulation;
  if (status != JATO_OK) jato_simulation_destroy(out);
  return status;
}

void jato_simulation_destroy(jato_simulation **address)
{
  if (address == NULL || *address == NULL) return;
  jato_simulation *simulation = *address;
  jato_allocator allocator = simulation->allocator;
  jx_simulation_destroy(&simulation->running);
  if (simulation->device != NULL) simulation->device_ops->close(&simulation->device);
  if (simulation->comm != NULL) simulation->comm_ops->destroy(&simulation->comm);
  jx_release(&allocator, simulation);
  *address = NULL;
}

static jato_status check(const jato_simulation *simulation, jato_error *error)
{
  if (simulation != NULL) return JATO_OK;
  return jx_fail(error, JATO_E_ARGUMENT,
                 "simulation is NULL: create it with jato_simulation_create first");
}

jato_status jato_simulation_step(jato_simulation *simulation, uint64_t steps, jato_error *error)
{
  JX_TRY(check(simulation, error));
  if (steps == 0) return JATO_OK;
  double began = jx_clock_seconds();
  jato_status status = simulation->running->ops->step(simulation->running, steps, error);
  JX_TRY(join(simulation, status, error));
  simulation->seconds += jx_clock_seconds() - began;
  simulation->steps += steps;
  simulation->shown.steps = simulation->steps;
  simulation->shown.seconds = simulation->seconds;
  return JATO_OK;
}

bool jato_simulation_any(jato_simulation *simulation, bool wish)
{
  unsigned flags = wish != 0;
  if (simulation == NULL) return wish != 0;
  jx_comm *comm = simulation->comm;
  return comm->ops->agree(comm, JATO_OK, &flags, NULL) != JATO_OK || flags != 0;
}

const jato_simulation_info *jato_simulation_get_info(const jato_simulation *simulation)
{
  return simulation != NULL ? &simulation->shown : NULL;
}

/* Allocates; fails with a message if there is no memory. */
static void *make_room(const jato_simulation *simulation, uint64_t bytes, jato_error *error)
{
  void *data = bytes <= SIZE_MAX ? jx_allocate(&simulation->allocator, (size_t)bytes, 1) : NULL;
  if (data == NULL)
    (void)jx_fail(error, JATO_E_MEMORY, "not enough memory for a copy of %.3f GB",
                  1e-9 * (double)bytes);
  return data;
}

/* Rank 0 receives the parts that the others have drawn. */
static jato_status receive_parts(jato_simulation *simulation, unsigned char *data,
                                 jato_error *error)
{
  jx_comm *comm = simulation->comm;
  for (int rank = 1; rank < comm->size; rank++) {
    uint64_t before, bytes = part_of(simulation, rank, &before);
    JX_TRY(comm->ops->send(comm, rank, data + before, (size_t)bytes, error));
  }
  return JATO_OK;
}

/* Draws this rank's part into *own, which the caller releases even after a failure. Called by all
 * ranks, which fail together. */
static jato_status draw_part(jato_simulation *simulation, unsigned char **own, uint64_t *bytes,
                             jato_error *error)
{
  uint64_t before;
  *bytes = part_of(simulation, simulation->comm->rank, &before);
  *own = make_room(simulation, *bytes, error);
  jato_status status = *own == NULL
                           ? JATO_E_MEMORY
                           : simulation->running->ops->draw(simulation->running, *own, error);
  return join(simulation, status, error);
}

static jato_status send_part(jato_simulation *simulation, jato_error *error)
{
  jx_comm *comm = simulation->comm;
  uint64_t bytes;
  unsigned char *own;
  jato_status status = draw_part(simulation, &own, &bytes, error);
  if (status == JATO_OK) status = comm->ops->send(comm, comm->rank, own, (size_t)bytes, error);
  jx_release(&simulation->allocator, own);
  return status;
}

jato_status jato_simulation_draw(jato_simulation *simulation, unsigned char *data,
                                 jato_error *error)
{
  JX_TRY(check(simulation, error));
  if (simulation->comm->rank > 0) return send_part(simulation, error);
  jato_status status =
      data == NULL
          ? jx_fail(error, JATO_E_ARGUMENT, "data is NULL: there is nowhere to put the picture")
          : simulation->running->ops->draw(simulation->running, data, error);
  JX_TRY(join(simulation, status, error));
  return receive_parts(simulation, data, error);
}

/* Covers the rows of all ranks in order: the digest is passed from rank to rank. */
static jato_status digest_picture(jato_simulation *simulation, jx_digest *digest, jato_error *error)
{
  const jato_image *picture = &simulation->running->picture;
  jx_comm *comm = simulation->comm;
  uint64_t bytes;
  unsigned char *data;
  jato_status status = draw_part(simulation, &data, &bytes, error);
  jx_digest_add_u64(digest, picture->width);
  jx_digest_add_u64(digest, picture->height);
  for (int rank = 0; rank < comm->size && status == JATO_OK; rank++) {
    if (rank == comm->rank) jx_digest_add(digest, data, (size_t)bytes);
    status = comm->ops->broadcast(comm, rank, digest, sizeof *digest, error);
  }
  jx_release(&simulation->allocator, data);
  return status;
}

static jato_status digest_array(jato_simulation *simulation, const jato_simulation_array *array,
                                jx_digest *digest, jato_error *error)
{
  uint64_t bytes = array->rows * array->columns * sizeof(double);
  double *data = make_room(simulation, bytes, error);
  if (data == NULL) return JATO_E_MEMORY;
  jato_status status = jato_simulation_read(simulation, array->name, data, error);
  jx_digest_add(digest, data, (size_t)bytes);
  jx_release(&simulation->allocator, data);
  return status;
}

jato_status jato_simulation_digest(jato_simulation *simulation, uint64_t *digest, jato_error *error)
{
  jx_digest of_all;
  jato_simulation_array array;
  JX_TRY(check(simulation, error));
  if (digest == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "digest is NULL: there is nowhere to put it");
  jx_digest_begin(&of_all);
  JX_TRY(digest_picture(simulation, &of_all, error));
  for (size_t i = 0; jato_simulation_array_find(simulation, i, &array); i++)
    JX_TRY(digest_array(simulation, &array, &of_all, error));
  *digest = jx_digest_end(&of_all);
  return JATO_OK;
}

bool jato_simulation_kernel_sized(const jato_simulation *simulation, size_t index,
                                  jato_kernel_time *time)
{
  if (simulation == NULL || time == NULL || index >= simulation->running->launcher.kernel_count)
    return 0;
  jx_sized_write(&simulation->running->launcher.kernel[index], sizeof *time, time);
  return 1;
}

bool jato_simulation_array_find_sized(const jato_simulation *simulation, size_t index,
                                      jato_simulation_array *array)
{
  jato_simulation_array own = {.rows = 0};
  if (simulation == NULL || array == NULL || simulation->running->ops->array == NULL) return 0;
  if (!simulation->running->ops->array(simulation->running, index, &own)) return 0;
  jx_sized_write(&own, sizeof own, array);
  return 1;
}

static jato_status refuse_array(const jato_simulation *simulation, const char *name,
                                jato_error *error)
{
  jato_simulation_array array;
  char shown[JX_SHOWN];
  const char *simulator = simulation->running->ops->name;
  jx_nearest nearest = jx_nearest_to(jx_text_of(name));
  (void)jx_text_show(name, shown);
  for (size_t i = 0; jato_simulation_array_find(simulation, i, &array); i++)
    jx_nearest_offer(&nearest, array.name);
  if (!jato_simulation_array_find(simulation, 0, &array))
    return jx_fail(error, JATO_E_NAME, "%s has no arrays, so \"%s\" cannot be read; draw it",
                   simulator, shown);
  return jx_fail(error, JATO_E_NAME, "%s has no array \"%s\"; %s \"%s\"%s", simulator, shown,
                 nearest.name != NULL ? "did you mean" : "its first is",
                 nearest.name != NULL ? nearest.name : array.name,
                 nearest.name != NULL ? "?" : ", and jato_simulation_array_find has all");
}

jato_status jato_simulation_read(jato_simulation *simulation, const char *name, double *data,
                                 jato_error *error)
{
  jato_simulation_array array;
  JX_TRY(check(simulation, error));
  if (name == NULL || data == NULL)
    return jx_fail(error, JATO_E_ARGUMENT, "%s is NULL: say which array, and where to put it",
                   name == NULL ? "name" : "data");
  for (size_t i = 0; jato_simulation_array_find(simulation, i, &array); i++)
    if (strcmp(array.name, name) == 0)
      return simulation->running->ops->read(simulation->running, i, data, error);
  return refuse_array(simulation, name, error);
}
