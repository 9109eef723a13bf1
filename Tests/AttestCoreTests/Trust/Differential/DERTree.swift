import AttestTesting

@testable import AttestCore

/// DER that can be changed anywhere and written again with lengths that are right.
struct DERTree {
    var identifier: UInt8
    var content: [UInt8] = []
    /// What a constructed element holds, or an octet string around one element; then there is no other content.
    var children: [DERTree] = []

    /// Reads one element; nil for what is not DER with small tag numbers.
    init?(_ bytes: ArraySlice<UInt8>) {
        let element = try? DERReader.read(bytes, reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
            try reader.element()
        }
        guard let element, element.tag.number < 31, let identifier = element.encoding.first else { return nil }
        self.identifier = identifier
        if element.tag.isConstructed || element.tag == .octetString, let children = Self.elements(element.content) {
            self.children = children
        } else {
            content = Array(element.content)
        }
    }

    private static func elements(_ bytes: ArraySlice<UInt8>) -> [DERTree]? {
        let elements = try? DERReader.read(bytes, reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
            var elements: [ArraySlice<UInt8>] = []
            while !reader.isAtEnd { elements.append(try reader.element().encoding) }
            return elements
        }
        guard let elements, !elements.isEmpty else { return nil }
        let trees = elements.compactMap { DERTree($0) }
        return trees.count == elements.count ? trees : nil
    }

    var encoding: [UInt8] {
        DER.element([identifier], children.isEmpty ? content : children.flatMap(\.encoding))
    }

    /// How many elements there are, this one and all in it.
    var count: Int { children.reduce(1) { $0 + $1.count } }

    /// The element with a number, in the order of the bytes, this one being 0.
    subscript(_ number: Int) -> DERTree {
        get {
            guard let (child, rest) = position(of: number) else { return self }
            return children[child][rest]
        }
        set {
            if let (child, rest) = position(of: number) {
                children[child][rest] = newValue
            } else {
                self = newValue
            }
        }
    }

    private func position(of number: Int) -> (child: Int, rest: Int)? {
        guard number > 0 else { return nil }
        var rest = number - 1
        for (index, child) in children.enumerated() {
            if rest < child.count { return (index, rest) }
            rest -= child.count
        }
        return nil
    }
}
