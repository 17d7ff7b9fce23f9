/* The devices that a simulator's test goes over: those of this machine, of which the test's
 * arguments must be there. */
#ifndef TEST_DEVICES_H
#define TEST_DEVICES_H

#include <stddef.h>

enum { MOST_TEST_DEVICES = 8 };
extern char test_devices[MOST_TEST_DEVICES][32];
extern size_t test_device_count;

/* Fills both from the machine; returns 0 and says so where one of the arguments is not ready. */
int test_devices_find(int count, char **required);

#endif
