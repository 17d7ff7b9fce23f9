#include "devices.h"

#include <stdio.h>
#include <string.h>

#include <jato/jato.h>

char test_devices[MOST_TEST_DEVICES][32];
size_t test_device_count;

static int is_there(const char *kind)
{
  size_t length = strlen(kind);
  for (size_t i = 0; i < test_device_count; i++)
    if (strncmp(test_devices[i], kind, length) == 0) return 1;
  fprintf(stderr, "%s is not ready on this machine\n", kind);
  return 0;
}

int test_devices_find(int count, char **required)
{
  jato_device device;
  for (size_t i = 0; jato_device_find(i, &device); i++)
    if (device.ready && test_device_count < MOST_TEST_DEVICES)
      memcpy(test_devices[test_device_count++], device.spec, sizeof device.spec);
  for (int i = 1; i < count; i++)
    if (!is_there(required[i])) return 0;
  return 1;
}
