@testable internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A folder with a folder of seeds for each target.
struct SeedFolder {
    private let path: URL
    private(set) var count = 0

    init(_ path: String) {
        self.path = URL(filePath: path)
    }

    mutating func write(_ bytes: some Sequence<UInt8>, for target: String, as name: String) throws {
        let folder = path.appending(path: target)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appending(path: name))
        count += 1
    }

    // MARK: Objects, and their parts for the targets that read parts

    mutating func write(attestation object: [UInt8], as name: String) throws {
        try write(object, for: "FuzzAttestationObject", as: name)
        try write(object, for: "FuzzCBORDifferential", as: name)
        guard let (value, _) = try? CBORDecoder.decodePrefix(of: object[...]), case .map(let members) = value else {
            return
        }
        if case .bytes(let data)? = members["authData"] {
            try write(authenticatorData: data, as: name)
            try write(data.dropFirst(87), for: "FuzzCBORDifferential", as: "\(name)-key")
        }
        if case .map(let statement)? = members["attStmt"], case .bytes(let receipt)? = statement["receipt"] {
            try write(receipt: Array(receipt), as: "\(name)-receipt")
        }
        if case .map(let statement)? = members["attStmt"], case .array(let certificates)? = statement["x5c"] {
            for case (let index, .bytes(let certificate)) in certificates.enumerated() {
                try write(certificate: certificate, as: "\(name)-certificate-\(index)")
            }
        }
    }

    mutating func write(assertion object: [UInt8], as name: String) throws {
        try write(object, for: "FuzzAssertionObject", as: name)
        try write(object, for: "FuzzCBORDifferential", as: name)
        guard let (value, _) = try? CBORDecoder.decodePrefix(of: object[...]), case .map(let members) = value else {
            return
        }
        if case .bytes(let data)? = members["authenticatorData"] {
            try write(authenticatorData: data, as: name)
        }
        if case .bytes(let signature)? = members["signature"] {
            try write(signature, for: "FuzzDER", as: "\(name)-signature")
        }
    }

    mutating func write(receipt: [UInt8], as name: String) throws {
        try write(receipt, for: "FuzzReceipt", as: name)
        for (index, certificate) in ((try? SignedData(decoding: receipt[...]))?.certificates ?? []).enumerated() {
            try write(certificate: certificate.der, as: "\(name)-signer-\(index)")
        }
    }

    private mutating func write(authenticatorData data: ArraySlice<UInt8>, as name: String) throws {
        try write(data, for: "FuzzAuthenticatorData", as: name)
        // Extensions are a map of their own in an assertion, from byte 37 on.
        try write(data.dropFirst(37), for: "FuzzCBORDifferential", as: "\(name)-extensions")
    }

    private mutating func write(certificate: ArraySlice<UInt8>, as name: String) throws {
        try write(certificate, for: "FuzzDER", as: name)
        guard let read = try? Certificate(der: certificate) else { return }
        try write(read.toBeSigned, for: "FuzzChain", as: name)
        for entry in read.extensions.all {
            try write(entry.value, for: "FuzzDER", as: "\(name)-\(entry.id)")
        }
    }
}
