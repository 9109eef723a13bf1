internal import CFuzzOpenSSL

/// The content of signed data as OpenSSL reads it; nil when that cannot read it.
func contentByOpenSSL(of bytes: [UInt8]) -> [UInt8]? {
    unsafe bytes.withUnsafeBufferPointer { bytes in
        var cursor = bytes.baseAddress
        guard let signedData = unsafe d2i_CMS_ContentInfo(nil, &cursor, bytes.count) else { return nil }
        defer { unsafe CMS_ContentInfo_free(signedData) }
        guard unsafe cursor == bytes.baseAddress.map({ unsafe $0 + bytes.count }),
            let content = unsafe CMS_get0_content(signedData)?.pointee
        else { return nil }
        return unsafe Array(
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(content), count: Int(ASN1_STRING_length(content))))
    }
}
