//! `cms user` and `cms key`: who can sign in, and the keys that sign tokens.

use std::io::{BufRead as _, IsTerminal as _};

use anyhow::{Context as _, bail, ensure};
use clap::Subcommand;
use rusqlite::Transaction;

use crate::{
    config::Config,
    people::{
        first_user,
        keys::Keys,
        password::{MAX_BYTES, Passwords},
    },
    posts::rich_text,
    store::{Store, users},
    time::clock::Clock,
};

/// Shortest password a user can be given.
const MIN_CHARS: usize = 8;

/// `cms user …`. Passwords are asked for, or read as one line from standard input.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Add a user
    Add {
        /// Name to sign in with
        name: String,
    },
    /// Change a password; all sessions of the user end
    Passwd {
        /// The user's name
        name: String,
    },
    /// List the names
    List,
    /// Remove a user; all sessions end, posts stay
    Remove {
        /// The user's name
        name: String,
        /// Also the last one: nobody can sign in then, and the next `cms serve` makes a first user anew
        #[arg(long)]
        force: bool,
    },
}

/// `cms key …`
#[derive(Debug, Subcommand)]
pub enum KeyAction {
    /// Sign with a new key; the previous one goes on verifying. Restart `cms serve` afterwards
    Rotate,
}

/// Carries out `cms user …`.
pub fn run(config: &Config, action: Action) -> anyhow::Result<()> {
    let store = match action {
        Action::List => Store::open_to_read(&config.store_file())?,
        _ => Store::open_to_write(config)?,
    };
    let passwords = Passwords::new(config.password_cost)?;
    let now = Clock::System.now().as_millisecond();
    match action {
        Action::Add { name } => {
            ensure!(
                !name.is_empty() && rich_text::plain_line(&name) == name,
                "a name has no spaces around it and no control characters"
            );
            let hash = passwords.hash(&ask(&name)?)?;
            if !store.write_blocking(|store| {
                Ok::<_, anyhow::Error>(users::insert(store, &name, &hash, now)?)
            })? {
                bail!(
                    "there is a user {name} already; `cms user passwd {name}` changes the password"
                );
            }
            println!("added {name}");
        }
        Action::Passwd { name } => {
            let hash = passwords.hash(&ask(&name)?)?;
            if !store.write_blocking(|store| {
                Ok::<_, anyhow::Error>(users::set_password(store, &name, &hash, now)?)
            })? {
                bail!("there is no user {name}; `cms user list` shows all");
            }
            first_user::forget_password(&config.first_password_file(), &name);
            println!("changed the password of {name}; all sessions have ended");
        }
        Action::Remove { name, force } => {
            store.write_blocking(|store| remove(store, &name, force))?;
            first_user::forget_password(&config.first_password_file(), &name);
            println!("removed {name}; all sessions have ended");
        }
        Action::List => {
            for name in store.read_blocking(|store| Ok::<_, anyhow::Error>(users::names(store)?))? {
                println!("{name}");
            }
        }
    }
    Ok(())
}

fn remove(store: &Transaction<'_>, name: &str, force: bool) -> anyhow::Result<()> {
    ensure!(
        users::remove(store, name)?,
        "there is no user {name}; `cms user list` shows all"
    );
    ensure!(
        force || !users::is_empty(store)?,
        "{name} is the last user; nobody could sign in. Add another one first, or use --force: then the next \
         `cms serve` makes a first user anew"
    );
    Ok(())
}

/// Carries out `cms key …`.
pub fn run_key(config: &Config, action: &KeyAction) -> anyhow::Result<()> {
    match action {
        KeyAction::Rotate => {
            let keys = Keys::open(&config.key_file())?.rotated();
            keys.save(&config.key_file())?;
            println!(
                "new tokens are signed with key {} after the next start of `cms serve`",
                keys.current().id
            );
        }
    }
    Ok(())
}

fn ask(name: &str) -> anyhow::Result<String> {
    let password = if std::io::stdin().is_terminal() {
        let first = rpassword::prompt_password(format!("Password for {name}: "))?;
        ensure!(
            first == rpassword::prompt_password("Once more: ")?,
            "the two passwords differ"
        );
        first
    } else {
        let mut line = String::new();
        std::io::stdin()
            .lock()
            .read_line(&mut line)
            .context("cannot read the password")?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    ensure!(
        password.chars().count() >= MIN_CHARS,
        "a password has at least {MIN_CHARS} characters"
    );
    ensure!(
        password.len() <= MAX_BYTES,
        "a password has at most {MAX_BYTES} bytes"
    );
    Ok(password)
}
