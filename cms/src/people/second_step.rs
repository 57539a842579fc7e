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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::{testing, users};

    const NOW: i64 = 2_000_000_010;
    /// The secret of RFC 6238, appendix B, and its code at this time.
    const SECRET: Secret = *b"12345678901234567890";
    const CODE: (&str, i64) = ("279037", 2_000_000_000);

    fn with<T>(work: impl FnOnce(&Transaction<'_>, &Keys) -> anyhow::Result<T>) -> T {
        let keys = Keys::random();
        testing::with(|store| {
            users::insert(store, "leyla", "x", Role::Owner, NOW)?;
            let sealed = sealed::seal(&keys, Purpose::SecondStep, 1, &SECRET)?;
            second_steps::begin(store, 1, &sealed, NOW)?;
            work(store, &keys)
        })
    }

    #[test]
    fn a_code_still_counts_before_the_hundredth_wrong_one_and_not_after_it() {
        for (wrong, verdict) in [
            (MOST_FAILURES - 1, Verdict::Passed),
            (MOST_FAILURES, Verdict::Wrong),
        ] {
            let judged = with(|store, keys| {
                second_steps::confirm(store, 1, NOW)?;
                for _ in 0..wrong {
                    assert_eq!(
                        judge(store, keys, 1, Some("000000"), &[CODE.1])?,
                        Verdict::Wrong
                    );
                }
                Ok(judge(store, keys, 1, Some(CODE.0), &[CODE.1])?)
            });
            assert_eq!(judged, verdict, "{wrong}");
        }
    }

    #[test]
    fn it_is_not_asked_for_before_a_code_has_confirmed_it() {
        let asked = with(|store, keys| {
            let before = judge(store, keys, 1, None, &[CODE.1])?;
            second_steps::confirm(store, 1, NOW)?;
            Ok((before, judge(store, keys, 1, None, &[CODE.1])?))
        });
        assert_eq!(asked, (Verdict::NotAsked, Verdict::Wanted));
    }

    #[test]
    fn its_recovery_codes_end_with_it_and_nothing_of_others_does() {
        let left = with(|store, keys| {
            users::insert(store, "orxan", "x", Role::Owner, NOW)?;
            let sealed = sealed::seal(keys, Purpose::SecondStep, 2, &SECRET)?;
            second_steps::begin(store, 2, &sealed, NOW)?;
            second_steps::confirm(store, 1, NOW)?;
            assert!(of_user(store, 2)?.is_none(), "each confirms their own");
            second_steps::confirm(store, 2, NOW)?;
            for user in [1, 2] {
                let hashes = ["a", "b"].map(recovery::hash);
                recovery_codes::replace(store, user, &hashes)?;
            }
            let failures = || [1, 2].map(|user| of_user(store, user).unwrap().unwrap().failures);
            for user in [1, 2] {
                assert_eq!(
                    judge(store, keys, user, Some("000000"), &[NOW])?,
                    Verdict::Wrong
                );
            }
            let recovered = judge(store, keys, 2, Some("a"), &[NOW])?;
            assert_eq!((recovered, failures()), (Verdict::Recovered, [1, 0]));
            let again = judge(store, keys, 2, Some("a"), &[NOW])?;
            assert_eq!((again, failures()), (Verdict::Wrong, [1, 1]), "once");
            let passed = judge(store, keys, 1, Some(CODE.0), &[CODE.1])?;
            assert_eq!((passed, failures()), (Verdict::Passed, [0, 1]));
            let theirs = judge(store, keys, 2, Some(CODE.0), &[CODE.1])?;
            assert_eq!((theirs, failures()), (Verdict::Passed, [0, 0]));
            assert!(remove(store, 1)?);
            assert!(!remove(store, 1)?, "once");
            assert!(of_user(store, 2)?.is_some());
            Ok([1, 2].map(|user| recovery_codes::left(store, user)))
        });
        assert_eq!(left.map(Result::unwrap), [0, 1]);
    }

    #[test]
    fn sealed_anew_each_opens_for_its_own_user() {
        with(|store, keys| {
            users::insert(store, "orxan", "x", Role::Owner, NOW)?;
            let sealed = sealed::seal(keys, Purpose::SecondStep, 2, &[7; 20])?;
            second_steps::begin(store, 2, &sealed, NOW)?;
            let rotated = keys.rotated();
            seal_anew(store, &rotated)?;
            for (user, secret) in [(1, SECRET), (2, [7; 20])] {
                let step = second_steps::find(store, user)?.unwrap();
                assert_eq!(step.secret.key_id, rotated.current().id);
                assert_eq!(open(&rotated.rotated(), user, &step), Some(secret));
            }
            Ok(())
        });
    }

    #[test]
    fn begun_again_it_is_another_secret_with_an_hour_of_its_own_until_it_is_on() {
        with(|store, keys| {
            let (other, later) = (keys.rotated(), NOW + 5);
            let sealed = sealed::seal(&other, Purpose::SecondStep, 1, &[7; 20])?;
            assert!(second_steps::begin(store, 1, &sealed, later)?);
            let found = second_steps::find(store, 1)?.unwrap();
            assert_eq!((&found.secret, found.begun_at), (&sealed, later));
            second_steps::confirm(store, 1, NOW)?;
            let third = sealed::seal(keys, Purpose::SecondStep, 1, &SECRET)?;
            assert!(!second_steps::begin(store, 1, &third, later)?);
            assert_eq!(second_steps::find(store, 1)?.unwrap().secret, sealed);
            Ok(())
        });
    }
}
