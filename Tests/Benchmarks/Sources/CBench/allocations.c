#include "CBench.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_int is_counting;
static atomic_long allocations;
static atomic_long bytes;

long bench_allocations(void) { return atomic_load(&allocations); }
long bench_allocated_bytes(void) { return atomic_load(&bytes); }
void bench_allocations_stop(void) { atomic_store(&is_counting, 0); }

#ifdef __GLIBC__

#include <errno.h>
#include <malloc.h>

int bench_allocations_start(void) {
    atomic_store(&allocations, 0);
    atomic_store(&bytes, 0);
    atomic_store(&is_counting, 1);
    return 1;
}

// The program's own definitions come before the library's; these are the library's under their other names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static void *counted(void *block) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed) && block != NULL) {
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&bytes, (long)malloc_usable_size(block), memory_order_relaxed);
    }
    return block;
}

static void discount(void *block) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed) && block != NULL) {
        atomic_fetch_sub_explicit(&bytes, (long)malloc_usable_size(block), memory_order_relaxed);
    }
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = counted(__libc_memalign(alignment, size));
    return *block != NULL ? 0 : ENOMEM;
}

void *realloc(void *block, size_t size) {
    discount(block);
    return counted(__libc_realloc(block, size));
}

void free(void *block) {
    discount(block);
    __libc_free(block);
}

#else

int bench_allocations_start(void) { return 0; }

#endif
