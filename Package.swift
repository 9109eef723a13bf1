// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "swift-attest",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AttestCore", targets: ["AttestCore"]),
        .library(name: "AttestVerify", targets: ["AttestVerify"]),
        .library(name: "AttestSQLite", targets: ["AttestSQLite"]),
        .library(name: "AttestPostgres", targets: ["AttestPostgres"]),
        .library(name: "AttestServices", targets: ["AttestServices"]),
        .library(name: "AttestTesting", targets: ["AttestTesting"]),
        .executable(name: "attest", targets: ["attest"]),
    ],
    targets: [
        // System libraries, under names of this package's own so that they cannot clash in a larger graph.
        .systemLibrary(
            name: "CAttestOpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),
        .systemLibrary(
            name: "CAttestCBOR",
            pkgConfig: "libcbor",
            providers: [.apt(["libcbor-dev"]), .brew(["libcbor"])]
        ),
        // Without pkgConfig, because SwiftPM warns every dependent whose machine lacks it, used or not: the header is on
        // the default path.
        .systemLibrary(name: "CAttestSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .systemLibrary(name: "CAttestPostgres", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

        .target(name: "AttestCore", dependencies: ["CAttestOpenSSL", "CAttestCBOR"]),
        .target(name: "AttestVerify", dependencies: ["AttestCore"]),
        .target(name: "AttestSQLite", dependencies: ["AttestVerify", "CAttestSQLite"]),
        .target(name: "AttestPostgres", dependencies: ["AttestVerify", "CAttestPostgres"]),
        .target(name: "AttestServices", dependencies: ["AttestVerify"]),
        .target(name: "AttestTesting", dependencies: ["AttestVerify", "CAttestOpenSSL"]),

        // The command line: everything but `main` is a library, so that tests call it without a process.
        .target(name: "AttestCommand", dependencies: ["AttestSQLite", "AttestTesting"]),
        .executableTarget(name: "attest", dependencies: ["AttestCommand"]),

        .testTarget(name: "AttestCoreTests", dependencies: ["AttestCore", "AttestTesting"]),
        .testTarget(name: "AttestTestingTests", dependencies: ["AttestTesting", "AttestVerify"]),
        .testTarget(name: "AttestVerifyTests", dependencies: ["AttestServices", "AttestSQLite", "AttestTesting"]),
        .testTarget(name: "AttestSQLiteTests", dependencies: ["AttestSQLite", "AttestTesting"]),
        .testTarget(name: "AttestPostgresTests", dependencies: ["AttestPostgres", "AttestTesting"]),
        .testTarget(name: "AttestServicesTests", dependencies: ["AttestServices", "AttestTesting"]),
        .testTarget(name: "AttestCommandTests", dependencies: ["AttestCommand", "AttestTesting"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .strictMemorySafety(),
    ]
}
