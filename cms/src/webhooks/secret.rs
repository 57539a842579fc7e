//! What sender and receiver share, and what is signed with it (Standard Webhooks, <https://www.standardwebhooks.com>).

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use rusqlite::{Connection, Transaction};
use sha2::Sha256;

use crate::{
    people::{
        keys::Keys,
        sealed::{self, Purpose},
    },
    store::webhooks,
};

/// What every secret begins with: libraries take it away again, and scanners of leaked secrets go by it.
pub const PREFIX: &str = "whsec_";
/// Bytes of a secret; the specification asks for 24 to 64.
const BYTES: usize = 32;

/// Makes the secret of a webhook; as it is told once.
pub fn make(store: &Transaction<'_>, keys: &Keys, id: i64) -> anyhow::Result<String> {
    let secret: [u8; BYTES] = rand::random();
    let sealed = sealed::seal(keys, Purpose::Webhook, id, &secret)?;
    webhooks::seal(store, id, &sealed)?;
    Ok(format!("{PREFIX}{}", STANDARD.encode(secret)))
}

/// The secret of a webhook; `None` when there is no such webhook, or it does not open with these keys.
pub fn open(store: &Connection, keys: &Keys, id: i64) -> rusqlite::Result<Option<Vec<u8>>> {
    let sealed = webhooks::secret(store, id)?;
    Ok(sealed.and_then(|sealed| sealed::open(keys, Purpose::Webhook, id, &sealed)))
}

/// Seals every secret under the signing key that is not yet: a rotation of the keys drops the others.
pub fn seal_anew(store: &Transaction<'_>, keys: &Keys) -> anyhow::Result<()> {
    for (id, old) in webhooks::sealed_otherwise(store, &keys.current().id)? {
        if let Some(secret) = sealed::open(keys, Purpose::Webhook, id, &old) {
            webhooks::seal(
                store,
                id,
                &sealed::seal(keys, Purpose::Webhook, id, &secret)?,
            )?;
        }
    }
    Ok(())
}

/// The header `webhook-signature`: over the event's id, the seconds since the epoch, and the very bytes of the body.
pub fn sign(secret: &[u8], event: &str, seconds: i64, body: &str) -> anyhow::Result<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret)
        .ok()
        .context("a secret is no key of HMAC-SHA256")?;
    mac.update(format!("{event}.{seconds}.{body}").as_bytes());
    let signature = STANDARD.encode(mac.finalize().into_bytes());
    Ok(format!("v1,{signature}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The example that libraries of the specification are tested with.
    #[test]
    fn the_signature_is_that_of_the_specification() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = r#"{"test": 2432232314}"#;
        let signature = sign(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        assert_eq!(
            signature.unwrap(),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }
}
