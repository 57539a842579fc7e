//! Secrets that the store keeps but must not tell: sealed under our keys, which are no part of a backup.

use anyhow::Context as _;
use chacha20poly1305::{
    KeyInit as _, XChaCha20Poly1305, XNonce,
    aead::{Aead as _, Payload},
};

use super::keys::{Key, Keys};
use crate::store::sealed::Sealed;

/// Bytes of a nonce; so many may be random.
const NONCE: usize = 24;

/// What a secret is for; sealed for one purpose, it does not open for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// What a user's device shares with us; of the user's number.
    SecondStep,
    /// What a webhook's receiver shares with us; of the webhook's number.
    Webhook,
}

impl Purpose {
    /// As keys are derived for it; never changed.
    fn name(self) -> &'static str {
        match self {
            Self::SecondStep => "cms 2026 secret of a second step",
            Self::Webhook => "cms 2026 secret of a webhook",
        }
    }
}

/// Seals what belongs to the one of this number; opened for another one, it is nothing.
pub fn seal(keys: &Keys, purpose: Purpose, owner: i64, secret: &[u8]) -> anyhow::Result<Sealed> {
    let key = keys.current();
    let nonce: [u8; NONCE] = rand::random();
    let about = owner.to_be_bytes();
    let payload = Payload {
        msg: secret,
        aad: &about,
    };
    let sealed = cipher(key, purpose)
        .encrypt(&XNonce::from(nonce), payload)
        .ok()
        .context("a secret could not be sealed")?;
    Ok(Sealed {
        key_id: key.id.clone(),
        bytes: [nonce.as_slice(), &sealed].concat(),
    })
}

/// What was sealed for this owner; `None` when the key is not here any more, or the bytes are others.
pub fn open(keys: &Keys, purpose: Purpose, owner: i64, sealed: &Sealed) -> Option<Vec<u8>> {
    let key = keys.find(&sealed.key_id)?;
    let (nonce, bytes) = sealed.bytes.split_at_checked(NONCE)?;
    let nonce: [u8; NONCE] = nonce.try_into().ok()?;
    let about = owner.to_be_bytes();
    let payload = Payload {
        msg: bytes,
        aad: &about,
    };
    cipher(key, purpose)
        .decrypt(&XNonce::from(nonce), payload)
        .ok()
}

fn cipher(key: &Key, purpose: Purpose) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&key.derive(purpose.name()).into())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Purpose::SecondStep, *};

    #[test]
    fn it_opens_for_its_owner_and_purpose_under_its_key_alone() {
        let keys = Keys::random();
        let sealed = seal(&keys, SecondStep, 7, b"secret").unwrap();
        assert_eq!(open(&keys, SecondStep, 7, &sealed).unwrap(), b"secret");
        assert_eq!(
            open(&keys.rotated(), SecondStep, 7, &sealed).unwrap(),
            b"secret"
        );
        assert_eq!(open(&keys, SecondStep, 8, &sealed), None);
        assert_eq!(open(&keys, Purpose::Webhook, 7, &sealed), None);
        assert_eq!(open(&Keys::random(), SecondStep, 7, &sealed), None);
        assert_eq!(
            open(&keys.rotated().rotated(), SecondStep, 7, &sealed),
            None
        );
        assert_ne!(
            seal(&keys, SecondStep, 7, b"secret").unwrap(),
            sealed,
            "a nonce each"
        );
        let text = sealed.bytes.windows(6).any(|part| part == b"secret");
        assert!(!text);
    }

    #[test]
    fn what_was_changed_does_not_open() {
        let keys = Keys::random();
        let sealed = seal(&keys, SecondStep, 7, b"secret").unwrap();
        for index in 0..sealed.bytes.len() {
            let mut changed = sealed.clone();
            changed.bytes[index] ^= 1;
            assert_eq!(open(&keys, SecondStep, 7, &changed), None, "{index}");
            changed.bytes.truncate(index);
            assert_eq!(open(&keys, SecondStep, 7, &changed), None, "{index}");
        }
    }
}
