//! Access tokens: JWT with HS256, 15 minutes, pure over the keys and the time.

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use super::keys::{Key, Keys};

/// Seconds an access token lives.
pub const LIFETIME: i64 = 15 * 60;
const ISSUER: &str = "cms";
const PURPOSE: &str = "cms 2025 access token signature";

/// What an access token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Issuer.
    pub iss: String,
    /// The user's id, as text.
    pub sub: String,
    /// The user's name.
    pub name: String,
    /// The sign-in it belongs to; a revoked one does not count.
    pub fam: String,
    /// Seconds since the epoch.
    pub iat: i64,
    /// Seconds since the epoch.
    pub exp: i64,
}

/// A signed token for this user and sign-in.
pub fn issue(
    keys: &Keys,
    user_id: i64,
    name: &str,
    family: &str,
    now: i64,
) -> anyhow::Result<String> {
    let claims = Claims {
        iss: ISSUER.into(),
        sub: user_id.to_string(),
        name: name.into(),
        fam: family.into(),
        iat: now,
        exp: now + LIFETIME,
    };
    let key = keys.current();
    let header = Header {
        kid: Some(key.id.clone()),
        ..Header::new(Algorithm::HS256)
    };
    Ok(jsonwebtoken::encode(
        &header,
        &claims,
        &EncodingKey::from_secret(&key.derive(PURPOSE)),
    )?)
}

/// The claims of a token that one of our keys signed with HS256 and that has not expired.
pub fn verify(keys: &Keys, token: &str, now: i64) -> Option<Claims> {
    let header = jsonwebtoken::decode_header(token).ok()?;
    if header.alg != Algorithm::HS256 {
        return None;
    }
    let claims = decode(keys.find(header.kid.as_deref()?)?, token)?;
    (claims.exp > now && claims.iat <= now + 60).then_some(claims)
}

fn decode(key: &Key, token: &str) -> Option<Claims> {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_issuer(&[ISSUER]);
    validation.set_required_spec_claims(&["exp", "iss", "sub"]);
    validation.validate_exp = false; // by our own clock, see `verify`
    let data = jsonwebtoken::decode::<Claims>(
        token,
        &DecodingKey::from_secret(&key.derive(PURPOSE)),
        &validation,
    );
    data.ok().map(|data| data.claims)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

    use super::*;

    const NOW: i64 = 1_750_000_000;

    fn token(keys: &Keys) -> String {
        issue(keys, 1, "admin", "f", NOW).unwrap()
    }

    #[test]
    fn lives_for_fifteen_minutes() {
        let keys = Keys::random();
        let token = token(&keys);
        assert_eq!(LIFETIME, 900);
        assert_eq!(verify(&keys, &token, NOW).unwrap().name, "admin");
        assert!(verify(&keys, &token, NOW + LIFETIME - 1).is_some());
        assert!(verify(&keys, &token, NOW + LIFETIME).is_none());
        assert!(
            verify(&keys, &token, NOW - 3600).is_none(),
            "from the future"
        );
    }

    #[test]
    fn refuses_foreign_keys_even_under_a_known_id() {
        let ours = Keys::random();
        let theirs = Keys::random();
        assert!(verify(&ours, &token(&theirs), NOW).is_none());
        let claims = verify(&theirs, &token(&theirs), NOW).unwrap();
        let header = Header {
            kid: Some(ours.current().id.clone()),
            ..Header::new(Algorithm::HS256)
        };
        let forged =
            jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(b"guess")).unwrap();
        assert!(verify(&ours, &forged, NOW).is_none());
    }

    #[test]
    fn refuses_other_algorithms_and_none() {
        let keys = Keys::random();
        let genuine = token(&keys);
        let parts: Vec<&str> = genuine.split('.').collect();
        let kid = &keys.current().id;
        for alg in ["none", "None", "HS384", "RS256"] {
            let header =
                URL_SAFE_NO_PAD.encode(format!(r#"{{"alg":"{alg}","typ":"JWT","kid":"{kid}"}}"#));
            for signature in ["", parts[2]] {
                assert!(
                    verify(&keys, &format!("{header}.{}.{signature}", parts[1]), NOW).is_none(),
                    "{alg}"
                );
            }
        }
    }

    #[test]
    fn refuses_changed_claims_and_rubbish() {
        let keys = Keys::random();
        let genuine = token(&keys);
        let parts: Vec<&str> = genuine.split('.').collect();
        let claims = URL_SAFE_NO_PAD
            .encode(r#"{"iss":"cms","sub":"2","name":"x","fam":"f","iat":0,"exp":9999999999}"#);
        assert!(verify(&keys, &format!("{}.{claims}.{}", parts[0], parts[2]), NOW).is_none());
        for rubbish in ["", ".", "..", "a.b.c", "ə", &genuine[..genuine.len() - 2]] {
            assert!(verify(&keys, rubbish, NOW).is_none());
        }
    }

    #[test]
    fn survives_one_rotation() {
        let keys = Keys::random();
        let token = token(&keys);
        assert!(verify(&keys.rotated(), &token, NOW).is_some());
        assert!(verify(&keys.rotated().rotated(), &token, NOW).is_none());
    }
}
