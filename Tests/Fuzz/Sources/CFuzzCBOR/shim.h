#ifndef CFUZZ_CBOR_SHIM_H
#define CFUZZ_CBOR_SHIM_H

// All of libcbor, its tree builder included, which the main package leaves out: it allocates what the input claims.
#include <cbor.h>

#endif
