#include "CBench.h"

#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

struct bench_verify {
    EVP_PKEY *key;
    EVP_PKEY_CTX *context;
    unsigned char digest[32];
    unsigned char signature[144];
    size_t signature_size;
};

static int prepare(bench_verify *verify, const char *curve) {
    memset(verify->digest, 0x5a, sizeof verify->digest);
    verify->signature_size = sizeof verify->signature;
    verify->key = EVP_EC_gen(curve);
    EVP_PKEY_CTX *signing = EVP_PKEY_CTX_new(verify->key, NULL);
    int is_signed = EVP_PKEY_sign_init(signing) == 1
        && EVP_PKEY_sign(signing, verify->signature, &verify->signature_size, verify->digest, sizeof verify->digest) == 1;
    EVP_PKEY_CTX_free(signing);
    verify->context = EVP_PKEY_CTX_new(verify->key, NULL);
    return is_signed && EVP_PKEY_verify_init(verify->context) == 1;
}

bench_verify *bench_verify_new(const char *curve) {
    bench_verify *verify = calloc(1, sizeof *verify);
    if (verify != NULL && !prepare(verify, curve)) {
        bench_verify_free(verify);
        return NULL;
    }
    return verify;
}

int bench_verify_run(bench_verify *verify, int count) {
    int good = 0;
    for (int number = 0; number < count; number++) {
        good += EVP_PKEY_verify(
            verify->context, verify->signature, verify->signature_size, verify->digest, sizeof verify->digest) == 1;
    }
    return good;
}

void bench_verify_free(bench_verify *verify) {
    if (verify == NULL) return;
    EVP_PKEY_CTX_free(verify->context);
    EVP_PKEY_free(verify->key);
    free(verify);
}

const char *bench_openssl_version(void) { return OpenSSL_version(OPENSSL_VERSION); }
