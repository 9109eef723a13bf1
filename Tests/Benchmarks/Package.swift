// swift-tools-version: 6.2
import PackageDescription

// Measures, asserts nothing. A package of its own, so that no dependent ever builds it.
let package = Package(
    name: "attest-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-attest", path: "../..")],
    targets: [
        .executableTarget(
            name: "attest-bench",
            dependencies: [
                .product(name: "AttestCore", package: "swift-attest"),
                .product(name: "AttestVerify", package: "swift-attest"),
                .product(name: "AttestPostgres", package: "swift-attest"),
                .product(name: "AttestTesting", package: "swift-attest"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
