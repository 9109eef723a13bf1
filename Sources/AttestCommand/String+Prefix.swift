extension String {
    /// The text, or its first bytes and an ellipsis when it is longer.
    func prefix(bytes count: Int) -> String {
        utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self) + "…"
    }
}
