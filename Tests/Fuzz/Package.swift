// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that libFuzzer and the address sanitizer are no part of the main one. `./run` has the flags.
let core = Target.Dependency.product(name: "AttestCore", package: "swift-attest")
let testing = Target.Dependency.product(name: "AttestTesting", package: "swift-attest")

let package = Package(
    name: "swift-attest-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-attest", path: "../..")
    ],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .systemLibrary(
            name: "CFuzzCBOR",
            pkgConfig: "libcbor",
            providers: [.apt(["libcbor-dev"]), .brew(["libcbor"])]
        ),
        .systemLibrary(
            name: "CFuzzOpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),

        .target(name: "FuzzDriver", dependencies: ["CFuzzer"]),
        .target(name: "FuzzSetting", dependencies: [core]),

        .executableTarget(name: "FuzzAttestationObject", dependencies: ["FuzzDriver", "FuzzSetting", core]),
        .executableTarget(name: "FuzzAssertionObject", dependencies: ["FuzzDriver", "FuzzSetting", core]),
        .executableTarget(name: "FuzzAuthenticatorData", dependencies: ["FuzzDriver", core]),
        .executableTarget(name: "FuzzDER", dependencies: ["FuzzDriver", "FuzzSetting", core, testing]),
        .executableTarget(name: "FuzzChain", dependencies: ["FuzzDriver", "FuzzSetting", core, testing]),
        .executableTarget(name: "FuzzReceipt", dependencies: ["FuzzDriver", "FuzzSetting", "CFuzzOpenSSL", core]),
        .executableTarget(name: "FuzzVector", dependencies: ["FuzzDriver", core]),
        .executableTarget(name: "FuzzCBORDifferential", dependencies: ["FuzzDriver", "CFuzzCBOR", core, testing]),

        // Writes what fuzzing starts from; built without libFuzzer.
        .executableTarget(name: "FuzzSeeds", dependencies: ["FuzzSetting", core, testing]),
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
