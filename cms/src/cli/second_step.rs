//! `cms user second-step`: for whoever has lost the telephone.

use anyhow::{Context as _, anyhow};
use clap::Subcommand;

use crate::{
    config::Config,
    output::say,
    people::{
        accounts::{self, AccountError},
        keys::Keys,
        second_step,
    },
    store::{
        Store,
        audit::{self, Deed, Kind, Who},
        opening, users,
    },
    webhooks::secret,
};

/// `cms user second-step …`
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Turn it off for a user who has lost the device and the recovery codes; all sessions of the user end
    Reset {
        /// The user's name
        name: String,
    },
}

/// Carries out `cms user second-step …`; `wall` is the machine's clock in milliseconds.
pub fn run(store: &Store, action: Action, wall: i64) -> anyhow::Result<()> {
    let Action::Reset { name } = action;
    store.write_blocking(|store| {
        let account = users::by_name(store, &name)?
            .with_context(|| format!("there is no user {name}; `cms user list` shows all"))?;
        let now = audit::moment(store, wall)?;
        accounts::reset_second_step(store, account.id, now.time).map_err(|error| match error {
            AccountError::Missing => anyhow!("{name} has no second step"),
            other => other.into(),
        })?;
        let deed = Deed::about(Kind::SecondStepReset, name.clone());
        Ok::<_, anyhow::Error>(audit::record(store, &Who::shell(), &deed, now)?)
    })?;
    say!("{name} signs in by the password alone again; all sessions have ended")?;
    Ok(())
}

/// Before a rotation drops the older keys: what they sealed is sealed by the present one, which is kept.
pub fn keep_secrets(config: &Config, keys: &Keys) -> anyhow::Result<()> {
    if !opening::is_there(&config.store_file())? {
        return Ok(());
    }
    let store = Store::open_to_write(config)?;
    store.write_blocking(|store| {
        second_step::seal_anew(store, keys)?;
        secret::seal_anew(store, keys)
    })
}
