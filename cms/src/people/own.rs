//! What a member of staff does with their own account: see and end sign-ins, choose another password.

use std::net::IpAddr;

use rusqlite::Transaction;

use super::{
    accounts,
    error::SignInError,
    first_user, password,
    session::{Caller, Sessions},
    throttle::{Attempt, Trust},
};
use crate::{
    fields::{self, FieldErrors, note},
    store::{
        audit::{self, Deed, Kind, Who},
        families::{self, Family},
        turns::Whose,
        unwritable::{Failure, Unwritable},
        users::User,
    },
};

/// Why a password is not changed.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// Codes of what is wrong, by field.
    #[error("invalid fields: {0:?}")]
    Invalid(FieldErrors),
    /// As at signing in: too many wrong ones, too many at a time, or the store failed us.
    #[error(transparent)]
    SignIn(#[from] SignInError),
}

impl From<anyhow::Error> for PasswordError {
    fn from(error: anyhow::Error) -> Self {
        Self::SignIn(error.into())
    }
}

impl Failure for PasswordError {
    fn unwritable(&self) -> Option<Unwritable> {
        match self {
            Self::SignIn(error) => error.unwritable(),
            Self::Invalid(_) => None,
        }
    }
}

/// A change of password, as it was asked for.
pub struct NewPassword {
    /// The present one.
    pub current: String,
    /// The one to come.
    pub new: String,
}

impl Sessions {
    /// A user's sign-ins that can still be renewed, the newest first.
    pub async fn of_user(&self, user_id: i64) -> Result<Vec<Family>, SignInError> {
        let now = self.time.now();
        self.store
            .read(move |store| Ok(families::of_user(store, user_id, now)?))
            .await
    }

    /// Ends one of a user's sign-ins; `false` when it is none of theirs, or has ended.
    pub async fn end(&self, who: Who, user_id: i64, family: String) -> Result<bool, SignInError> {
        let now = self.moment();
        self.store
            .write(move |store| {
                let ended = families::revoke_of(store, user_id, &family, now.time)?;
                if ended {
                    let deed = Deed::about(Kind::SessionEnded, "");
                    audit::record(store, &who, &deed, now)?;
                }
                Ok(ended)
            })
            .await
    }

    /// Ends all of a user's sign-ins, and the invitations that were made by them.
    pub async fn end_all(&self, who: Who, user_id: i64) -> Result<(), SignInError> {
        let now = self.moment();
        self.store
            .write(move |store| {
                accounts::sign_out(store, (user_id, &who.name), now.time)?;
                let deed = Deed::about(Kind::SessionsEnded, "");
                Ok(audit::record(store, &who, &deed, now)?)
            })
            .await
    }

    /// Replaces the user's password; of their sign-ins only this one goes on. Wrong guesses of the present one count like those
    /// at signing in.
    pub async fn change_password(
        &self,
        who: Who,
        family: String,
        address: IpAddr,
        given: NewPassword,
    ) -> Result<(), PasswordError> {
        let mut errors = FieldErrors::new();
        if given.current.is_empty() {
            note(&mut errors, "current", "required");
        }
        if let Err(code) = password::check(&given.new) {
            note(&mut errors, "password", code);
        }
        if !errors.is_empty() {
            return Err(PasswordError::Invalid(errors));
        }
        let name = who.name.clone();
        let attempt = self
            .verify(&name, address, "current", given.current)
            .await?;
        // Whoever has the password could guess codes for ever otherwise.
        self.throttle.took_back(&attempt);
        let hash = self.passwords.hash_in_turn(given.new).await?;
        let (now, first_password) = (self.moment(), self.first_password.clone());
        let of = name.clone();
        let forget = move |(): &()| first_user::forget_password(&first_password, &of);
        let change = move |store: &Transaction<'_>| {
            // Whoever was signed out meanwhile changes nothing.
            if families::principal(store, &family)?.is_none() {
                return Err(SignInError::Refused);
            }
            accounts::set_password(store, &name, &hash, Some(&family), now.time)
                .map_err(anyhow::Error::from)?;
            let deed = Deed::about(Kind::PasswordChanged, "");
            audit::record(store, &who, &deed, now)?;
            Ok(())
        };
        self.store.write_then(Whose::Ours, change, forget).await?;
        Ok(())
    }

    /// Asks for the present password once more, which came in a field of this name. A wrong one counts as a failed sign-in; that a
    /// right one does not is up to whoever asked.
    pub(super) async fn verify(
        &self,
        name: &str,
        address: IpAddr,
        field: &str,
        current: String,
    ) -> Result<Attempt, PasswordError> {
        if current.is_empty() {
            let errors = fields::one(field, "required");
            return Err(PasswordError::Invalid(errors));
        }
        let (user, trust, attempt) = self.attempt(name, address).await?;
        let known = user.as_ref().map(|user| (user.id, user.name.clone()));
        let hash = user.map(|user| user.password_hash);
        let fits = if current.len() <= password::MAX_BYTES {
            self.passwords.verify(current, hash, trust).await
        } else {
            Ok(false)
        };
        if !fits.inspect_err(|_| self.throttle.took_back(&attempt))? {
            self.note_failure(known, address).await;
            let errors = fields::one(field, "wrong");
            return Err(PasswordError::Invalid(errors));
        }
        Ok(attempt)
    }

    /// Counts an attempt of somebody who is signed in, unless there were too many.
    pub(super) async fn attempt(
        &self,
        name: &str,
        address: IpAddr,
    ) -> Result<(Option<User>, Trust, Attempt), SignInError> {
        let caller = Caller {
            address,
            device: None,
            agent: String::new(),
        };
        let (user, trust) = self.look_up(&caller, name.to_owned()).await?;
        let attempt = self
            .throttle
            .attempt(name, address, trust, self.clock.uptime_seconds())
            .map_err(SignInError::Throttled)?;
        Ok((user, trust, attempt))
    }
}
