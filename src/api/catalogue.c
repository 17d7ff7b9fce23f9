/* The public calls on what this build and this machine have. */
#include "registry/registry.h"

int jato_device_find(size_t index, jato_device *device)
{
  return jx_registry_machine(index, device);
}

int jato_catalogue(jato_kind kind, size_t index, jato_entry *entry)
{
  return jx_registry_entry(kind, index, entry);
}
