//! Refresh tokens: opaque, 14 days, each works once.
//!
//! The store holds hashes only. A successor is *derived* from its predecessor and our key, so two tabs that present
//! the same token within the grace period get the same successor, without it ever having been stored.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::keys::{Key, Keys};
use crate::store::{DAY, families::Stored};

/// Milliseconds a refresh token lives.
pub const LIFETIME_MS: i64 = 14 * DAY;
/// Milliseconds in which the immediate predecessor is still answered.
pub const GRACE_MS: i64 = 10_000;
const PURPOSE: &str = "cms 2025 refresh token successor";

/// A new token: 256 random bits.
pub fn random() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// What the store keeps of a token.
pub fn hash(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_hex().to_string()
}

/// The successor of a token under a key.
pub fn successor(key: &Key, token: &str) -> String {
    URL_SAFE_NO_PAD.encode(blake3::keyed_hash(&key.derive(PURPOSE), token.as_bytes()).as_bytes())
}

/// What to do with a token that was presented.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// First use: store this successor and hand it out.
    Exchange(String),
    /// The other tab was faster: hand this same successor out again.
    Repeat(String),
    /// Used before: somebody has a copy. Revoke the family.
    Reuse,
    /// Expired or revoked already.
    Refuse,
}

/// Judges a presented token by what is stored about it. `now` is the store's time, which no clock moves.
pub fn judge(keys: &Keys, token: &str, stored: &Stored, now: i64) -> Verdict {
    if stored.revoked || stored.expires_at <= now {
        return Verdict::Refuse;
    }
    let Some(used_at) = stored.used_at else {
        return Verdict::Exchange(successor(keys.current(), token));
    };
    // Of two requests the one that read the time first may come second: less than no time has passed.
    if stored.successor_used || now - used_at > GRACE_MS {
        return Verdict::Reuse;
    }
    let same = keys
        .all()
        .map(|key| successor(key, token))
        .find(|candidate| stored.successor.as_deref() == Some(hash(candidate).as_str()));
    same.map_or(Verdict::Refuse, Verdict::Repeat)
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::*;

    const NOW: i64 = 1_750_000_000_000;

    fn fresh() -> Stored {
        Stored {
            family: "f".into(),
            user_id: 1,
            user: "admin".into(),
            expires_at: NOW + LIFETIME_MS,
            used_at: None,
            successor: None,
            successor_used: false,
            revoked: false,
        }
    }

    fn used(keys: &Keys, token: &str) -> Stored {
        Stored {
            used_at: Some(NOW),
            successor: Some(hash(&successor(keys.current(), token))),
            ..fresh()
        }
    }

    #[test]
    fn first_use_then_grace_then_theft() {
        let (keys, token) = (Keys::random(), random());
        let Verdict::Exchange(next) = judge(&keys, &token, &fresh(), NOW) else {
            panic!("first use")
        };
        let stored = used(&keys, &token);
        assert_eq!(
            judge(&keys, &token, &stored, NOW + GRACE_MS),
            Verdict::Repeat(next.clone())
        );
        assert_eq!(
            judge(&keys, &token, &stored, NOW - 1),
            Verdict::Repeat(next.clone()),
            "overtaken"
        );
        assert_eq!(
            judge(&keys.rotated(), &token, &stored, NOW + 1),
            Verdict::Repeat(next)
        );
        assert_eq!(
            judge(&keys, &token, &stored, NOW + GRACE_MS + 1),
            Verdict::Reuse
        );
    }

    #[test]
    fn grace_is_for_the_immediate_predecessor_only() {
        let (keys, token) = (Keys::random(), random());
        let stored = Stored {
            successor_used: true,
            ..used(&keys, &token)
        };
        assert_eq!(judge(&keys, &token, &stored, NOW + 1), Verdict::Reuse);
    }

    #[test]
    fn expired_and_revoked_are_refused() {
        let (keys, token) = (Keys::random(), random());
        assert_eq!(
            judge(&keys, &token, &fresh(), NOW + LIFETIME_MS),
            Verdict::Refuse
        );
        assert_eq!(
            judge(
                &keys,
                &token,
                &Stored {
                    revoked: true,
                    ..fresh()
                },
                NOW
            ),
            Verdict::Refuse
        );
    }

    #[test]
    fn successors_depend_on_token_and_key() {
        let (one, two) = (Keys::random(), Keys::random());
        assert_eq!(successor(one.current(), "a"), successor(one.current(), "a"));
        assert_ne!(successor(one.current(), "a"), successor(one.current(), "b"));
        assert_ne!(successor(one.current(), "a"), successor(two.current(), "a"));
    }
}
