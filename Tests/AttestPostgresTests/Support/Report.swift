import AttestCore
import AttestVerify
import Foundation

/// What a child process tells, as one line.
enum Report: Hashable {
    /// The child has its store, and waits to begin.
    case ready
    case spent(Int)
    /// A counter that was accepted for the key with a number.
    case advanced(key: Int, UInt32)
    /// A request, by its number, that a verifier accepted.
    case accepted(Int)
    /// One that it refused, and the code.
    case refused(Int, String)
    /// An error that should not have happened.
    case problem(String)
    /// The child has come to its end.
    case done

    var line: String {
        switch self {
        case .ready: "ready"
        case .spent(let number): "spent \(number)"
        case .advanced(let key, let counter): "advanced \(key) \(counter)"
        case .accepted(let number): "accepted \(number)"
        case .refused(let number, let code): "refused \(number) \(code)"
        case .problem(let text): "problem \(text)"
        case .done: "done"
        }
    }

    /// Reads a line; nil for one of another writer, such as a sanitizer.
    init?(line: String) {
        let words = line.split(separator: " ").map(String.init)
        let number = words.count > 1 ? Int(words[1]) : nil
        switch (words.first, number) {
        case ("ready", _): self = .ready
        case ("spent", let number?): self = .spent(number)
        case ("advanced", let key?):
            guard words.count > 2, let counter = UInt32(words[2]) else { return nil }
            self = .advanced(key: key, counter)
        case ("accepted", let number?): self = .accepted(number)
        case ("refused", let number?): self = .refused(number, words.count > 2 ? words[2] : "")
        case ("problem", _): self = .problem(String(line.dropFirst("problem ".count)))
        case ("done", _): self = .done
        default: return nil
        }
    }

    /// Writes the line to standard error in one piece.
    func write() {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}
