/// A bundle version (`CFBundleVersion`) as a value with an order: one to three numbers separated by dots.
///
/// The numbers have no upper bound, as dates and build numbers show: `202610011530` is one. Apple's systems ignore what follows
/// the third. Source: Apple, "CFBundleVersion".
public struct BundleVersion: Sendable, Hashable {
    /// The numbers, without zeros at the end: 1.2.0 equals 1.2.
    private let numbers: [Number]

    /// Reads a text such as `1314` or `2.10.1`.
    ///
    /// - Throws: `invalidConfiguration` for any other form, and for a fourth number, because it would not count.
    public init(_ text: String) throws(AttestError) {
        guard text.utf8.count <= AttestLimits.bundleVersionBytes, let (version, count) = Self.parse(text), count <= 3
        else {
            throw AttestError(.invalidConfiguration, "a bundle version must be one to three numbers separated by dots")
        }
        self = version
    }

    /// Reads what a device reports; nil for another form.
    init?(parsing text: String) {
        guard let (version, _) = Self.parse(text) else { return nil }
        self = version
    }

    private init(_ numbers: [Number]) {
        self.numbers = numbers
    }

    /// The version, and how many numbers the text has.
    private static func parse(_ text: String) -> (version: BundleVersion, count: Int)? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let all = parts.compactMap { Number(digits: Array($0)) }
        guard all.count == parts.count else { return nil }
        var numbers = Array(all.prefix(3))
        while numbers.last?.isZero == true { numbers.removeLast() }
        return (BundleVersion(numbers), all.count)
    }
}

extension BundleVersion: Comparable {
    /// Compares number by number, so that 2.10 comes after 2.9.
    public static func < (left: BundleVersion, right: BundleVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}

/// A whole number of any length, as its decimal digits without leading zeros: none for 0.
private struct Number: Sendable, Hashable, Comparable {
    let digits: [UInt8]

    var isZero: Bool { digits.isEmpty }

    init?(digits: [UInt8]) {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
            return nil
        }
        self.digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    }

    /// Of two numbers the one with more digits is greater, and of two with equally many the first different digit decides.
    static func < (left: Number, right: Number) -> Bool {
        left.digits.count == right.digits.count
            ? left.digits.lexicographicallyPrecedes(right.digits) : left.digits.count < right.digits.count
    }
}
