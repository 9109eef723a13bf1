/// A row of an answer: a copy, so that it can leave the thread of the connections.
///
/// Reads a value only in the size of its type.
struct Row: Sendable {
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>?] = []

    mutating func append(_ value: UnsafeRawBufferPointer?) {
        guard let value = unsafe value else { return ranges.append(nil) }
        let start = bytes.count
        unsafe bytes.append(contentsOf: value)
        ranges.append(start..<bytes.count)
    }

    /// The number of columns.
    var count: Int { ranges.count }

    func isNull(_ column: Int) -> Bool {
        guard ranges.indices.contains(column) else { return true }
        return ranges[column] == nil
    }

    func blob(_ column: Int) throws(PostgresError) -> ArraySlice<UInt8> {
        guard ranges.indices.contains(column), let range = ranges[column] else { throw .corrupt("a missing value") }
        return bytes[range]
    }

    func integer(_ column: Int) throws(PostgresError) -> Int64 {
        let value = try blob(column)
        guard value.count == 8 else { throw .corrupt("the type of a value") }
        return value.reduce(0) { $0 << 8 | Int64($1) }
    }

    func bool(_ column: Int) throws(PostgresError) -> Bool {
        let value = try blob(column)
        guard value.count == 1, let byte = value.first else { throw .corrupt("the type of a value") }
        return byte != 0
    }

    func text(_ column: Int) throws(PostgresError) -> String {
        guard let text = String(validating: try blob(column), as: UTF8.self) else { throw .corrupt("a text") }
        return text
    }
}

/// What the server answered to a statement.
struct Answer: Sendable {
    var rows: [Row] = []
    /// How many rows were read, inserted, updated or deleted.
    var count = 0
}
