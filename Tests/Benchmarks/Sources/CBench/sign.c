#include "CBench.h"

#include <openssl/ec.h>
#include <openssl/evp.h>

// One key for the life of the process.
static EVP_PKEY *key(void) {
    static EVP_PKEY *key;
    if (!key) key = EVP_EC_gen("P-256");
    return key;
}

size_t bench_sign_point(uint8_t *point, size_t size) {
    size_t count = 0;
    if (!EVP_PKEY_get_octet_string_param(key(), "pub", point, size, &count)) return 0;
    return count;
}

size_t bench_sign(const uint8_t *message, size_t message_size, uint8_t *signature, size_t size) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    size_t count = size;
    int signed_ = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key()) == 1
        && EVP_DigestSign(context, signature, &count, message, message_size) == 1;
    EVP_MD_CTX_free(context);
    return signed_ ? count : 0;
}
