import AttestCore
import AttestVerify
import Foundation

/// A call that has returned to a child, as one line.
enum Report: Hashable {
    /// The child is about to open the file.
    case ready
    case spent(ChallengeID)
    case registered(KeyID)
    /// A counter that was accepted by the strict rule.
    case advanced(KeyID, UInt32)
    /// A counter that was accepted by a window.
    case advancedInWindow(KeyID, UInt32)
    /// An error that should not have happened.
    case problem(String)
    /// The child has come to its end.
    case done

    var line: String {
        switch self {
        case .ready: "ready"
        case .spent(let challenge): "spent \(Data(challenge.bytes).base64EncodedString())"
        case .registered(let keyID): "registered \(keyID)"
        case .advanced(let keyID, let counter): "advanced \(keyID) \(counter)"
        case .advancedInWindow(let keyID, let counter): "window \(keyID) \(counter)"
        case .problem(let text): "problem \(text)"
        case .done: "done"
        }
    }

    /// Reads a line; nil for one of another writer, such as a sanitizer.
    init?(line: String) {
        let words = line.split(separator: " ").map(String.init)
        let keyID = words.count > 1 ? try? KeyID(base64: words[1]) : nil
        let challenge = words.count > 1 ? Data(base64Encoded: words[1]).map { ChallengeID(bytes: Array($0)) } : nil
        let counter = words.count > 2 ? UInt32(words[2]) : nil
        switch (words.first, challenge, keyID, counter) {
        case ("ready", _, _, _): self = .ready
        case ("spent", let challenge?, _, _): self = .spent(challenge)
        case ("registered", _, let keyID?, _): self = .registered(keyID)
        case ("advanced", _, let keyID?, let counter?): self = .advanced(keyID, counter)
        case ("window", _, let keyID?, let counter?): self = .advancedInWindow(keyID, counter)
        case ("problem", _, _, _): self = .problem(String(line.dropFirst("problem ".count)))
        case ("done", _, _, _): self = .done
        default: return nil
        }
    }

    /// Writes the line to standard error in one piece, which no kill and no other thread comes into.
    func write() {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}
