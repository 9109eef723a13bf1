// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "swift-attest",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AttestCore", targets: ["AttestCore"]),
        .library(name: "AttestVerify", targets: ["AttestVerify"]),
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

        .target(name: "AttestCore", dependencies: ["CAttestOpenSSL", "CAttestCBOR"]),
        .target(name: "AttestVerify", dependencies: ["AttestCore"]),
        .target(name: "AttestTesting", dependencies: ["AttestCore", "CAttestOpenSSL"]),

        // The command line: everything but `main` is a library, so that tests call it without a process.
        .target(name: "AttestCommand", dependencies: ["AttestCore", "AttestTesting"]),
        .executableTarget(name: "attest", dependencies: ["AttestCommand"]),

        .testTarget(name: "AttestCoreTests", dependencies: ["AttestCore", "AttestTesting"]),
        .testTarget(name: "AttestTestingTests", dependencies: ["AttestTesting"]),
        .testTarget(name: "AttestVerifyTests", dependencies: ["AttestVerify", "AttestTesting"]),
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
