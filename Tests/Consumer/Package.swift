// swift-tools-version: 6.2
import PackageDescription

// A server as a user of this package would write one, with the settings that a new package has.
let package = Package(
    name: "consumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-attest", path: "../..")],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [
                .product(name: "AttestVerify", package: "swift-attest"),
                .product(name: "AttestTesting", package: "swift-attest"),
            ]
        )
    ]
)
