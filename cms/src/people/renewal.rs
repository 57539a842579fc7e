//! Staying signed in and signing out: refresh tokens, judged by the pure rules of `refresh`, and what follows in the store.

use std::net::IpAddr;

use rusqlite::{Connection, Transaction};

use super::{
    error::SignInError,
    keys::Keys,
    refresh::{self, Verdict},
    session::{Sessions, TokenPair},
};
use crate::store::{
    Moment,
    audit::{self, Deed, Kind, Who},
    families::{self, Stored},
};

impl Sessions {
    /// Exchanges a refresh token; see [`refresh::judge`] for the rules. Only one that changes something needs the writer.
    pub async fn renew(&self, token: String, address: IpAddr) -> Result<TokenPair, SignInError> {
        let moment = self.moment();
        let now = moment.time;
        let (keys, known) = (self.keys.clone(), token.clone());
        let seen = self
            .store
            .read(move |store| judge(store, &keys, &known, now))
            .await?;
        let renewed = match seen {
            None | Some((_, Verdict::Refuse)) => None,
            Some((stored, Verdict::Repeat(next))) => Some((stored, next)),
            Some(_) => {
                let keys = self.keys.clone();
                self.store
                    .write(move |store| exchange(store, &keys, &token, address, moment))
                    .await?
            }
        };
        let (stored, refresh) = renewed.ok_or(SignInError::Refused)?;
        let access = self.access(stored.user_id, &stored.user, &stored.family)?;
        Ok(TokenPair { access, refresh })
    }

    /// Revokes the family of a refresh token; an unknown one is already as good as signed out.
    pub async fn sign_out(&self, token: String, address: IpAddr) -> Result<(), SignInError> {
        let now = self.moment();
        let found = self
            .store
            .read(move |store| Ok::<_, SignInError>(families::find(store, &refresh::hash(&token))?))
            .await?;
        let Some(stored) = found.filter(|stored| !stored.revoked) else {
            return Ok(());
        };
        self.store
            .write(move |store| {
                families::revoke(store, &stored.family, now.time)?;
                let who = Who {
                    user_id: Some(stored.user_id),
                    name: stored.user,
                    address: address.to_string(),
                };
                Ok(audit::record(
                    store,
                    &who,
                    &Deed::about(Kind::SignedOut, ""),
                    now,
                )?)
            })
            .await
    }
}

fn judge(
    store: &Connection,
    keys: &Keys,
    token: &str,
    now: i64,
) -> Result<Option<(Stored, Verdict)>, SignInError> {
    let stored = families::find(store, &refresh::hash(token))?;
    Ok(stored.map(|stored| {
        let verdict = refresh::judge(keys, token, &stored, now);
        (stored, verdict)
    }))
}

/// Judges again, as others may have been faster, and does what follows from it.
fn exchange(
    store: &Transaction<'_>,
    keys: &Keys,
    token: &str,
    address: IpAddr,
    moment: Moment,
) -> Result<Option<(Stored, String)>, SignInError> {
    let now = moment.time;
    let Some((stored, verdict)) = judge(store, keys, token, now)? else {
        return Ok(None);
    };
    let next = match verdict {
        Verdict::Exchange(next) => {
            let (used, new) = (refresh::hash(token), refresh::hash(&next));
            let expires_at = now + refresh::LIFETIME_MS;
            families::exchange(store, &stored.family, &used, &new, now, expires_at)?;
            next
        }
        Verdict::Repeat(next) => next,
        Verdict::Reuse => {
            tracing::warn!(
                user = stored.user_id,
                "a refresh token was used again; its sign-in is revoked"
            );
            families::revoke(store, &stored.family, now)?;
            // From where it came the second time, which may be the thief or the user.
            let who = Who {
                user_id: Some(stored.user_id),
                name: stored.user,
                address: address.to_string(),
            };
            let deed = Deed::about(Kind::SignInRevoked, "");
            audit::record(store, &who, &deed, moment)?;
            return Ok(None);
        }
        Verdict::Refuse => return Ok(None),
    };
    Ok(Some((stored, next)))
}
