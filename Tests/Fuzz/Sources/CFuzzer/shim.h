#ifndef CFUZZER_SHIM_H
#define CFUZZER_SHIM_H

#include <stddef.h>
#include <stdint.h>

// libFuzzer's entry for programs with a main of their own; its library has no header for it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

#endif
