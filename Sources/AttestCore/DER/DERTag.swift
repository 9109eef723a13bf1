/// The identifier of a DER element: class, form and number (X.690, section 8.1.2).
struct DERTag: Equatable {
    enum Class: UInt8 {
        case universal, application, context, `private`
    }

    var tagClass: Class
    var isConstructed: Bool
    var number: UInt32

    static let endOfContents = universal(0)
    static let boolean = universal(1)
    static let integer = universal(2)
    static let bitString = universal(3)
    static let octetString = universal(4)
    static let null = universal(5)
    static let objectIdentifier = universal(6)
    static let utf8String = universal(12)
    static let printableString = universal(19)
    static let ia5String = universal(22)
    static let utcTime = universal(23)
    static let generalizedTime = universal(24)
    static let chunkedOctetString = DERTag(tagClass: .universal, isConstructed: true, number: 4)
    static let set = DERTag(tagClass: .universal, isConstructed: true, number: 17)
    static let sequence = DERTag(tagClass: .universal, isConstructed: true, number: 16)

    /// An explicit context tag, `[number]`.
    static func explicit(_ number: UInt32) -> DERTag {
        DERTag(tagClass: .context, isConstructed: true, number: number)
    }

    private static func universal(_ number: UInt32) -> DERTag {
        DERTag(tagClass: .universal, isConstructed: false, number: number)
    }
}
