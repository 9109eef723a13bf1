#ifndef CBENCH_H
#define CBENCH_H

#include <stddef.h>
#include <stdint.h>

// A key of the curve, a signature of it, and a context that is ready to verify: what `openssl speed` measures.
typedef struct bench_verify bench_verify;

// NULL when OpenSSL fails.
bench_verify *bench_verify_new(const char *curve);
// Verifies so many times; returns how many signatures were found good.
int bench_verify_run(bench_verify *verify, int count);
void bench_verify_free(bench_verify *verify);

// The point of a P-256 key that lives as long as the process, and its signatures over SHA-256 of a message, in DER.
// Both return the number of bytes written, 0 when OpenSSL fails.
size_t bench_sign_point(uint8_t *point, size_t size);
size_t bench_sign(const uint8_t *message, size_t message_size, uint8_t *signature, size_t size);

// Counting is off at first, because it costs a shared atomic. All threads are counted.
// Returns 0 where malloc cannot be replaced: everywhere but with the GNU C library.
int bench_allocations_start(void);
// Calls of malloc and its kind since the start.
long bench_allocations(void);
// Bytes allocated less bytes freed since the start, as malloc rounds them.
long bench_allocated_bytes(void);
void bench_allocations_stop(void);

const char *bench_openssl_version(void);

#endif
