/// A rule that stores of one kind must keep, as a check that any test framework can run.
public struct StoreCheck<Store: Sendable>: Sendable {
    /// The name of the check.
    public let name: String
    private let body: @Sendable (StoreFixture<Store>) async throws -> Void

    /// Runs the check.
    ///
    /// - Parameter makeStore: Makes an empty store.
    /// - Throws: A ``StoreConformance/Violation``, or what the store throws.
    public func run(_ makeStore: () async throws -> Store) async throws {
        try await body(StoreFixture(check: name, store: try await makeStore()))
    }

    init(_ name: String, _ body: @escaping @Sendable (StoreFixture<Store>) async throws -> Void) {
        self.name = name
        self.body = body
    }
}
