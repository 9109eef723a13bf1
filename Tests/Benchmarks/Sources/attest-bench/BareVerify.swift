import CBench

/// What everything is compared with: one verification by OpenSSL with a key and a context that are ready.
final class BareVerify {
    enum Curve: String {
        case p256 = "P-256"
        case p384 = "P-384"
    }

    private let verify: OpaquePointer

    init(_ curve: Curve) throws {
        guard let verify = bench_verify_new(curve.rawValue) else { throw Failure(text: "OpenSSL") }
        self.verify = verify
    }

    deinit { bench_verify_free(verify) }

    func run(_ count: Int) throws {
        guard bench_verify_run(verify, Int32(count)) == Int32(count) else { throw Failure(text: "a bad signature") }
    }

    /// The same as an operation, so that its own spread and scaling are known.
    static func operation(_ curve: Curve) -> Operation {
        Operation("bare \(curve.rawValue) verify", on: curve) { count, tasks in
            (0..<tasks).map { _ in { try BareVerify(curve).run(count) } }
        }
    }
}

struct Failure: Error {
    let text: String
}
