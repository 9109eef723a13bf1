/// A bundle version (`CFBundleVersion`) as a value with an order: one to three numbers separated by dots.
public struct BundleVersion: Sendable, Hashable {
    /// The numbers, without zeros at the end: 1.2.0 equals 1.2.
    private let numbers: [UInt32]

    /// Reads a text such as `1314` or `2.10.1`.
    ///
    /// - Throws: `invalidConfiguration` for any other form.
    public init(_ text: String) throws(AttestError) {
        guard let version = BundleVersion(parsing: text) else {
            throw AttestError(.invalidConfiguration, "a bundle version must be one to three numbers separated by dots")
        }
        self = version
    }

    /// Reads what a device reports; nil for another form.
    init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        var numbers = parts.compactMap { $0.utf8.first == UInt8(ascii: "+") ? nil : UInt32($0) }
        guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
        while numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
    }
}

extension BundleVersion: Comparable {
    /// Compares number by number, so that 2.10 comes after 2.9.
    public static func < (left: BundleVersion, right: BundleVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
