internal import AttestCore

/// App IDs without their prefix, with another one, in another case, or of another app.
///
/// The RP ID hash cannot be turned back into an App ID. But the leaf of an attestation names one, and variations of the
/// given one can be hashed and compared.
enum AppIDAlternatives {
    static func mend(_ attempt: inout AttestationAttempt) -> Finding? {
        guard attempt.fails(with: .appIDMismatch) else { return nil }
        return mend(
            &attempt.policy, rpIDHash: attempt.object.authenticatorData.rpIDHash, named: attempt.object.namedAppID)
    }

    static func mend(_ attempt: inout AssertionAttempt) -> Finding? {
        guard attempt.fails(with: .appIDMismatch) else { return nil }
        return mend(&attempt.policy, rpIDHash: attempt.object.authenticatorData.rpIDHash, named: nil)
    }

    /// What an App ID that has not the form of one was perhaps meant to be.
    static func hint(unusable text: String, named: String?) -> String? {
        // Other text takes long to compare, and is no App ID in any case.
        let named = named.flatMap { (try? AppID($0)) == nil ? nil : $0 }
        let isComparable = text.utf8.allSatisfy { $0 < 0x80 }
        if isComparable, let named, difference(text, from: named) != "another app" {
            return "\(difference(text, from: named)): the object's certificate names \(named)"
        }
        let prefix = text.utf8.prefix { $0 != UInt8(ascii: ".") }
        if isComparable, prefix.count == 10,
            let raised = try? AppID(text.prefix(10).uppercased() + text.dropFirst(10))
        {
            return "the prefix is in small letters: \(raised)"
        }
        return "the bundle ID alone is no App ID: put the App ID prefix of the developer portal and a dot before it, "
            + (named.map { "as in \($0), which the object's certificate names" } ?? "as in A1B2C3D4E5.com.example.app")
    }

    private static func mend(_ policy: inout AppPolicy, rpIDHash: [UInt8], named: String?) -> Finding? {
        let given = policy.appID.text
        for text in (named.map { [$0] } ?? []) + variations(of: given) {
            guard let candidate = try? AppID(text), candidate.rpIDHash == rpIDHash,
                let changed = try? AppPolicy(appID: text, environments: policy.environments, launch: policy.launch)
            else { continue }
            policy = changed
            return .mended(
                "the object was made for the App ID \(text), not \(given): \(difference(given, from: text))")
        }
        return .named(
            "the object holds only a hash of its App ID, which cannot be turned back, and no variation of \(given) "
                + "fits: compare prefix and bundle ID with the developer portal")
    }

    /// What people write in place of an App ID.
    private static func variations(of text: String) -> [String] {
        let parts = text.split(separator: ".").map(String.init)
        guard let prefix = parts.first, parts.count > 1 else { return [] }
        let bundle = parts.dropFirst()
        let shorter = (1..<bundle.count).map { ([prefix] + bundle.dropLast($0)).joined(separator: ".") }
        return ["\(prefix).\(bundle.joined(separator: ".").lowercased())", bundle.joined(separator: ".")] + shorter
    }

    /// How the given text differs from the right one.
    private static func difference(_ given: String, from right: String) -> String {
        let bundle = right.drop { $0 != "." }.dropFirst()
        return if given == bundle {
            "the prefix is missing"
        } else if given.lowercased() == right.lowercased() {
            "the case of the letters differs"
        } else if given.hasSuffix(".\(right)") {
            "the prefix stands there twice"
        } else if given.hasSuffix(".\(bundle)") {
            "the prefix differs"
        } else if given.hasPrefix("\(right).") {
            "an App Clip or extension attests under the App ID of the full app"
        } else {
            "another app"
        }
    }
}

extension AttestationObject {
    /// The App ID that the leaf names; not documented by Apple, and never judged by.
    var namedAppID: String? { chain.leaf.namedAppID }
}
