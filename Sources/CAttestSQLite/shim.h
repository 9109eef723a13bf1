#ifndef CATTEST_SQLITE_SHIM_H
#define CATTEST_SQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_TRANSIENT, which has SQLite copy the bytes, is a cast that Swift does not import. And an empty Swift array may
// have no address, which SQLite would take for NULL.

static inline int attest_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, count > 0 ? bytes : "", count, SQLITE_TRANSIENT);
}

static inline int attest_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(
        statement, index, count > 0 ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
