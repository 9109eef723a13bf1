/// Something that can be measured by its name; further ones are further files, and entries of `all`.
struct Benchmark: Sendable {
    let name: String
    let summary: String
    let run: @Sendable (Options) async throws -> Void

    static let all = [operations, postgres, purge, sizes, worst]
}
