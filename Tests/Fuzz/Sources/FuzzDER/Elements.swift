internal import FuzzDriver

@testable internal import AttestCore
@testable internal import AttestTesting

/// Walks the tree of elements, level by level: a hostile depth must cost neither stack nor time.
func checkElements(of bytes: [UInt8]) {
    var level = [bytes.amidOthers]
    // Each element is read as each type, which mostly fails: for some hundreds of them, or it would take the time budget.
    var readable = 256
    for _ in 0..<32 {
        level = level.flatMap { elements(of: $0) }.compactMap { element in
            checkEncoding(of: element)
            if readable > 0 { checkValues(of: element) }
            readable -= 1
            return element.tag.isConstructed ? element.content : nil
        }
    }
}

/// The elements up to the first fault.
private func elements(of bytes: ArraySlice<UInt8>) -> [DERElement] {
    var elements: [DERElement] = []
    try? DERReader.read(bytes, reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
        while !reader.isAtEnd {
            let next = try reader.nextTag()
            let element = try reader.element()
            require(next == element.tag, "the next tag is not the next element's")
            elements.append(element)
        }
    }
    return elements
}

/// DER has one encoding for each element, so writing it must give the bytes that were read.
private func checkEncoding(of element: DERElement) {
    let encoding = DER.element(identifier(of: element.tag), Array(element.content))
    require(encoding == Array(element.encoding), "an element that is not the shortest one")
}

private func identifier(of tag: DERTag) -> [UInt8] {
    let first = tag.tagClass.rawValue << 6 | (tag.isConstructed ? 0x20 : 0)
    guard tag.number > 30 else { return [first | UInt8(tag.number)] }
    let groups = [28, 21, 14, 7, 0].map { UInt8(tag.number >> UInt32($0) & 0x7f) }.drop { $0 == 0 }
    return [first | 0x1f] + groups.dropLast().map { $0 | 0x80 } + groups.suffix(1)
}

/// Reads the element as each of the types, and writes again what has one encoding.
private func checkValues(of element: DERElement) {
    let encoding = Array(element.encoding)
    if let value = read(element, { (reader) throws(AttestError) in try reader.boolean() }) {
        require(DER.boolean(value) == encoding, "a boolean of another encoding")
    }
    if let value = read(element, { (reader) throws(AttestError) in try reader.unsignedInteger() }) {
        require(DER.integer(Array(value)) == encoding, "an integer of another encoding")
    }
    if let value = read(element, { (reader) throws(AttestError) in try reader.smallInteger() }) {
        require(DER.integer(value) == encoding, "a small integer of another encoding")
    }
    if let value = read(element, { (reader) throws(AttestError) in try reader.bitStringOfBytes() }) {
        require(DER.bitString(Array(value)) == encoding, "a bit string of another encoding")
    }
    if let value = read(element, { (reader) throws(AttestError) in try reader.time() }) {
        require(DER.time(value) == encoding, "another time")
    }
    _ = read(element) { (reader) throws(AttestError) in try reader.objectIdentifier() }?.description
    _ = read(element) { (reader) throws(AttestError) in try SignatureAlgorithm(reading: &reader) }
    _ = read(element) { (reader) throws(AttestError) in try CertificateExtensions(reading: &reader) }
    _ = try? KeyUsage(decoding: element.encoding)
    _ = SubjectPublicKey(spki: element.encoding)
}

private func read<Value>(
    _ element: DERElement, _ body: (inout DERReader) throws(AttestError) -> Value
) -> Value? {
    try? DERReader.read(element.encoding, reportingAs: .malformedCertificate, body)
}
