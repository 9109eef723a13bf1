import CBench
import Synchronization

/// What everything is compared with: one verification by OpenSSL with a key and a context that are ready.
final class BareVerify: Sendable {
    enum Curve: String {
        case p256 = "P-256"
        case p384 = "P-384"
    }

    private let verify: Mutex<OpaquePointer>

    init(_ curve: Curve) throws {
        guard let verify = bench_verify_new(curve.rawValue) else { throw Failure(text: "OpenSSL") }
        self.verify = Mutex(verify)
    }

    deinit { verify.withLock { bench_verify_free($0) } }

    func run(_ count: Int) throws {
        let good = verify.withLock { bench_verify_run($0, Int32(count)) }
        guard good == Int32(count) else { throw Failure(text: "a bad signature") }
    }

    /// The same as an operation, so that its own spread and scaling are known.
    static func operation(_ curve: Curve) throws -> Operation {
        let verifies = try (0..<2).map { _ in try BareVerify(curve) }
        return Operation("bare \(curve.rawValue) verify", on: curve) { count, tasks in
            verifies.prefix(tasks).map { verify in { try verify.run(count) } }
        }
    }
}

struct Failure: Error {
    let text: String
}
