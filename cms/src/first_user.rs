//! The first user of an empty store.

use crate::{
    auth::{password::Passwords, refresh},
    clock::Clock,
    config::Config,
    store::{Store, users},
};

/// What `serve` tells about signing in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FirstUser {
    /// There are users already.
    Known,
    /// Created with the configured password.
    Configured(String),
    /// Created with a random password, to be shown once: name, password.
    Random(String, String),
}

/// Creates the first user when there is none.
pub fn ensure(
    config: &Config,
    store: &Store,
    passwords: &Passwords,
    clock: &Clock,
) -> anyhow::Result<FirstUser> {
    if !store.read_blocking(|connection| Ok::<_, anyhow::Error>(users::is_empty(connection)?))? {
        return Ok(FirstUser::Known);
    }
    let name = config.admin_user.clone();
    let given = config
        .admin_password
        .clone()
        .filter(|password| !password.is_empty());
    let password = given
        .clone()
        .unwrap_or_else(|| refresh::random()[..20].to_owned());
    let hash = passwords.hash(&password)?;
    let now = clock.now().as_millisecond();
    store
        .write_blocking(|store| Ok::<_, anyhow::Error>(users::insert(store, &name, &hash, now)?))?;
    Ok(match given {
        Some(_) => FirstUser::Configured(name),
        None => FirstUser::Random(name, password),
    })
}
