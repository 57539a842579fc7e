//! Passwords: argon2id on the blocking pool, a bounded number at a time.

use std::{sync::Arc, time::Duration};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use tokio::{sync::Semaphore, time::timeout};

use super::throttle::Trust;
use crate::{config::PasswordCost, people::error::SignInError, store::blocking};

/// Hashes computed at the same time: each takes a core and 19 MiB.
const PARALLEL: usize = 2;
/// Besides, for places from which the user signed in before: they do not queue behind a flood of guesses.
const PARALLEL_KNOWN: usize = 1;
/// How long a sign-in waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);
/// Longest password that is hashed, in bytes; longer ones are refused unseen.
pub const MAX_BYTES: usize = 1024;

/// Shortest password that may be chosen, in characters.
pub const MIN_CHARS: usize = 8;

/// Whether a password may be chosen, or the code of what is wrong with it.
pub fn check(password: &str) -> Result<(), &'static str> {
    if password.is_empty() {
        Err("required")
    } else if password.chars().count() < MIN_CHARS {
        Err("too_short")
    } else if password.len() > MAX_BYTES {
        Err("too_long")
    } else {
        Ok(())
    }
}

/// Hashes and verifies passwords.
#[derive(Debug, Clone)]
pub struct Passwords {
    argon2: Argon2<'static>,
    /// Verified when a name is unknown, so that the answer takes the same time.
    decoy: Arc<str>,
    gate: Arc<Semaphore>,
    gate_of_known: Arc<Semaphore>,
}

impl Passwords {
    /// With this cost.
    pub fn new(cost: PasswordCost) -> anyhow::Result<Self> {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None)
            .map_err(|error| anyhow::anyhow!("password cost: {error}"))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let decoy = hash_with(&argon2, &super::refresh::random())?;
        Ok(Self {
            argon2,
            decoy: decoy.into(),
            gate: Arc::new(Semaphore::new(PARALLEL)),
            gate_of_known: Arc::new(Semaphore::new(PARALLEL_KNOWN)),
        })
    }

    /// A new salted hash, on the present thread (command line).
    pub fn hash(&self, password: &str) -> anyhow::Result<String> {
        hash_with(&self.argon2, password)
    }

    /// A new salted hash, on the blocking pool and in turn with those who sign in.
    pub async fn hash_in_turn(&self, password: String) -> Result<String, SignInError> {
        let turn = timeout(PATIENCE, self.gate_of_known.clone().acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(SignInError::Crowded);
        };
        let this = self.clone();
        blocking(move || {
            let _turn = turn;
            Ok(this.hash(&password)?)
        })
        .await
    }

    /// Whether the password fits the stored hash. `None` (unknown user) takes as long and is always wrong.
    pub async fn verify(
        &self,
        password: String,
        stored: Option<String>,
        trust: Trust,
    ) -> Result<bool, SignInError> {
        let gate = match trust {
            Trust::Stranger => &self.gate,
            Trust::Known(_) => &self.gate_of_known,
        };
        let turn = timeout(PATIENCE, gate.clone().acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(SignInError::Crowded);
        };
        let this = self.clone();
        blocking(move || {
            let _turn = turn;
            let known = stored.is_some();
            let hash = stored.unwrap_or_else(|| this.decoy.to_string());
            let parsed = PasswordHash::new(&hash)
                .map_err(|error| anyhow::anyhow!("stored hash: {error}"))?;
            let fits = this
                .argon2
                .verify_password(password.as_bytes(), &parsed)
                .is_ok();
            Ok(fits && known)
        })
        .await
    }
}

fn hash_with(argon2: &Argon2<'_>, password: &str) -> anyhow::Result<String> {
    let hash = argon2
        .hash_password(password.as_bytes())
        .map_err(|error| anyhow::anyhow!("cannot hash: {error}"))?;
    Ok(hash.to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_default_cost_is_the_recommended_one() {
        let hash = Passwords::new(PasswordCost::default())
            .unwrap()
            .hash("x")
            .unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
    }

    #[test]
    fn an_unknown_name_costs_what_a_known_one_costs() {
        let passwords = Passwords::new(PasswordCost::default()).unwrap();
        let cost = |hash: &str| hash.split('$').skip(1).take(3).collect::<String>();
        assert_eq!(
            cost(&passwords.decoy),
            cost(&passwords.hash("x").unwrap()),
            "algorithm, version, memory, passes and lanes"
        );
    }

    #[tokio::test]
    async fn verifies_and_refuses() {
        let passwords = Passwords::new(PasswordCost {
            memory_kib: 8,
            passes: 1,
        })
        .unwrap();
        let hash = passwords.hash("secret").unwrap();
        assert!(
            passwords
                .verify("secret".into(), Some(hash.clone()), Trust::Stranger)
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("Secret".into(), Some(hash.clone()), Trust::Stranger)
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("secret".into(), None, Trust::Stranger)
                .await
                .unwrap()
        );
        assert_ne!(hash, passwords.hash("secret").unwrap(), "salted");
    }
}
