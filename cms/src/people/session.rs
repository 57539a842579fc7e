//! Signing in: the pure rules joined with the store. What becomes of a sign-in is in `renewal`.

use std::{net::IpAddr, path::PathBuf};

use rusqlite::Transaction;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    access::{self, Claims},
    device,
    error::SignInError,
    first_user,
    keys::Keys,
    password::{self, Passwords},
    refresh,
    second_step::{self, Verdict as StepVerdict},
    throttle::{Throttle, Trust},
};
use crate::{
    config::Config,
    store::{
        Moment, Store,
        audit::{self, Deed, Kind, Who},
        families::{self, NewFamily},
        known_networks,
        turns::Whose,
        users,
    },
    time::{
        clock::{Clock, millis},
        timekeeping::Timekeeper,
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
    pub address: IpAddr,
    /// The cookie of a device that is known from before.
    pub device: Option<String>,
    /// What their browser calls itself.
    pub agent: String,
}

/// A sign-in that succeeded.
#[derive(Debug)]
pub struct SignedIn {
    /// For the client.
    pub pair: TokenPair,
    /// For the browser, as a cookie: it is known from now on.
    pub device: String,
}

/// All who are signed in, and the way in.
#[derive(Debug)]
pub struct Sessions {
    pub(super) store: Store,
    pub(super) keys: Keys,
    pub(super) passwords: Passwords,
    pub(super) throttle: Throttle,
    pub(super) clock: Clock,
    pub(super) time: Timekeeper,
    pub(super) first_password: PathBuf,
    /// The machine's clock when that of this process began to count, in milliseconds.
    began: i64,
}

/// What somebody signs in with.
#[derive(Default)]
pub struct Given {
    /// Their name.
    pub name: String,
    /// Their password.
    pub password: String,
    /// A code of their device, or a recovery code, where they have a second step.
    pub code: Option<String>,
}

/// What comes of the right name and password.
enum Start {
    Begun(TokenPair),
    Wanted,
    WrongCode,
}

impl Sessions {
    /// What signs and seals.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Of a store; reads the keys, or makes them on the first start.
    pub fn open(
        config: &Config,
        store: Store,
        passwords: Passwords,
        clock: Clock,
        time: Timekeeper,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            keys: Keys::open(&config.key_file())?,
            throttle: Throttle::default(),
            first_password: config.first_password_file(),
            began: clock.now().as_millisecond() - millis(clock.uptime()),
            store,
            passwords,
            clock,
            time,
        })
    }

    /// What an access token says, if we signed it and it has not expired.
    pub fn claims(&self, token: &str) -> Option<Claims> {
        access::verify(&self.keys, token, self.clock.seconds())
    }

    /// Checks name, password and, where there is a second step, the code, and starts a family. Only who has the password learns that
    /// a code is asked for.
    pub async fn sign_in(&self, caller: Caller, given: Given) -> Result<SignedIn, SignInError> {
        let Given {
            name,
            password: given,
            code,
        } = given;
        if given.len() > password::MAX_BYTES || name.len() > password::MAX_BYTES {
            return Err(SignInError::Refused);
        }
        let (user, trust) = self.look_up(&caller, name.clone()).await?;
        let attempt = self
            .throttle
            .attempt(&name, caller.address, trust, self.clock.uptime_seconds())
            .map_err(SignInError::Throttled)?;
        let stored = user.as_ref().map(|user| user.password_hash.clone());
        let known = user.as_ref().map(|user| (user.id, user.name.clone()));
        // Where we fail to answer, nobody has guessed.
        let fits = self.passwords.verify(given, stored, trust).await;
        let fits = fits.inspect_err(|_| self.throttle.took_back(&attempt))?;
        let (true, Some(user)) = (fits, user) else {
            self.note_failure(known, caller.address).await;
            return Err(SignInError::Refused);
        };
        let address = caller.address;
        let device = device::cookie(&self.keys, user.id, self.time.now());
        let started = self.start(user, caller, code).await;
        let started = started.inspect_err(|error| {
            if matches!(error, SignInError::Failed(_)) {
                self.throttle.took_back(&attempt);
            }
        });
        match started? {
            Start::Begun(pair) => {
                self.throttle.succeeded(&attempt);
                Ok(SignedIn { pair, device })
            }
            Start::Wanted => {
                self.throttle.took_back(&attempt);
                Err(SignInError::SecondStep)
            }
            Start::WrongCode => {
                self.note_failure(known, address).await;
                Err(SignInError::WrongCode)
            }
        }
    }

    /// The user, and whether this device or network is one of theirs.
    pub(super) async fn look_up(
        &self,
        caller: &Caller,
        name: String,
    ) -> Result<(Option<users::User>, Trust), SignInError> {
        let (keys, address) = (self.keys.clone(), caller.address);
        let (user, network) = self
            .store
            .read(move |store| {
                let Some(user) = users::find(store, &name)? else {
                    return Ok::<_, SignInError>((None, None));
                };
                let hashes = device::network_hashes(&keys, user.id, address);
                let known = known_networks::is_known(store, user.id, &hashes)?;
                let place = hashes.first().filter(|_| known);
                let place = place.map(|hash| *blake3::hash(hash.as_bytes()).as_bytes());
                Ok((Some(user), place))
            })
            .await?;
        let device = user.as_ref().and_then(|user| {
            let cookie = caller.device.as_deref();
            device::known(&self.keys, cookie, user.id, self.time.now())
        });
        let trust = device.or(network).map_or(Trust::Stranger, Trust::Known);
        Ok((user, trust))
    }

    /// Writes a failed sign-in down. A name that nobody has is not kept: it may be a password in the wrong field.
    pub(super) async fn note_failure(&self, known: Option<(i64, String)>, address: IpAddr) {
        let (now, (user_id, name)) = (self.moment(), known.unzip());
        let who = Who {
            user_id,
            name: name.unwrap_or_default(),
            address: address.to_string(),
        };
        let note = move |store: &Transaction<'_>| {
            Ok::<_, anyhow::Error>(audit::record_failure(store, &who, now)?)
        };
        let noted = self.store.write_then(Whose::Visitors, note, |()| ());
        if let Err(error) = noted.await {
            tracing::warn!(
                error = format!("{error:#}"),
                "a failed sign-in could not be written down"
            );
        }
    }

    /// What the time may be, in seconds since the epoch, for what a device computes from it: as the machine's clock says, as the
    /// store's time says, and as it was when this process began. All but one may be off when a clock has jumped.
    pub(super) fn possible_times(&self) -> Vec<i64> {
        let ran = self.began + millis(self.clock.uptime());
        let mut times = vec![
            self.clock.seconds(),
            self.time.moment().as_second(),
            ran.div_euclid(1000),
        ];
        times.sort_unstable();
        times.dedup();
        times
    }

    pub(super) fn moment(&self) -> Moment {
        Moment {
            wall: self.clock.now().as_millisecond(),
            time: self.time.now(),
        }
    }

    async fn start(
        &self,
        user: users::User,
        caller: Caller,
        code: Option<String>,
    ) -> Result<Start, SignInError> {
        let moment = self.moment();
        let now = moment.time;
        let family = refresh::random();
        let token = refresh::random();
        let pair = TokenPair {
            access: self.access(user.id, &user.name, &family)?,
            refresh: token.clone(),
        };
        let network = device::network_hashes(&self.keys, user.id, caller.address);
        let family = NewFamily {
            id: family,
            user_id: user.id,
            address: caller.address.to_string(),
            agent: caller.agent,
        };
        let (keys, times) = (self.keys.clone(), self.possible_times());
        let (first_password, name) = (self.first_password.clone(), user.name.clone());
        // Once that is committed: a file that went before would be gone though nobody has signed in.
        let forget = move |start: &Start| {
            if matches!(start, Start::Begun(_)) {
                first_user::forget_password(&first_password, &name);
            }
        };
        let begin = move |store: &Transaction<'_>| {
            // The password may have changed while this one was being verified.
            let unchanged = users::find(store, &user.name)?
                .is_some_and(|now| now.password_hash == user.password_hash);
            if !unchanged {
                return Err(SignInError::Refused);
            }
            let verdict = second_step::judge(store, &keys, user.id, code.as_deref(), &times)?;
            match verdict {
                StepVerdict::Wanted => return Ok(Start::Wanted),
                StepVerdict::Wrong => return Ok(Start::WrongCode),
                StepVerdict::NotAsked | StepVerdict::Passed | StepVerdict::Recovered => {}
            }
            let expires_at = now + refresh::LIFETIME_MS;
            families::start(store, &family, &refresh::hash(&token), now, expires_at)?;
            if let Some(network) = network.first() {
                known_networks::remember(store, user.id, network, now)?;
            }
            let who = Who {
                user_id: Some(user.id),
                name: user.name.clone(),
                address: family.address.clone(),
            };
            audit::record(store, &who, &Deed::about(Kind::SignedIn, ""), moment)?;
            if verdict == StepVerdict::Recovered {
                audit::record(
                    store,
                    &who,
                    &Deed::about(Kind::RecoveryCodeUsed, ""),
                    moment,
                )?;
            }
            Ok(Start::Begun(pair))
        };
        self.store.write_then(Whose::Ours, begin, forget).await
    }

    pub(super) fn access(&self, user_id: i64, name: &str, family: &str) -> anyhow::Result<String> {
        access::issue(&self.keys, user_id, name, family, self.clock.seconds())
    }
}
