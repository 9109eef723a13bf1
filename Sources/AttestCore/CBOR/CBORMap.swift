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
        index(of: key).map { entries[$0].value }
    }

    /// The value under a text key.
    package subscript(_ name: String) -> CBORValue? {
        entries.first { entry in
            if case .text(let key) = entry.key { key.isEqual(to: name) } else { false }
        }?.value
    }

    /// The text keys, in the order of the bytes.
    package var names: [CBORText] {
        entries.compactMap { entry in
            if case .text(let name) = entry.key { name } else { nil }
        }
    }

    private func index(of key: CBORValue) -> Int? {
        entries.firstIndex { $0.key == key }
    }

    /// Adds an entry, unless its key is there already: two readers could then see two different values.
    mutating func insert(_ value: consuming CBORValue, for key: consuming CBORValue) -> Bool {
        guard index(of: key) == nil else { return false }
        entries.append(Entry(key: key, value: value))
        return true
    }
}
