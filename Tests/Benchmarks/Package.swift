// swift-tools-version: 6.2
import PackageDescription

// Measures, asserts nothing. A package of its own, so that no dependent ever builds it.
let package = Package(
    name: "attest-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-attest", path: "../..")],
    targets: [
        // The bare verify that all is compared with, and the counting of allocations.
        .target(name: "CBench", linkerSettings: [.linkedLibrary("crypto")]),
        .executableTarget(
            name: "attest-bench",
            dependencies: [
                "CBench",
                .product(name: "AttestCore", package: "swift-attest"),
                .product(name: "AttestVerify", package: "swift-attest"),
                .product(name: "AttestSQLite", package: "swift-attest"),
                .product(name: "AttestPostgres", package: "swift-attest"),
                .product(name: "AttestTesting", package: "swift-attest"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
