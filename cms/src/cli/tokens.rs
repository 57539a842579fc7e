//! `cms token`: by what scripts call the API.

use std::collections::BTreeMap;

use anyhow::{bail, ensure};
use clap::Subcommand;
use jiff::Timestamp;

use crate::{
    config::Config,
    output::say,
    people::{
        accounts::AccountError,
        tokens::{self, Wish},
    },
    store::{
        Store,
        audit::{self, Deed, Kind, Who},
        role::Role,
        tokens as stored,
    },
    time::clock::Clock,
};

/// `cms token …`
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Make a token and print its secret, which cannot be asked for again
    Add {
        /// What it is for; the record of who did what says `token NAME`
        name: String,
        /// What may be done with it: author or editor
        #[arg(long, default_value = "author")]
        role: Role,
        /// It ends after so many days; without this, when it is revoked
        #[arg(long, value_name = "DAYS")]
        days: Option<u32>,
    },
    /// List the tokens, with their last use
    List,
    /// Revoke a token at once
    Revoke {
        /// The token's name
        name: String,
    },
}

/// Carries out `cms token …`.
pub fn run(config: &Config, action: Action) -> anyhow::Result<()> {
    let store = match action {
        Action::List => Store::open_to_read(&config.store_file())?,
        _ => Store::open_to_write(config)?,
    };
    let wall = Clock::System.now().as_millisecond();
    match action {
        Action::Add { name, role, days } => {
            let made = store.write_blocking(|store| {
                let now = audit::moment(store, wall)?;
                let wish = Wish { name, role, days };
                let made = match tokens::make(store, wish, "", now) {
                    Ok(made) => made,
                    Err(AccountError::Invalid(errors)) => bail!("{}", wrong(errors)),
                    Err(error) => return Err(error.into()),
                };
                let subject = format!("{}: {}", made.0.name, role.name());
                let deed = Deed::about(Kind::TokenMade, subject);
                audit::record(store, &Who::shell(), &deed, now)?;
                Ok::<_, anyhow::Error>(made)
            })?;
            say!("{}", made.1)?;
        }
        Action::List => {
            for token in
                store.read_blocking(|store| Ok::<_, anyhow::Error>(stored::list(store)?))?
            {
                let at = |millis| Timestamp::from_millisecond(millis).unwrap_or_default();
                let used = match token.used_at {
                    Some(used) => format!("{} {}", at(used), token.used_from),
                    None => "never".to_owned(),
                };
                say!("{}\t{}\tused {used}", token.name, token.role.name())?;
            }
        }
        Action::Revoke { name } => {
            let revoked = store.write_blocking(|store| {
                let now = audit::moment(store, wall)?;
                let found = stored::list(store)?
                    .into_iter()
                    .find(|token| token.name == name);
                let Some(token) = found else {
                    return Ok(false);
                };
                let deed = Deed::about(Kind::TokenRevoked, token.name);
                audit::record(store, &Who::shell(), &deed, now)?;
                Ok::<_, anyhow::Error>(stored::remove(store, token.id)?)
            })?;
            ensure!(revoked, "there is no token {name}");
            say!("revoked {name}")?;
        }
    }
    Ok(())
}

/// In words what is wrong with a wish: its fields and their codes.
fn wrong(fields: BTreeMap<String, Vec<String>>) -> String {
    let all = fields.into_iter().flat_map(|(field, codes)| {
        let words = move |code: String| match (field.as_str(), code.as_str()) {
            ("name", "taken") => "the name is taken by another token".to_owned(),
            ("name", _) => {
                "a name has 1 to 100 characters, no spaces around it and no control characters"
                    .to_owned()
            }
            ("role", _) => "a token is an author's or an editor's".to_owned(),
            ("days", _) => "--days is 1 to 3650".to_owned(),
            (field, code) => format!("{field}: {code}"),
        };
        codes.into_iter().map(words)
    });
    all.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_wrong_is_told_in_words() {
        let wish = |name: &str| Wish {
            name: name.to_owned(),
            role: Role::Owner,
            days: Some(0),
        };
        let long = "x".repeat(101);
        for name in ["", " a", "a\nb", &long] {
            let said = wrong(tokens::check(&wish(name)));
            assert_eq!(said.split("; ").count(), 3, "{said}");
            assert!(!said.contains(['{', '_', '"']), "{said}");
        }
    }
}
