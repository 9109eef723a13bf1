// What the listing uses of swift-log and swift-metrics.

public struct Logger: Sendable {
    public enum Level: Sendable { case debug, info }

    public init(label: String) {}

    public func log(level: Level, _ message: String, metadata: [String: String]) {}
}

public struct Counter: Sendable {
    public init(label: String, dimensions: [(String, String)]) {}

    public func increment() {}
}

public struct Timer: Sendable {
    public init(label: String) {}

    public func recordNanoseconds(_ duration: Int64) {}
}
