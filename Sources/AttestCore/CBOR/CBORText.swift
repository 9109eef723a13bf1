/// A text of the input: its UTF-8 bytes, which are valid, and equal to another's only byte by byte.
///
/// Never compared as a `String`: that normalises Unicode first, which takes quadratic time for some texts, and calls texts
/// equal whose bytes differ.
package struct CBORText: Sendable, Equatable {
    /// The bytes, a slice of the input.
    package let utf8: ArraySlice<UInt8>

    /// Takes bytes whose UTF-8 is valid.
    init(validUTF8 utf8: ArraySlice<UInt8>) {
        self.utf8 = utf8
    }

    /// Whether the text has the bytes of a name.
    package func isEqual(to name: String) -> Bool {
        utf8.elementsEqual(name.utf8)
    }
}

extension CBORText: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A text of this program's.
    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// A text of this program's.
    package init(_ text: String) {
        utf8 = Array(text.utf8)[...]
    }

    /// The text, to show it or to give it to a caller.
    package var description: String { String(decoding: utf8, as: UTF8.self) }
}
