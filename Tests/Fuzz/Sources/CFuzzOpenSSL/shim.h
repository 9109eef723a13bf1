#ifndef CFUZZ_OPENSSL_SHIM_H
#define CFUZZ_OPENSSL_SHIM_H

// OpenSSL's own reader of CMS, which the main package leaves out: it knows no limits.
#include <openssl/asn1.h>
#include <openssl/cms.h>

#endif
