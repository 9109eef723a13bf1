// swift-tools-version: 6.2
import PackageDescription

// The listings of the documentation, compiled and run. The frameworks that they are for stand in as stubs: the few
// declarations that the listings use, with the same names and types.
let attest: [Target.Dependency] = [
    .product(name: "AttestVerify", package: "swift-attest"),
    .product(name: "AttestSQLite", package: "swift-attest"),
    .product(name: "AttestPostgres", package: "swift-attest"),
    .product(name: "AttestServices", package: "swift-attest"),
    .product(name: "AttestTesting", package: "swift-attest"),
]
let package = Package(
    name: "integrations",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-attest", path: "../..")],
    targets: [
        .target(name: "StubVapor4"),
        .target(name: "StubVapor5"),
        .target(name: "StubHummingbird2"),
        .target(name: "StubLogging"),
        .target(name: "StubApple", dependencies: attest),
        .target(name: "Vapor4Listing", dependencies: attest + ["StubVapor4"]),
        .target(name: "Vapor5Listing", dependencies: attest + ["StubVapor5"]),
        .target(name: "Hummingbird2Listing", dependencies: attest + ["StubHummingbird2"]),
        .target(name: "ClientListing", dependencies: ["StubApple"]),
        .target(name: "ServerListings", dependencies: attest + ["StubLogging"]),
        .executableTarget(
            name: "Integrations",
            dependencies: attest + [
                "Vapor4Listing", "Vapor5Listing", "Hummingbird2Listing", "ClientListing", "ServerListings",
            ]),
    ]
)
