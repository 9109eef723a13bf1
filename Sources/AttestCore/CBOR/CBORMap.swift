/// The entries of a CBOR map in the order of the bytes, each key once.
package struct CBORMap: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package let key: CBORValue
        package let value: CBORValue
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    init(capacity: Int) {
        entries.reserveCapacity(capacity)
    }

    /// The value under a key.
    package subscript(_ key: CBORValue) -> CBORValue? {
        entries.first { $0.key == key }?.value
    }

    /// The value under a text key.
    package subscript(_ key: String) -> CBORValue? {
        self[.text(key)]
    }

    /// Adds an entry, unless its key is there already: two readers could then see two different values.
    mutating func insert(_ value: CBORValue, for key: CBORValue) -> Bool {
        guard !entries.contains(where: { $0.key == key }) else { return false }
        entries.append(Entry(key: key, value: value))
        return true
    }
}
