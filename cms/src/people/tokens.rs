//! Tokens by which scripts call the API: who may have which, for how long.

use rusqlite::Transaction;

use super::{accounts::AccountError, refresh};
use crate::{
    fields::{self, FieldErrors, note},
    store::{
        DAY, Moment,
        role::Role,
        tokens::{self, Token},
    },
};

/// What every secret begins with: scanners of leaked secrets go by it, and a sign-in's token never begins so.
pub const PREFIX: &str = "cms_";
/// Characters of the longest name.
const LONGEST_NAME: usize = 100;
/// The longest life that can be asked for, in days.
const LONGEST_LIFE: u32 = 3650;
/// A use is written down when the last one was so many milliseconds before: not every call is a write.
const USE_NOTED: i64 = 60 * 1000;

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Wish {
    /// What it is for.
    pub name: String,
    /// What may be done with it.
    pub role: Role,
    /// For how many days; `None` until it is revoked.
    pub days: Option<u32>,
}

/// Codes of what is wrong with a wish. No token has what only owners may: people, tokens and the record are for people.
pub fn check(wish: &Wish) -> FieldErrors {
    let mut errors = FieldErrors::new();
    let Wish { name, role, days } = wish;
    if !fields::is_seen(name) {
        note(&mut errors, "name", "required");
    } else if name.chars().count() > LONGEST_NAME {
        note(&mut errors, "name", "too_long");
    } else if fields::line(name) != *name {
        note(&mut errors, "name", "invalid");
    }
    if *role == Role::Owner {
        note(&mut errors, "role", "invalid_choice");
    }
    if days.is_some_and(|days| !(1..=LONGEST_LIFE).contains(&days)) {
        note(&mut errors, "days", "out_of_range");
    }
    errors
}

/// Makes a token and its secret, which is told once.
pub fn make(
    store: &Transaction<'_>,
    wish: Wish,
    by: &str,
    now: Moment,
) -> Result<(Token, String), AccountError> {
    let errors = check(&wish);
    if !errors.is_empty() {
        return Err(AccountError::Invalid(errors));
    }
    let secret = format!("{PREFIX}{}", refresh::random());
    let mut token = Token {
        id: 0,
        name: wish.name,
        role: wish.role,
        created_at: now.wall,
        created_by: by.to_owned(),
        expires_at: wish.days.map(|days| now.time + i64::from(days) * DAY),
        used_at: None,
        used_from: String::new(),
    };
    let id = tokens::insert(store, &refresh::hash(&secret), &token)?;
    let taken = || AccountError::Invalid(fields::one("name", "taken"));
    token.id = id.ok_or_else(taken)?;
    Ok((token, secret))
}

/// Ends a token at once.
pub fn revoke(store: &Transaction<'_>, id: i64) -> Result<Token, AccountError> {
    let token = tokens::by_id(store, id)?.ok_or(AccountError::Missing)?;
    tokens::remove(store, id)?;
    Ok(token)
}

/// Whether the use of a token now is to be written down.
pub fn is_news(token: &Token, now: i64) -> bool {
    token
        .used_at
        .is_none_or(|last| !(0..USE_NOTED).contains(&(now - last)))
}

/// How a token is called where people are called by their names.
pub fn signature(name: &str) -> String {
    format!("token {name}")
}
