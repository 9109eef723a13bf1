// swift-tools-version: 6.2
import PackageDescription

// Looks at the documentation: whether all of the public interface is documented, and whether what its listings show compiles.
let package = Package(
    name: "documentation",
    platforms: [.macOS(.v15)],
    targets: [.executableTarget(name: "Documentation")]
)
