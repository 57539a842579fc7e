//! The access rule of a call, visible in its signature: a handler that takes [`Author`], [`Editor`] or [`Owner`] is for staff
//! of at least that role.

use std::marker::PhantomData;

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};
use rusqlite::{Connection, Transaction};

use crate::{
    http::{app::App, client_address::ClientAddress, error::ApiError},
    posts::editor::{self, Moment},
    store::{
        self,
        audit::{self, Deed, Kind, Who},
        families,
        role::Role,
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

/// A signed-in member of staff who has the role that is needed. Extracted before the body is read.
#[derive(Debug)]
pub struct Staff<N> {
    /// The user's number, which may be logged; the name may not.
    pub user: String,
    name: String,
    family: String,
    address: String,
    role: Role,
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
            family: self.family.clone(),
            address: self.address.clone(),
            role: self.role,
            needed: PhantomData,
        }
    }
}

impl<N: Needed> Staff<N> {
    /// As the author of what they do now.
    pub fn editor(&self, app: &App) -> editor::Editor {
        editor::Editor {
            name: self.name.clone(),
            at: Moment {
                now: app.clock.now(),
                time: app.time.now(),
            },
        }
    }

    /// Their number.
    pub fn id(&self) -> Result<i64, ApiError> {
        self.user.parse().map_err(|_| ApiError::Unauthorized)
    }

    /// Their name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// For the record of who did what.
    pub fn who(&self) -> Who {
        Who {
            user_id: self.user.parse().ok(),
            name: self.name.clone(),
            address: self.address.clone(),
        }
    }

    /// What they may do.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The sign-in by which they came.
    pub fn family(&self) -> &str {
        &self.family
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

    /// Refuses when the sign-in has ended, or the role is not enough any more. A write asks once more inside of its transaction:
    /// reading the body took time.
    pub fn still_signed_in(&self, store: &Connection) -> Result<Role, ApiError> {
        let role = families::role(store, &self.family)?.ok_or(ApiError::Unauthorized)?;
        match role >= N::ROLE {
            true => Ok(role),
            false => Err(ApiError::Forbidden(N::ROLE)),
        }
    }

    /// Writes in one transaction, unless the sign-in or the role has ended meanwhile. `deed` tells the record what was done.
    pub async fn write<T: Send + 'static>(
        &self,
        app: &App,
        deed: impl FnOnce(&T) -> Option<Deed> + Send + 'static,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (staff, now) = (self.clone(), app.moment());
        let change = move |store: &Transaction<'_>| {
            staff.still_signed_in(store)?;
            let value = change(store)?;
            staff.record(store, deed(&value), now)?;
            Ok(value)
        };
        app.store.write(change).await
    }
}

impl<N: Needed> FromRequestParts<App> for Staff<N> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, app).await?;
        let token = bearer(parts).ok_or(ApiError::Unauthorized)?;
        let claims = app.sessions.claims(token).ok_or(ApiError::Unauthorized)?;
        let mut staff = Self {
            user: claims.sub,
            name: claims.name,
            family: claims.fam,
            address: address.to_string(),
            role: Role::Author,
            needed: PhantomData,
        };
        let asked = staff.clone();
        staff.role = app
            .store
            .read(move |store| asked.still_signed_in(store))
            .await?;
        Ok(staff)
    }
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
