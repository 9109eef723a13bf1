#ifndef CATTEST_CBOR_SHIM_H
#define CATTEST_CBOR_SHIM_H

// Only the streaming decoder: the tree builder (cbor_load) allocates what the input claims, so it is not imported.
#include <cbor/streaming.h>

#endif
