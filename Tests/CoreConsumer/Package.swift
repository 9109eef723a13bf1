// swift-tools-version: 6.2
import PackageDescription

// A program that needs the core alone. `check` looks at what it links.
let package = Package(
    name: "core-consumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-attest", path: "../..")],
    targets: [
        .executableTarget(
            name: "CoreConsumer",
            dependencies: [.product(name: "AttestCore", package: "swift-attest")]
        )
    ]
)
