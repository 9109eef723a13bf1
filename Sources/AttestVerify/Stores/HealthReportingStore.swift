/// A store that can report on its own state.
public protocol HealthReportingStore: AttestStore {
    /// Asks the store for its state; a store that cannot be reached is a report, not an error.
    func health() async -> StoreHealth
}
