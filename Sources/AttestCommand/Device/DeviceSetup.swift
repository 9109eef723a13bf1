internal import AttestCore
internal import AttestTesting

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A virtual device with one key, made from the options that `attest device attest` and `assert` share.
struct DeviceSetup {
    static let options: Set<String> = ["--system", "--app-id", "--environment", "--authority", "--flaw"]
    static let optionsHelp = """
          --system NAME       \(DeviceProfile.System.allCases.map(\.rawValue).joined(separator: ", "));
                              iOS27 without this option
          --app-id ID         A1B2C3D4E5.com.example.app without this option
          --environment NAME  production (also without this option) or development
          --authority FILE    the root and intermediate with their keys; made and saved
                              there when there is no such file. A new one for each call
                              without this option
        """

    let device: VirtualDevice
    let keyID: KeyID
    /// Whose roots a server must trust to accept the device.
    let authority: TestAuthority
    /// The device's time, in whole seconds as vectors have it.
    let time: Date

    init(_ profile: DeviceProfile, authority: TestAuthority, at time: Date) throws(AttestError) {
        device = VirtualDevice(profile: profile, authority: authority, clock: { time })
        keyID = try device.generateKey()
        self.authority = authority
        self.time = time
    }

    /// The device that the options describe.
    init(_ arguments: Arguments) throws(UsageError) {
        let system = try arguments.choice("--system", of: DeviceProfile.System.self) ?? .iOS27
        let environment = try arguments.choice("--environment", of: AttestEnvironment.self) ?? .production
        let authority = try Self.authority(arguments)
        self = try arguments.usable("--app-id") { () throws(AttestError) in
            let appID = arguments.value("--app-id") ?? "A1B2C3D4E5.com.example.app"
            let profile = try DeviceProfile(system, appID: appID, environment: environment)
            return try DeviceSetup(profile, authority: authority, at: Self.now)
        }
    }

    /// The time in whole seconds.
    static var now: Date { Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)) }

    private static func authority(_ arguments: Arguments) throws(UsageError) -> TestAuthority {
        let path = arguments.value("--authority")
        let saved = try path.flatMap { (path) throws(UsageError) in
            FileManager.default.fileExists(atPath: path) ? try InputFile.bytes(path, upTo: .authority) : nil
        }
        return try arguments.usable("--authority") { () throws(AttestError) in
            if let saved { return try TestAuthority(pem: String(decoding: saved, as: UTF8.self)) }
            guard let path else { return try TestAuthority() }
            let authority = try TestAuthority()
            // Whoever has the keys is trusted like the root, so nobody else may read them.
            let isSaved = FileManager.default.createFile(
                atPath: path, contents: Data(authority.pem.utf8), attributes: [.posixPermissions: 0o600])
            guard isSaved else { throw AttestError(.malformedTrustAnchor, "the file cannot be written") }
            return authority
        }
    }
}

extension Arguments {
    /// The value of an option that must be one of a type's cases; nil when it is not given.
    func choice<Choice>(_ option: String, of type: Choice.Type) throws(UsageError) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let text = value(option) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("\(option) \(text) is unknown; give one of \(names)")
        }
        return choice
    }
}
