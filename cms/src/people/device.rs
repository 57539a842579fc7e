//! Where a user has signed in before: a cookie of the device, and the network. Guessing from elsewhere does not lock them
//! out (OWASP: "device cookies").
//!
//! The cookie proves nothing but an earlier sign-in of that user from that browser. It opens no door: it only decides whose
//! failures are counted together. Scripts cannot read it, and other sites cannot send it.

use std::net::IpAddr;

use data_encoding::HEXLOWER;

use super::keys::{Key, Keys};
use crate::{net::network, store::DAY};

const COOKIE_PURPOSE: &str = "cms 2026 cookie of a device";
const NETWORK_PURPOSE: &str = "cms 2026 network of a user";
/// Days a device is known after its last sign-in: what browsers keep a cookie for at most.
pub const DAYS: i64 = 400;

/// The device that a cookie names, if this user signed in from it.
pub fn known(keys: &Keys, cookie: Option<&str>, user_id: i64, now: i64) -> Option<[u8; 32]> {
    verify(keys, cookie?, user_id, now)
}

fn verify(keys: &Keys, cookie: &str, user_id: i64, now: i64) -> Option<[u8; 32]> {
    let (said, mac) = cookie.rsplit_once('.')?;
    let mac = blake3::Hash::from_hex(mac).ok()?;
    // Hashes are compared in constant time.
    keys.all().find(|key| sign(key, said) == mac)?;
    let mut parts = said.split('.');
    let user: i64 = parts.next()?.parse().ok()?;
    let signed_in: i64 = parts.next()?.parse().ok()?;
    let device = parts.next()?;
    let counts = user == user_id && now - signed_in < DAYS * DAY;
    counts.then(|| *blake3::hash(device.as_bytes()).as_bytes())
}

/// The value of the cookie that a sign-in sets.
pub fn cookie(keys: &Keys, user_id: i64, now: i64) -> String {
    let device = HEXLOWER.encode(&rand::random::<[u8; 16]>());
    let said = format!("{user_id}.{now}.{device}");
    let mac = sign(keys.current(), &said).to_hex();
    format!("{said}.{mac}")
}

fn sign(key: &Key, said: &str) -> blake3::Hash {
    blake3::keyed_hash(&key.derive(COOKIE_PURPOSE), said.as_bytes())
}

/// What the store keeps of a network: under each key, the current one first. Without the keys it tells no address.
pub fn network_hashes(keys: &Keys, user_id: i64, address: IpAddr) -> Vec<String> {
    let text = format!("{user_id} {}", network(address));
    let hash = |key: &Key| blake3::keyed_hash(&key.derive(NETWORK_PURPOSE), text.as_bytes());
    keys.all()
        .map(|key| hash(key).to_hex().to_string())
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const NOW: i64 = 1_750_000_000_000;

    fn set(keys: &Keys, user: i64) -> String {
        cookie(keys, user, NOW)
    }

    #[test]
    fn a_cookie_counts_for_its_user_and_its_time() {
        let keys = Keys::random();
        let cookie = set(&keys, 7);
        assert!(verify(&keys, &cookie, 7, NOW).is_some());
        assert!(verify(&keys.rotated(), &cookie, 7, NOW).is_some());
        assert!(verify(&keys, &cookie, 8, NOW).is_none(), "another user");
        let end = NOW + 400 * DAY;
        assert!(verify(&keys, &cookie, 7, end - 1).is_some());
        assert!(verify(&keys, &cookie, 7, end).is_none());
        assert!(verify(&Keys::random(), &cookie, 7, NOW).is_none());
        assert_ne!(cookie, set(&keys, 7), "each sign-in is a device of its own");
    }

    #[test]
    fn what_was_changed_or_made_up_is_no_cookie() {
        let keys = Keys::random();
        let genuine = set(&keys, 7);
        let other = genuine.replacen('7', "8", 1);
        let short = &genuine[..genuine.len() - 1];
        for forged in ["", ".", "7", "7.1.aa.00", other.as_str(), short] {
            assert!(verify(&keys, forged, 7, NOW).is_none(), "{forged}");
            assert!(verify(&keys, forged, 8, NOW).is_none(), "{forged}");
        }
    }

    #[test]
    fn a_network_is_known_by_user_and_key() {
        let keys = Keys::random();
        let home = "2001:db8::1".parse().unwrap();
        let beside = "2001:db8::2".parse().unwrap();
        assert_eq!(
            network_hashes(&keys, 1, home),
            network_hashes(&keys, 1, beside)
        );
        assert_ne!(
            network_hashes(&keys, 1, home),
            network_hashes(&keys, 2, home)
        );
        let later = network_hashes(&keys.rotated(), 1, home);
        assert_eq!(later[1], network_hashes(&keys, 1, home)[0]);
    }
}
