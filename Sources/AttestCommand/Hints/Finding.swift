/// What a family of mistakes has found in an attempt.
enum Finding {
    /// A mistake, which the attempt no longer has.
    case mended(String)
    /// A mistake that no other option mends.
    case named(String)

    /// What to say to the user.
    var text: String {
        switch self {
        case .mended(let text), .named(let text): text
        }
    }
}
