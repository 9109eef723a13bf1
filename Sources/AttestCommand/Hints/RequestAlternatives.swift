internal import AttestCore

/// What apps sign in place of the client data that `RequestBinding` describes.
enum RequestAlternatives {
    /// The four lines, and what is between them.
    private struct Lines {
        var challenge, method, path, body: String
        var separator = "\n"
        var end = ""

        var bytes: [UInt8] { Array(([challenge, method, path, body].joined(separator: separator) + end).utf8) }
    }

    /// One mistake.
    private struct Change {
        /// To stand behind "with".
        let name: String
        let apply: (inout Lines) -> Void

        static func setting(_ name: String, _ part: WritableKeyPath<Lines, String>, _ text: String) -> Change {
            Change(name: name) { $0[keyPath: part] = text }
        }
    }

    /// The client data with one mistake, then with two, then parts of the request alone.
    static func readings(of request: GivenRequest) -> [Reading] {
        func hash(_ bytes: [UInt8]) -> [UInt8] { (try? ClientDataHash(sha256Of: bytes).bytes) ?? [] }
        let right = Lines(
            challenge: request.challenge, method: request.method.uppercased(), path: request.path,
            body: Hex.encode(hash(request.body)))
        // One of each part at a time.
        let parts = [methods(request), paths(request), bodies(request, hash), separators, challenges(request)]
        func reading(_ changes: [Change]) -> Reading? {
            var lines = right
            for change in changes { change.apply(&lines) }
            guard lines.bytes != right.bytes else { return nil }
            let names = changes.map(\.name).joined(separator: " and ")
            return Reading(
                name: "the client data of the request with \(names)", bytes: lines.bytes,
                mistake: "app and server must build the same four lines, which Fixtures/binding shows")
        }
        let single = parts.joined().compactMap { reading([$0]) }
        let double = parts.indices.flatMap { first in
            parts[first].flatMap { change in
                parts[(first + 1)...].joined().compactMap { reading([change, $0]) }
            }
        }
        let challenge = Reading(
            name: "the challenge alone", bytes: Array(request.challenge.utf8),
            mistake: "the assertion binds no request, so it could be sent with another one")
        let body = Reading(
            name: "the body alone", bytes: request.body,
            mistake: "the assertion binds neither challenge nor method nor path")
        return single + double + (isLarge(request.body) ? [challenge] : [challenge, body])
    }

    private static func methods(_ request: GivenRequest) -> [Change] {
        let lowercase = [Change.setting("the method in small letters", \.method, request.method.lowercased())]
        let others = ["GET", "POST", "PUT", "PATCH", "DELETE"].map { Change.setting("the method \($0)", \.method, $0) }
        return lowercase + [.setting("the method as it was given", \.method, request.method)] + others
    }

    private static func paths(_ request: GivenRequest) -> [Change] {
        let path = request.path
        let withoutQuery = path.withoutQuery
        var changes = [Change.setting("the path without its query", \.path, withoutQuery)]
        if let url = request.url {
            changes.append(.setting("the full URL in place of the path", \.path, url))
            changes.append(
                .setting(
                    "the full URL without its query in place of the path", \.path, url.withoutQuery))
        }
        if let decoded = path.percentDecoded {
            changes.append(.setting("the path percent-decoded", \.path, decoded))
        }
        return changes + [
            .setting("the path without its first slash", \.path, path.withoutFirstSlash),
            .setting("a slash at the end of the path", \.path, path + "/"),
            .setting("the path in small letters", \.path, path.lowercased()),
            .setting("no path", \.path, ""),
        ]
    }

    private static func bodies(_ request: GivenRequest, _ hash: ([UInt8]) -> [UInt8]) -> [Change] {
        let body = request.body
        let digest = hash(body)
        var changes = [
            Change.setting("the hash of the body in upper-case hex", \.body, Hex.encode(digest).uppercased()),
            .setting("the hash of the body in base64", \.body, Base64.encode(digest)),
            .setting("the hash of the body in base64url", \.body, Base64.encodeURLSafe(digest)),
            .setting("no hash of the body", \.body, ""),
        ]
        for (name, other) in bodiesInPlace(of: body) + (isLarge(body) ? [] : otherForms(of: body)) {
            changes.append(.setting("the hash of \(name)", \.body, Hex.encode(hash(other))))
        }
        if !body.isEmpty, !isLarge(body), let text = String(validating: body, as: UTF8.self) {
            changes.append(.setting("the body in place of its hash", \.body, text))
        }
        return changes
    }

    /// Whether a body is only hashed as it is, because each change that holds or transforms it takes long.
    private static func isLarge(_ body: [UInt8]) -> Bool { body.count > Reading.mostBytes }

    /// What libraries send where there is no body.
    private static func bodiesInPlace(of body: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        [
            ("no bytes in place of the body", []), ("{}", Array("{}".utf8)), ("null", Array("null".utf8)),
        ].filter { $0.1 != body }
    }

    /// What libraries on the way make of a body.
    private static func otherForms(of body: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        let unix = body.filter { $0 != carriageReturn }
        let isSpace: (UInt8) -> Bool = { " \t\r\n".utf8.contains($0) }
        return [
            ("the body without the white space at its end", Array(body.reversed().drop(while: isSpace).reversed())),
            ("the body with a line feed at its end", body + [lineFeed]),
            ("the body with line feeds alone", unix),
            (
                "the body with carriage returns",
                unix.flatMap { $0 == lineFeed ? [carriageReturn, lineFeed] : [$0] }
            ),
            ("the body in base64", Array(Base64.encode(body).utf8)),
            ("the JSON of the body without white space", JSONCompaction.compact(body)),
        ].filter { $0.1 != body }
    }

    private static var separators: [Change] {
        [
            .setting("CRLF in place of line feeds", \.separator, "\r\n"),
            Change(name: "CRLF after each line") { lines in
                lines.separator = "\r\n"
                lines.end = "\r\n"
            },
            .setting("a line feed at the end", \.end, "\n"),
            .setting("no line feeds between the lines", \.separator, ""),
            .setting("spaces in place of line feeds", \.separator, " "),
        ]
    }

    private static func challenges(_ request: GivenRequest) -> [Change] {
        guard let bytes = Base64.decode(request.challenge) else { return [] }
        return [
            .setting("the challenge in the standard alphabet of base64", \.challenge, Base64.encode(bytes)),
            .setting("the challenge in hex", \.challenge, Hex.encode(bytes)),
        ]
    }
}

extension String {
    /// The path without the slashes that it begins with.
    fileprivate var withoutFirstSlash: String {
        String(decoding: utf8.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
    }

    /// The path or address up to its query.
    fileprivate var withoutQuery: String { String(decoding: utf8.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self) }
}
