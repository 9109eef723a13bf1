import AttestPostgres
import AttestSQLite
import AttestVerify
import Foundation

/// Whole ceremonies of the verifier on each store: challenge, client data, object, policy, counter.
extension Operation {
    static func ceremonies(on store: any AttestStore, named name: String) async throws -> [Operation] {
        let ceremony = try await Ceremony(store, keys: 64)
        return [
            Operation("attestation ceremony, \(name)", on: .p384) { count, tasks in
                try (0..<tasks).map { _ in
                    let requests = try ceremony.attestations(count)
                    return { for request in requests { _ = try await ceremony.verifier.verifyAttestation(request) } }
                }
            },
            Operation("assertion ceremony, \(name)", on: .p256) { count, tasks in
                try ceremony.requests(count * tasks, tasks: tasks).map { requests in
                    { for request in requests { _ = try await ceremony.verifier.verifyAssertion(request) } }
                }
            },
        ]
    }
}
