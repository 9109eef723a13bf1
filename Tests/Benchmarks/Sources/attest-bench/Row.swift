import Foundation

/// One line of the result.
struct Row: Encodable {
    struct Spread: Encodable {
        let median: Double
        let min: Double
        let max: Double

        init(_ values: [Double]) {
            // To a thousandth, so that no more is shown than can be known.
            let sorted = values.map { ($0 * 1000).rounded() / 1000 }.sorted()
            median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
            min = sorted.first ?? 0
            max = sorted.last ?? 0
        }
    }

    let name: String
    let threads: Int
    /// Processor time for each operation.
    let microseconds: Spread
    /// The median of the rounds' ratios to one bare verify.
    let ratio: Double
    /// Throughput against one thread; not part of the JSON, and neither are the allocations.
    let scaling: Spread
    let allocations: Double?
    let curve: BareVerify.Curve

    private enum CodingKeys: CodingKey {
        case name, threads, microseconds, ratio
    }

    init(_ measurement: Measurement, threads: Int) {
        let rounds = measurement.rounds[threads] ?? []
        name = measurement.operation.name
        curve = measurement.operation.curve
        self.threads = threads
        microseconds = Spread(rounds.map { $0.time * 1e6 })
        ratio = Spread(rounds.map { $0.time / $0.bare }).median
        scaling = Spread(rounds.map(\.scaling))
        allocations = threads == 1 ? measurement.allocations : nil
    }

    /// A table in Markdown.
    static func table(_ rows: [Row]) -> String {
        let head = """
            | operation | threads | µs, median (least to most) | ratio to a bare verify | throughput | allocations |
            |---|---|---|---|---|---|
            """
        let lines = rows.map { row in
            let time = row.microseconds
            let decimals = time.median < 100 ? 1 : 0
            let cells = [
                row.name, "\(row.threads)",
                "\(text(time.median, decimals)) (\(text(time.min, decimals)) to \(text(time.max, decimals)))",
                "\(text(row.ratio, row.ratio < 0.1 ? 3 : 2)) × \(row.curve.rawValue)",
                row.threads == 1 ? "" : "\(text(row.scaling.median, 2)) × (best \(text(row.scaling.max, 2)))",
                row.allocations.map { text($0) } ?? "",
            ]
            return "| \(cells.joined(separator: " | ")) |"
        }
        return ([head] + lines).joined(separator: "\n")
    }
}
