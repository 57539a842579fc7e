//! The access rule of a call, visible in its signature: a handler that takes [`Author`], [`Editor`] or [`Owner`] is for staff
//! of at least that role, people and scripts; one that takes [`Person`] is for people alone.

use std::marker::PhantomData;

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};
use rusqlite::{Connection, Transaction};

use crate::{
    config::second_step::Required,
    http::{app::App, asker::Asker, client_address::ClientAddress, error::ApiError},
    people::{refresh, second_step, tokens},
    posts::editor::{self, Moment},
    store::{
        self,
        audit::{self, Deed, Kind, Who},
        families,
        role::Role,
        tokens as stored,
        turns::Whose,
    },
};

/// What is done to a post whose number is known.
pub fn to<T>(id: i64, kind: Kind) -> impl FnOnce(&T) -> Option<Deed> + Send + 'static {
    move |_| Some(Deed::post(kind, id))
}

/// The least role that a call needs, as a type.
pub trait Needed: Send + Sync + 'static {
    /// As a value.
    const ROLE: Role;
}

/// Everyone who can sign in.
#[derive(Debug)]
pub struct Writes;
/// Editors and owners.
#[derive(Debug)]
pub struct Publishes;
/// Owners.
#[derive(Debug)]
pub struct Owns;

impl Needed for Writes {
    const ROLE: Role = Role::Author;
}
impl Needed for Publishes {
    const ROLE: Role = Role::Editor;
}
impl Needed for Owns {
    const ROLE: Role = Role::Owner;
}

/// By what somebody came.
#[derive(Debug, Clone)]
enum Pass {
    /// A person's sign-in.
    Family(String),
    /// A script's token.
    Token(i64),
}

/// A signed-in member of staff, or a script with a token, who has the role that is needed. Extracted before the body is read.
#[derive(Debug)]
pub struct Staff<N> {
    /// The user's number, or the token's, which may be logged; the name may not.
    pub user: String,
    name: String,
    pass: Pass,
    address: String,
    role: Role,
    /// Who must have a second step before they do anything.
    required: Required,
    needed: PhantomData<N>,
}

/// Whoever is signed in.
pub type Author = Staff<Writes>;
/// Who may publish.
pub type Editor = Staff<Publishes>;
/// Who may decide about others.
pub type Owner = Staff<Owns>;

impl<N> Clone for Staff<N> {
    fn clone(&self) -> Self {
        Self {
            user: self.user.clone(),
            name: self.name.clone(),
            pass: self.pass.clone(),
            address: self.address.clone(),
            role: self.role,
            required: self.required,
            needed: PhantomData,
        }
    }
}

impl<N: Needed> Staff<N> {
    /// As the author of what they do now.
    pub fn editor(&self, app: &App) -> editor::Editor {
        editor::Editor {
            name: self.name.clone(),
            role: self.role,
            at: Moment {
                now: app.clock.now(),
                date: app.time.date(),
                due: app.time.moment(),
                time: app.time.now(),
            },
        }
    }

    /// Their name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// For the record of who did what.
    pub fn who(&self) -> Who {
        Who {
            user_id: match self.pass {
                Pass::Family(_) => self.user.parse().ok(),
                Pass::Token(_) => None,
            },
            name: self.name.clone(),
            address: self.address.clone(),
        }
    }

    /// What they may do.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Writes down what they did.
    pub fn record(
        &self,
        store: &Transaction<'_>,
        deed: Option<Deed>,
        now: store::Moment,
    ) -> Result<(), ApiError> {
        match deed {
            Some(deed) => Ok(audit::record(store, &self.who(), &deed, now)?),
            None => Ok(()),
        }
    }

    /// Refuses when the sign-in or the token has ended, or the role is not enough any more. A write asks once more inside of its transaction:
    /// reading the body took time. A role that is less than it was is refused even where it would do: what is to be done was
    /// decided by the one before.
    pub fn still_signed_in(&self, store: &Connection) -> Result<Role, ApiError> {
        let role = match &self.pass {
            Pass::Family(family) => match families::principal(store, family)? {
                Some(principal) => {
                    let needed = second_step::is_needed(self.required, principal.role);
                    if needed && !principal.second_step {
                        return Err(ApiError::SecondStepMissing);
                    }
                    Some(principal.role)
                }
                None => None,
            },
            Pass::Token(id) => stored::by_id(store, *id)?.map(|token| token.role),
        };
        let role = role.ok_or(ApiError::Unauthorized)?;
        let needed = N::ROLE.max(self.role);
        if role >= needed {
            Ok(role)
        } else {
            Err(ApiError::Forbidden(needed))
        }
    }

    /// Writes in one transaction, unless the sign-in or the role has ended meanwhile. `deed` tells the record what was done.
    pub async fn write<T: Send + 'static>(
        &self,
        app: &App,
        deed: impl FnOnce(&T) -> Option<Deed> + Send + 'static,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.write_then(app, deed, change, |_| ()).await
    }

    /// Like [`Staff::write`], with something to do once it is committed: neither a deadline nor a client that has gone comes in
    /// between.
    pub async fn write_then<T: Send + 'static>(
        &self,
        app: &App,
        deed: impl FnOnce(&T) -> Option<Deed> + Send + 'static,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, ApiError> + Send + 'static,
        then: impl FnOnce(&T) + Send + 'static,
    ) -> Result<T, ApiError> {
        let (staff, now) = (self.clone(), app.moment());
        let change = move |store: &Transaction<'_>| {
            staff.still_signed_in(store)?;
            let value = change(store)?;
            staff.record(store, deed(&value), now)?;
            Ok(value)
        };
        app.store.write_then(Whose::Ours, change, then).await
    }
}

impl<N: Needed> FromRequestParts<App> for Staff<N> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        Self::extract(parts, app, app.config.require_second_step).await
    }
}

impl<N: Needed> Staff<N> {
    async fn extract(parts: &mut Parts, app: &App, required: Required) -> Result<Self, ApiError> {
        let staff = Self::find(parts, app, required).await?;
        Asker::is_staff(&parts.extensions);
        Ok(staff)
    }

    async fn find(parts: &mut Parts, app: &App, required: Required) -> Result<Self, ApiError> {
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, app).await?;
        let bearer = bearer(parts).ok_or(ApiError::Unauthorized)?;
        if bearer.starts_with(tokens::PREFIX) {
            return Self::by_token(bearer, address.to_string(), app).await;
        }
        let claims = app.sessions.claims(bearer).ok_or(ApiError::Unauthorized)?;
        let mut staff = Self {
            user: claims.sub,
            name: claims.name,
            pass: Pass::Family(claims.fam),
            address: address.to_string(),
            role: Role::Author,
            required,
            needed: PhantomData,
        };
        let asked = staff.clone();
        staff.role = app
            .store
            .read(move |store| asked.still_signed_in(store))
            .await?;
        Ok(staff)
    }

    /// Whoever has the secret of a token; that it was used is written down, to the minute.
    async fn by_token(secret: &str, address: String, app: &App) -> Result<Self, ApiError> {
        let (hash, now) = (refresh::hash(secret), app.moment());
        let found = app
            .store
            .read(move |store| Ok::<_, ApiError>(stored::find(store, &hash, now.time)?));
        let token = found.await?.ok_or(ApiError::Unauthorized)?;
        if token.role < N::ROLE {
            return Err(ApiError::Forbidden(N::ROLE));
        }
        // What is tried again anyway is not tried by each call of a script: that would fill the log of a full disk.
        if tokens::is_news(&token, now.wall) && app.store.unwritable().is_none() {
            let (id, from) = (token.id, address.clone());
            let noted = app
                .store
                .write(move |store| Ok::<_, ApiError>(stored::used(store, id, now.wall, &from)?));
            if let Err(error) = noted.await {
                tracing::warn!(token = id, %error, "the use of a token was not noted");
            }
        }
        Ok(Self {
            user: format!("token {}", token.id),
            name: tokens::signature(&token.name),
            pass: Pass::Token(token.id),
            address,
            role: token.role,
            required: Required::Nobody,
            needed: PhantomData,
        })
    }
}

/// Whoever is signed in as a person: what concerns an account of one's own is not open to scripts.
#[derive(Debug)]
pub struct Person {
    /// The user's number.
    pub id: i64,
    /// The sign-in by which they came.
    pub family: String,
    staff: Author,
}

impl std::ops::Deref for Person {
    type Target = Author;

    fn deref(&self) -> &Author {
        &self.staff
    }
}

impl FromRequestParts<App> for Person {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        Self::extract(parts, app, app.config.require_second_step).await
    }
}

impl Person {
    async fn extract(parts: &mut Parts, app: &App, required: Required) -> Result<Self, ApiError> {
        let staff = Author::extract(parts, app, required).await?;
        let Pass::Family(family) = staff.pass.clone() else {
            return Err(ApiError::NotForTokens);
        };
        Ok(Self {
            id: staff.user.parse().map_err(|_| ApiError::Unauthorized)?,
            family,
            staff,
        })
    }
}

/// A [`Person`] who may still have to turn their second step on: what leads there, and no other call.
#[derive(Debug)]
pub struct Newcomer(pub Person);

impl FromRequestParts<App> for Newcomer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        Ok(Self(Person::extract(parts, app, Required::Nobody).await?))
    }
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
