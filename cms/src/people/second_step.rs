//! The second step of a sign-in: what is asked after the password, and who must have it.

use rusqlite::{Connection, Transaction};

use super::{
    keys::Keys,
    recovery,
    sealed::{self, Purpose},
    totp::{self, DIGITS, Secret},
};
use crate::{
    config::second_step::Required,
    store::{
        recovery_codes,
        role::Role,
        second_steps::{self, SecondStep},
    },
};

/// Longest code that is looked at, in bytes.
pub const MAX_BYTES: usize = 64;
/// Wrong codes in a row after which only a recovery code helps (NIST SP 800-63B, 5.2.2). Only who has the password can give any.
pub const MOST_FAILURES: i64 = 100;

/// What comes of a code after the right password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The user has no second step.
    NotAsked,
    /// None was given.
    Wanted,
    /// It counts; it does not a second time.
    Passed,
    /// It counts, and was one of the recovery codes.
    Recovered,
    /// It does not count.
    Wrong,
}

/// Whether somebody of this role must have a second step.
pub fn is_needed(required: Required, role: Role) -> bool {
    match required {
        Required::Nobody => false,
        Required::Owners => role == Role::Owner,
        Required::Everyone => true,
    }
}

/// The second step that a user's sign-in asks for.
pub fn of_user(store: &Connection, user_id: i64) -> rusqlite::Result<Option<SecondStep>> {
    let found = second_steps::find(store, user_id)?;
    Ok(found.filter(|step| step.on_since.is_some()))
}

/// Judges a code and writes down that it is used up, or wrong. In one transaction: of two requests with the same code the second
/// comes too late. `times` are the seconds since the epoch that it may be.
pub fn judge(
    store: &Transaction<'_>,
    keys: &Keys,
    user_id: i64,
    given: Option<&str>,
    times: &[i64],
) -> rusqlite::Result<Verdict> {
    let Some(step) = of_user(store, user_id)? else {
        return Ok(Verdict::NotAsked);
    };
    let given = given.map(|code| recovery::normal(&code[..code.floor_char_boundary(MAX_BYTES)]));
    let Some(code) = given.filter(|code| !code.is_empty()) else {
        return Ok(Verdict::Wanted);
    };
    if code.len() != DIGITS {
        if recovery_codes::take(store, user_id, &recovery::hash(&code))? {
            second_steps::forgive(store, user_id)?;
            return Ok(Verdict::Recovered);
        }
    } else if step.failures < MOST_FAILURES
        && let Some(secret) = open(keys, user_id, &step)
        && let Some(matched) = totp::matching(&secret, &code, times, step.last_step)
    {
        second_steps::taken(store, user_id, matched)?;
        return Ok(Verdict::Passed);
    }
    second_steps::failed(store, user_id)?;
    Ok(Verdict::Wrong)
}

/// The secret of a second step. That it cannot be read is no reason to let anybody in: recovery codes need no key.
pub fn open(keys: &Keys, user_id: i64, step: &SecondStep) -> Option<Secret> {
    let secret = sealed::open(keys, Purpose::SecondStep, user_id, &step.secret);
    let secret = secret.and_then(|bytes| Secret::try_from(bytes).ok());
    if secret.is_none() {
        tracing::error!(
            user = user_id,
            "the secret of a second step does not open with these keys: a recovery code or `cms user second-step reset` helps"
        );
    }
    secret
}

/// Ends a user's second step; `false` when there was none.
pub fn remove(store: &Transaction<'_>, user_id: i64) -> rusqlite::Result<bool> {
    recovery_codes::remove(store, user_id)?;
    second_steps::remove(store, user_id)
}

/// Seals every secret under the signing key that is not yet: a rotation of the keys drops the others.
pub fn seal_anew(store: &Transaction<'_>, keys: &Keys) -> anyhow::Result<()> {
    for (user_id, old) in second_steps::sealed_otherwise(store, &keys.current().id)? {
        if let Some(secret) = sealed::open(keys, Purpose::SecondStep, user_id, &old) {
            let new = sealed::seal(keys, Purpose::SecondStep, user_id, &secret)?;
            second_steps::seal_again(store, user_id, &new)?;
        }
    }
    Ok(())
}
