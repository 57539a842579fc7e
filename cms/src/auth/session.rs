//! Signing in, staying signed in and signing out: the pure rules joined with the store.

use serde::Serialize;
use utoipa::ToSchema;

use super::{access, client_address::ClientAddress, password, refresh, refresh::Verdict};
use crate::{
    app::App,
    error::ApiError,
    store::{families, users},
};

/// What a sign-in or a refresh answers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TokenPair {
    /// JWT for `Authorization: Bearer`, valid for 15 minutes.
    pub access: String,
    /// Opaque, valid for 14 days, works once.
    pub refresh: String,
}

/// Checks name and password and starts a family.
pub async fn sign_in(
    app: &App,
    address: ClientAddress,
    name: String,
    given: String,
) -> Result<TokenPair, ApiError> {
    if given.len() > password::MAX_BYTES || name.len() > password::MAX_BYTES {
        return Err(ApiError::BadCredentials);
    }
    let attempt = app
        .throttle
        .attempt(&name, address.0, app.clock.seconds())
        .map_err(|retry_after| ApiError::TooManyRequests { retry_after })?;
    let user = app
        .store
        .read(move |store| Ok::<_, ApiError>(users::find(store, &name)?))
        .await?;
    let stored = user.as_ref().map(|user| user.password_hash.clone());
    let fits = app.passwords.verify(given, stored).await?;
    let (true, Some(user)) = (fits, user) else {
        return Err(ApiError::BadCredentials);
    };
    app.throttle.succeeded(&attempt);
    start(app, user).await
}

async fn start(app: &App, user: users::User) -> Result<TokenPair, ApiError> {
    let now = app.clock.now().as_millisecond();
    let family = refresh::random();
    let token = refresh::random();
    let pair = TokenPair {
        access: access::issue(&app.keys, user.id, &user.name, &family, app.clock.seconds())?,
        refresh: token.clone(),
    };
    app.store
        .write(move |store| {
            families::prune(store, now)?;
            // The password may have changed while this one was being verified.
            let unchanged = users::find(store, &user.name)?
                .is_some_and(|now| now.password_hash == user.password_hash);
            if !unchanged {
                return Err(ApiError::BadCredentials);
            }
            let expires_at = now + refresh::LIFETIME_MS;
            families::start(
                store,
                &family,
                user.id,
                &refresh::hash(&token),
                now,
                expires_at,
            )?;
            Ok(())
        })
        .await?;
    Ok(pair)
}

/// Exchanges a refresh token; see [`refresh::judge`] for the rules.
pub async fn renew(app: &App, token: String) -> Result<TokenPair, ApiError> {
    let now = app.clock.now().as_millisecond();
    let keys = app.keys.clone();
    let outcome = app
        .store
        .write(move |store| {
            let hash = refresh::hash(&token);
            let Some(stored) = families::find(store, &hash)? else {
                return Ok(None);
            };
            let next = match refresh::judge(&keys, &token, &stored, now) {
                Verdict::Exchange(next) => {
                    let expires_at = now + refresh::LIFETIME_MS;
                    families::exchange(
                        store,
                        &stored.family,
                        &hash,
                        &refresh::hash(&next),
                        now,
                        expires_at,
                    )?;
                    next
                }
                Verdict::Repeat(next) => next,
                Verdict::Reuse => {
                    tracing::warn!(
                        user = stored.user_id,
                        "a refresh token was used again; its sign-in is revoked"
                    );
                    families::revoke(store, &stored.family, now)?;
                    return Ok(None);
                }
                Verdict::Refuse => return Ok(None),
            };
            Ok::<_, ApiError>(Some((stored, next)))
        })
        .await?;
    let (stored, refresh) = outcome.ok_or(ApiError::BadCredentials)?;
    let access = access::issue(
        &app.keys,
        stored.user_id,
        &stored.user,
        &stored.family,
        app.clock.seconds(),
    )?;
    Ok(TokenPair { access, refresh })
}

/// Revokes the family of a refresh token; an unknown one is already as good as signed out.
pub async fn sign_out(app: &App, token: String) -> Result<(), ApiError> {
    let now = app.clock.now().as_millisecond();
    app.store
        .write(move |store| {
            if let Some(stored) = families::find(store, &refresh::hash(&token))? {
                families::revoke(store, &stored.family, now)?;
            }
            Ok(())
        })
        .await
}
