//! Who is staff, and what each may do: the rules. Somebody who owns the place is always left.

use rusqlite::{Connection, Transaction};

use super::{password, refresh, second_step};
use crate::{
    fields::{self, FieldErrors, note},
    store::{
        DAY, Moment, families,
        invitations::{self, Invitation},
        role::Role,
        unwritable::failed_by_the_store,
        users::{self, Account},
    },
};

/// For so many milliseconds of the store's time an invitation opens an account.
pub const INVITED: i64 = 7 * DAY;
/// Characters of the longest name.
const LONGEST_NAME: usize = 150;

/// Why an account is not changed.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// There is no such user or invitation (any more).
    #[error("there is no such account")]
    Missing,
    /// Nobody would be left who may manage the others.
    #[error("the last owner cannot go")]
    LastOwner,
    /// Codes of what is wrong, by field.
    #[error("invalid fields: {0:?}")]
    Invalid(FieldErrors),
    /// The store failed us.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}

failed_by_the_store!(AccountError);

/// What is to be different about an account.
#[derive(Debug, Clone, Copy, Default)]
pub struct Change {
    /// Another role.
    pub role: Option<Role>,
    /// Whether it is shut.
    pub disabled: Option<bool>,
}

/// Codes of what is wrong with a new user's name, and with the password where there is one.
pub fn check(name: &str, password: Option<&str>) -> FieldErrors {
    let mut errors = FieldErrors::new();
    if !fields::is_seen(name) {
        note(&mut errors, "username", "required");
    } else if name.chars().count() > LONGEST_NAME {
        note(&mut errors, "username", "too_long");
    } else if fields::line(name) != *name {
        note(&mut errors, "username", "invalid");
    }
    if let Some(Err(code)) = password.map(password::check) {
        note(&mut errors, "password", code);
    }
    errors
}

/// Adds a user whose fields were checked and whose password was hashed.
pub fn add(
    store: &Transaction<'_>,
    name: &str,
    hash: &str,
    role: Role,
    now: i64,
) -> Result<Account, AccountError> {
    let id = users::insert(store, name, hash, role, now)?.ok_or_else(taken)?;
    users::by_id(store, id)?.ok_or(AccountError::Missing)
}

/// Changes what a user may do, or shuts the account; `now` is the machine's clock in milliseconds. Whom somebody invited who is
/// no owner any more does not come in.
pub fn change(
    store: &Transaction<'_>,
    id: i64,
    change: Change,
    now: i64,
) -> Result<Account, AccountError> {
    let before = users::by_id(store, id)?.ok_or(AccountError::Missing)?;
    let owned = is_owned(store)?;
    if let Some(role) = change.role {
        users::set_role(store, id, role)?;
    }
    if let Some(disabled) = change.disabled {
        // Shut again, it stays shut since then.
        let since = before.disabled_at.or(Some(now)).filter(|_| disabled);
        users::set_disabled(store, id, since)?;
    }
    someone_owns_it(store, owned)?;
    let after = users::by_id(store, id)?.ok_or(AccountError::Missing)?;
    if after.role < Role::Owner || after.disabled_at.is_some() {
        invitations::remove_by(store, &after.name)?;
    }
    Ok(after)
}

/// Removes a user, and the invitations of theirs that are open; their posts and what they did stay.
pub fn remove(store: &Transaction<'_>, id: i64) -> Result<Account, AccountError> {
    let before = users::by_id(store, id)?.ok_or(AccountError::Missing)?;
    let owned = is_owned(store)?;
    forget(store, &before)?;
    someone_owns_it(store, owned)?;
    Ok(before)
}

/// [`remove`], whoever is left.
pub fn forget(store: &Transaction<'_>, account: &Account) -> Result<(), AccountError> {
    users::remove(store, account.id)?;
    Ok(invitations::remove_by(store, &account.name)?)
}

/// Replaces a password. Whoever knew the old one may have been signed in: the user's other sign-ins end, and invitations that were
/// made by them. `now` is the store's time; `false` when there is no such user.
pub fn set_password(
    store: &Transaction<'_>,
    name: &str,
    hash: &str,
    kept: Option<&str>,
    now: i64,
) -> Result<bool, AccountError> {
    invitations::remove_by(store, name)?;
    Ok(users::set_password(store, name, hash, kept, now)?)
}

/// Ends all of a user's sign-ins, and what was made by them to come in again. `now` is the store's time.
pub fn sign_out(
    store: &Transaction<'_>,
    (id, name): (i64, &str),
    now: i64,
) -> rusqlite::Result<()> {
    families::revoke_all(store, id, now)?;
    invitations::remove_by(store, name)
}

/// Ends the second step of somebody who has lost the device, and all their sign-ins: who found it may have been signed in.
/// `now` is the store's time.
pub fn reset_second_step(
    store: &Transaction<'_>,
    id: i64,
    now: i64,
) -> Result<Account, AccountError> {
    let account = users::by_id(store, id)?.ok_or(AccountError::Missing)?;
    if !account.second_step {
        return Err(AccountError::Missing);
    }
    second_step::remove(store, id)?;
    sign_out(store, (id, &account.name), now)?;
    Ok(account)
}

/// Whether there is an owner who can sign in.
fn is_owned(store: &Connection) -> rusqlite::Result<bool> {
    Ok(users::owners(store)? > 0)
}

/// An owner who can sign in must be left, unless there was none before.
fn someone_owns_it(store: &Connection, owned: bool) -> Result<(), AccountError> {
    if owned && !is_owned(store)? {
        return Err(AccountError::LastOwner);
    }
    Ok(())
}

/// Invites someone under a name that is free; an earlier invitation under that name ends. `now` is the store's time.
pub fn invite(
    store: &Transaction<'_>,
    secret: &str,
    name: &str,
    role: Role,
    by: &str,
    now: i64,
) -> Result<Invitation, AccountError> {
    if users::is_taken(store, name)? {
        return Err(taken());
    }
    invitations::forget_before(store, now)?;
    let mut invitation = Invitation {
        id: 0,
        name: name.to_owned(),
        role,
        created_by: by.to_owned(),
        expires_at: now + INVITED,
    };
    invitation.id = invitations::insert(store, &refresh::hash(secret), &invitation, now)?;
    Ok(invitation)
}

/// What a secret invites to at a moment of the store's time.
pub fn invitation(store: &Connection, secret: &str, now: i64) -> Result<Invitation, AccountError> {
    invitations::find(store, &refresh::hash(secret), now)?.ok_or(AccountError::Missing)
}

/// Makes the user that a secret invites; it opens nothing afterwards.
pub fn accept(
    store: &Transaction<'_>,
    secret: &str,
    password_hash: &str,
    now: Moment,
) -> Result<Account, AccountError> {
    let invited = invitation(store, secret, now.time)?;
    invitations::remove(store, invited.id)?;
    add(store, &invited.name, password_hash, invited.role, now.wall)
}

fn taken() -> AccountError {
    AccountError::Invalid(fields::one("username", "taken"))
}

#[cfg(test)]
#[path = "accounts_tests.rs"]
mod tests;
