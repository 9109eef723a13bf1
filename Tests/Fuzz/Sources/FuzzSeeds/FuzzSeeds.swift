/// Writes what each target starts from, into a folder for each: `FuzzSeeds DIR`.
@main
enum FuzzSeeds {
    struct UsageError: Error, CustomStringConvertible {
        let description = "usage: FuzzSeeds DIR"
    }

    static func main() throws {
        guard CommandLine.arguments.count == 2 else { throw UsageError() }
        var seeds = SeedFolder(CommandLine.arguments[1])
        for fixture in try Fixture.all() {
            try seeds.write(fixture.file, for: "FuzzVector", as: fixture.name)
            switch fixture.kind {
            case .attestation: try seeds.write(attestation: fixture.object, as: fixture.name)
            case .assertion: try seeds.write(assertion: fixture.object, as: fixture.name)
            case .receipt: try seeds.write(receipt: fixture.object, as: fixture.name)
            }
        }
        try seeds.writeVirtualObjects()
        print("\(seeds.count) seeds in \(CommandLine.arguments[1])")
    }
}
