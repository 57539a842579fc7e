//! Signing in, staying signed in and signing out: the pure rules joined with the store.

use axum::http::{HeaderMap, HeaderValue};
use rusqlite::{Connection, Transaction};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::client_address::ClientAddress,
    people::{
        access, device,
        keys::Keys,
        password,
        refresh::{self, Verdict},
        throttle::Standing,
    },
};
use crate::{
    http::{app::App, error::ApiError},
    people::first_user,
    store::{
        families::{self, Stored},
        known_networks, users,
    },
};

/// What a sign-in or a refresh answers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TokenPair {
    /// JWT for `Authorization: Bearer`, valid for 15 minutes.
    pub access: String,
    /// Opaque, valid for 14 days, works once.
    pub refresh: String,
}

/// Whose sign-in it is.
#[derive(Debug)]
pub struct Caller {
    /// From where.
    pub address: ClientAddress,
    /// The device's cookie is among them.
    pub headers: HeaderMap,
}

/// A sign-in that succeeded.
#[derive(Debug)]
pub struct SignedIn {
    /// For the client.
    pub pair: TokenPair,
    /// For the browser: it is known from now on.
    pub cookie: HeaderValue,
}

/// Checks name and password and starts a family.
pub async fn sign_in(
    app: &App,
    caller: Caller,
    name: String,
    given: String,
) -> Result<SignedIn, ApiError> {
    if given.len() > password::MAX_BYTES || name.len() > password::MAX_BYTES {
        return Err(ApiError::BadCredentials);
    }
    let (user, standing) = look_up(app, &caller, name.clone()).await?;
    let attempt = app
        .throttle
        .attempt(
            &name,
            caller.address.0,
            standing,
            app.clock.uptime_seconds(),
        )
        .map_err(|retry_after| ApiError::TooManyRequests { retry_after })?;
    let stored = user.as_ref().map(|user| user.password_hash.clone());
    let fits = app.passwords.verify(given, stored, standing).await?;
    let (true, Some(user)) = (fits, user) else {
        return Err(ApiError::BadCredentials);
    };
    app.throttle.succeeded(&attempt);
    let cookie = device::cookie(&app.keys, &caller.headers, user.id, app.time.now());
    let pair = start(app, user, caller.address).await?;
    Ok(SignedIn { pair, cookie })
}

/// The user, and whether this device or network is one of theirs.
async fn look_up(
    app: &App,
    caller: &Caller,
    name: String,
) -> Result<(Option<users::User>, Standing), ApiError> {
    let (keys, address) = (app.keys.clone(), caller.address.0);
    let (user, network) = app
        .store
        .read(move |store| {
            let Some(user) = users::find(store, &name)? else {
                return Ok::<_, ApiError>((None, None));
            };
            let hashes = device::network_hashes(&keys, user.id, address);
            let known = known_networks::is_known(store, user.id, &hashes)?;
            let place = hashes.first().filter(|_| known);
            let place = place.map(|hash| *blake3::hash(hash.as_bytes()).as_bytes());
            Ok((Some(user), place))
        })
        .await?;
    let device = user
        .as_ref()
        .and_then(|user| device::known(&app.keys, &caller.headers, user.id, app.time.now()));
    let standing = device
        .or(network)
        .map_or(Standing::Stranger, Standing::Known);
    Ok((user, standing))
}

async fn start(
    app: &App,
    user: users::User,
    address: ClientAddress,
) -> Result<TokenPair, ApiError> {
    let now = app.time.now();
    let family = refresh::random();
    let token = refresh::random();
    let pair = TokenPair {
        access: access::issue(&app.keys, user.id, &user.name, &family, app.clock.seconds())?,
        refresh: token.clone(),
    };
    let network = device::network_hashes(&app.keys, user.id, address.0);
    let first_password = app.config.first_password_file();
    app.store
        .write(move |store| {
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
            if let Some(network) = network.first() {
                known_networks::remember(store, user.id, network, now)?;
            }
            first_user::forget_password(&first_password, &user.name);
            Ok(())
        })
        .await?;
    Ok(pair)
}

/// Exchanges a refresh token; see [`refresh::judge`] for the rules. Only one that changes something needs the writer.
pub async fn renew(app: &App, token: String) -> Result<TokenPair, ApiError> {
    let now = app.time.now();
    let (keys, known) = (app.keys.clone(), token.clone());
    let seen = app
        .store
        .read(move |store| judge(store, &keys, &known, now))
        .await?;
    let renewed = match seen {
        None | Some((_, Verdict::Refuse)) => None,
        Some((stored, Verdict::Repeat(next))) => Some((stored, next)),
        Some(_) => {
            let keys = app.keys.clone();
            app.store
                .write(move |store| exchange(store, &keys, &token, now))
                .await?
        }
    };
    let (stored, refresh) = renewed.ok_or(ApiError::BadCredentials)?;
    let access = access::issue(
        &app.keys,
        stored.user_id,
        &stored.user,
        &stored.family,
        app.clock.seconds(),
    )?;
    Ok(TokenPair { access, refresh })
}

fn judge(
    store: &Connection,
    keys: &Keys,
    token: &str,
    now: i64,
) -> Result<Option<(Stored, Verdict)>, ApiError> {
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
    now: i64,
) -> Result<Option<(Stored, String)>, ApiError> {
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
            return Ok(None);
        }
        Verdict::Refuse => return Ok(None),
    };
    Ok(Some((stored, next)))
}

/// Revokes the family of a refresh token; an unknown one is already as good as signed out.
pub async fn sign_out(app: &App, token: String) -> Result<(), ApiError> {
    let now = app.time.now();
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(families::find(store, &refresh::hash(&token))?))
        .await?;
    let Some(stored) = found.filter(|stored| !stored.revoked) else {
        return Ok(());
    };
    app.store
        .write(move |store| Ok(families::revoke(store, &stored.family, now)?))
        .await
}
