#ifndef CBENCH_H
#define CBENCH_H

// A key of the curve, a signature of it, and a context that is ready to verify: what `openssl speed` measures.
typedef struct bench_verify bench_verify;

// NULL when OpenSSL fails.
bench_verify *bench_verify_new(const char *curve);
// Verifies so many times; returns how many signatures were found good.
int bench_verify_run(bench_verify *verify, int count);
void bench_verify_free(bench_verify *verify);

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
