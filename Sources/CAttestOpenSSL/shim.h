#ifndef CATTEST_OPENSSL_SHIM_H
#define CATTEST_OPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

// The sk_X509_… functions are macros or inline wrappers that Swift does not import.

static inline STACK_OF(X509) *attest_x509_stack_new(void) { return sk_X509_new_null(); }

// set0: on success (a count above 0) the stack owns the certificate.
static inline int attest_x509_stack_push(STACK_OF(X509) *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate);
}

static inline int attest_x509_stack_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }

// get0: the certificate stays the stack's.
static inline X509 *attest_x509_stack_get0(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}

static inline void attest_x509_stack_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }

// An OSSL_PARAM keeps the pointers that it is given, and Swift's string bridging ends with the call.
// A key of a curve with its public point still to be set; NULL when it fails.
static inline EVP_PKEY *attest_ec_parameters(EVP_PKEY_CTX *context, const char *curve) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = NULL;
    if (EVP_PKEY_fromdata_init(context) != 1) return NULL;
    return EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEY_PARAMETERS, parameters) == 1 ? key : NULL;
}

// EVP_EC_gen is a macro over a variadic function.
static inline EVP_PKEY *attest_ec_generate(const char *curve) { return EVP_EC_gen(curve); }

#endif
