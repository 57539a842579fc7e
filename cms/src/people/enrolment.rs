//! Turning one's own second step on and off.

use std::net::IpAddr;

use rusqlite::Transaction;

use super::{
    error::SignInError,
    own::PasswordError,
    recovery,
    sealed::{self, Purpose},
    second_step::{self, Verdict},
    session::Sessions,
    totp::{self, Secret},
};
use crate::{
    fields,
    store::{
        audit::{self, Deed, Kind, Who},
        families, recovery_codes, second_steps,
        unwritable::{Failure, Unwritable},
    },
};

/// Milliseconds of the store's time within which a secret must be confirmed.
const OPEN: i64 = 60 * 60 * 1000;

/// Why a second step is not turned on or off.
#[derive(Debug, thiserror::Error)]
pub enum StepError {
    /// It is on already.
    #[error("the second step is on")]
    On,
    /// It is not on, or not begun.
    #[error("there is no second step")]
    Off,
    /// As at changing the password: codes by field, too many guesses, or the store failed us.
    #[error(transparent)]
    Password(#[from] PasswordError),
}

impl From<anyhow::Error> for StepError {
    fn from(error: anyhow::Error) -> Self {
        Self::Password(error.into())
    }
}

impl From<rusqlite::Error> for StepError {
    fn from(error: rusqlite::Error) -> Self {
        anyhow::Error::from(error).into()
    }
}

impl Failure for StepError {
    fn unwritable(&self) -> Option<Unwritable> {
        match self {
            Self::Password(error) => error.unwritable(),
            Self::On | Self::Off => None,
        }
    }
}

/// Whether somebody has a second step.
#[derive(Debug, Clone, Copy, Default)]
pub struct SecondStepStatus {
    /// Since when, by the machine's clock, in milliseconds; `None`: they have none.
    pub on_since: Option<i64>,
    /// How many recovery codes are left.
    pub codes_left: i64,
}

fn wrong_code() -> StepError {
    PasswordError::Invalid(fields::one("code", "wrong")).into()
}

fn ended() -> StepError {
    PasswordError::from(SignInError::Refused).into()
}

impl Sessions {
    /// Whether a user has a second step.
    pub async fn second_step(&self, user_id: i64) -> Result<SecondStepStatus, StepError> {
        let read = self.store.read(move |store| {
            let step = second_step::of_user(store, user_id)?;
            let codes_left = recovery_codes::left(store, user_id)?;
            Ok::<_, StepError>(step.map(|step| SecondStepStatus {
                on_since: step.on_since,
                codes_left,
            }))
        });
        Ok(read.await?.unwrap_or_default())
    }

    /// Makes a secret for whoever knows the password; it counts once a code has confirmed it.
    pub async fn begin_second_step(
        &self,
        (user_id, name): (i64, &str),
        family: String,
        address: IpAddr,
        password: String,
    ) -> Result<Secret, StepError> {
        let attempt = self.verify(name, address, "password", password).await?;
        // Where it is on already, whoever has the password could guess codes for ever otherwise.
        self.throttle.took_back(&attempt);
        let secret = totp::secret();
        let sealed = sealed::seal(&self.keys, Purpose::SecondStep, user_id, &secret)?;
        let now = self.time.now();
        self.store
            .write(move |store| {
                families::principal(store, &family)?.ok_or_else(ended)?;
                if second_steps::begin(store, user_id, &sealed, now)? {
                    Ok(secret)
                } else {
                    Err(StepError::On)
                }
            })
            .await
    }

    /// Turns it on by a first code: the device has the secret. The user's other sign-ins end, since they began without it. The
    /// recovery codes are told this once. Wrong codes count like those at signing in. Whoever names the secret is told when
    /// another one was begun since.
    pub async fn confirm_second_step(
        &self,
        who: Who,
        user_id: i64,
        family: String,
        address: IpAddr,
        (code, named): (String, Option<String>),
    ) -> Result<Vec<String>, StepError> {
        let name = who.name.clone();
        let (_, _, attempt) = self
            .attempt(&name, address)
            .await
            .map_err(PasswordError::from)?;
        let (keys, times, now) = (self.keys.clone(), self.possible_times(), self.moment());
        let codes = recovery::codes();
        let hashes: Vec<String> = codes.iter().map(|code| recovery::hash(code)).collect();
        let confirmed = self
            .store
            .write(move |store| {
                families::principal(store, &family)?.ok_or_else(ended)?;
                let step = second_steps::find(store, user_id)?.ok_or(StepError::Off)?;
                if step.on_since.is_some() {
                    return Err(StepError::On);
                }
                if now.time - step.begun_at > OPEN {
                    return Err(StepError::Off);
                }
                let secret = second_step::open(&keys, user_id, &step).ok_or(StepError::Off)?;
                if named.is_some_and(|named| named != totp::in_letters(&secret)) {
                    return Err(StepError::Off);
                }
                let matched = totp::matching(&secret, &recovery::normal(&code), &times, 0);
                let Some(matched) = matched else {
                    return Ok(None);
                };
                second_steps::taken(store, user_id, matched)?;
                second_steps::confirm(store, user_id, now.wall)?;
                recovery_codes::replace(store, user_id, &hashes)?;
                families::revoke_others(store, user_id, &family, now.time)?;
                let deed = Deed::about(Kind::SecondStepOn, "");
                audit::record(store, &who, &deed, now)?;
                Ok(Some(codes))
            })
            .await;
        if let Ok(None) = confirmed {
            self.note_failure(Some((user_id, name)), address).await;
        } else {
            self.throttle.took_back(&attempt);
        }
        confirmed?.ok_or_else(wrong_code)
    }

    /// Turns it off for whoever has both: the password and a code.
    pub async fn end_second_step(
        &self,
        who: Who,
        user_id: i64,
        family: String,
        address: IpAddr,
        proof: (String, String),
    ) -> Result<(), StepError> {
        let deed = Deed::about(Kind::SecondStepOff, "");
        let end = move |store: &Transaction<'_>| second_step::remove(store, user_id).map(drop);
        let own = (who, user_id, family);
        self.with_both(own, address, proof, deed, end).await
    }

    /// Ten recovery codes in the place of those that are left, for whoever has both. They are told this once.
    pub async fn renew_recovery_codes(
        &self,
        who: Who,
        user_id: i64,
        family: String,
        address: IpAddr,
        proof: (String, String),
    ) -> Result<Vec<String>, StepError> {
        let codes = recovery::codes();
        let hashes: Vec<String> = codes.iter().map(|code| recovery::hash(code)).collect();
        let deed = Deed::about(Kind::RecoveryCodesRenewed, "");
        let renew = move |store: &Transaction<'_>| recovery_codes::replace(store, user_id, &hashes);
        let own = (who, user_id, family);
        self.with_both(own, address, proof, deed, renew).await?;
        Ok(codes)
    }

    /// Does something about one's own second step, and writes down that it was done. Wrong passwords and codes count like those at
    /// signing in.
    async fn with_both(
        &self,
        (who, user_id, family): (Who, i64, String),
        address: IpAddr,
        (password, code): (String, String),
        deed: Deed,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<(), StepError> {
        let name = who.name.clone();
        let attempt = self.verify(&name, address, "password", password).await?;
        let (keys, times, now) = (self.keys.clone(), self.possible_times(), self.moment());
        let verdict = self.store.write(move |store| {
            families::principal(store, &family)?.ok_or_else(ended)?;
            let verdict = second_step::judge(store, &keys, user_id, Some(&code), &times)?;
            if matches!(verdict, Verdict::Passed | Verdict::Recovered) {
                work(store)?;
                audit::record(store, &who, &deed, now)?;
            }
            // Not an error here: that a code was wrong is written down.
            Ok::<_, StepError>(verdict)
        });
        // Where we fail to answer, nobody has guessed.
        let verdict = verdict.await;
        match verdict.inspect_err(|_| self.throttle.took_back(&attempt))? {
            Verdict::Wrong | Verdict::Wanted => {
                self.note_failure(Some((user_id, name)), address).await;
                return Err(wrong_code());
            }
            Verdict::NotAsked => {
                self.throttle.took_back(&attempt);
                return Err(StepError::Off);
            }
            Verdict::Passed | Verdict::Recovered => self.throttle.succeeded(&attempt),
        }
        Ok(())
    }
}
