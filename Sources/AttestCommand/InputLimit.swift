/// The largest file of some kind that commands read.
///
/// A larger one is refused by its size, so that a wrong path costs neither memory nor minutes.
struct InputLimit {
    /// What the file holds.
    let content: String
    let bytes: Int

    private init(_ content: String, kibibytes: Int) {
        self.content = content
        bytes = kibibytes * 1024
    }

    /// Four times the largest object, because it may be base64 text, even of base64 text, or part of a JSON document.
    static let object = InputLimit("an object", kibibytes: 256)
    /// Certificates have about 1,000 bytes.
    static let certificate = InputLimit("a certificate", kibibytes: 64)
    /// The keys and certificates of a virtual device's authority.
    static let authority = InputLimit("an authority", kibibytes: 64)
    /// Apps hash whole documents, but none that a server would not keep in memory.
    static let clientData = InputLimit("client data", kibibytes: 16 * 1024)
    /// The body of a request may be an upload.
    static let body = InputLimit("a body", kibibytes: 64 * 1024)
    /// A list of vectors, some thousands of them.
    static let vectors = InputLimit("vectors", kibibytes: 16 * 1024)
}
