internal import AttestCore

/// The keys of an `InMemoryStore`, which are found by key ID and by account.
struct KeyTable {
    private var keys: [KeyID: StoredKey] = [:]
    /// The key IDs of each account that has some, by the UTF-8 bytes of its name: texts that Unicode calls equal are two.
    private var accounts: [[UInt8]: Set<KeyID>] = [:]

    /// All keys, in no order.
    var all: some Sequence<StoredKey> { keys.values }

    /// The key with an ID; nil when there is none.
    subscript(keyID: KeyID) -> StoredKey? {
        get { keys[keyID] }
        set {
            let old = keys[keyID]
            keys[keyID] = newValue
            if let old, let newValue, old.record.belongs(to: newValue.record.account) { return }
            if let old { leave(keyID, Array(old.record.account.utf8)) }
            if let newValue { accounts[Array(newValue.record.account.utf8), default: []].insert(keyID) }
        }
    }

    /// The keys of an account, in no order.
    func belonging(to account: String) -> [StoredKey] {
        (accounts[Array(account.utf8)] ?? []).compactMap { keys[$0] }
    }

    /// Takes out all keys of an account, and gives back how many there were.
    mutating func removeAll(of account: String) -> Int {
        let keyIDs = accounts.removeValue(forKey: Array(account.utf8)) ?? []
        for keyID in keyIDs { keys[keyID] = nil }
        return keyIDs.count
    }

    private mutating func leave(_ keyID: KeyID, _ account: [UInt8]) {
        accounts[account]?.remove(keyID)
        if accounts[account]?.isEmpty == true { accounts[account] = nil }
    }
}
