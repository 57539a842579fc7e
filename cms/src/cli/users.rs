//! `cms user` and `cms key`: who can sign in, and the keys that sign tokens.

use std::io::{BufRead as _, IsTerminal as _};

use anyhow::{Context as _, anyhow, bail, ensure};
use clap::Subcommand;
use rusqlite::Transaction;

use super::second_step;
use crate::{
    config::Config,
    output::say,
    people::{
        accounts::{self, AccountError, Change},
        first_user,
        keys::Keys,
        password::{MAX_BYTES, MIN_CHARS, Passwords},
    },
    store::{
        Store,
        audit::{self, Deed, Kind, Who},
        role::Role,
        users::{self, Account},
    },
    time::clock::Clock,
};

/// `cms user …`. Passwords are asked for, or read as one line from standard input.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Add a user
    Add {
        /// Name to sign in with
        name: String,
        /// What the user may do: authors write, editors publish, too, and owners decide who else is staff. The first user is an
        /// owner, the others are editors unless this says otherwise
        #[arg(long)]
        role: Option<Role>,
    },
    /// Change what a user may do
    Role {
        /// The user's name
        name: String,
        /// From now on
        role: Role,
    },
    /// Shut an account: nobody signs in with it, and all its sessions end
    Disable {
        /// The user's name
        name: String,
    },
    /// Open an account again
    Enable {
        /// The user's name
        name: String,
    },
    /// Change a password; all sessions of the user end
    Passwd {
        /// The user's name
        name: String,
    },
    /// List the names
    List {
        /// Also what each may do, and which accounts are shut
        #[arg(long)]
        roles: bool,
    },
    /// The second step of a sign-in
    SecondStep {
        /// What is done about it
        #[command(subcommand)]
        action: second_step::Action,
    },
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
        Action::List { .. } => Store::open_to_read(&config.store_file())?,
        _ => Store::open_to_write(config)?,
    };
    let passwords = Passwords::new(config.password_cost)?;
    let now = Clock::System.now().as_millisecond();
    match action {
        Action::Add { name, role } => {
            ensure!(
                accounts::check(&name, None).is_empty(),
                "a name has 1 to 150 characters, no spaces around it and no control characters"
            );
            let hash = passwords.hash(&ask(&name)?)?;
            let added = store.write_blocking(|store| {
                let first = if users::is_empty(store)? {
                    Role::Owner
                } else {
                    Role::Editor
                };
                let role = role.unwrap_or(first);
                let added = users::insert(store, &name, &hash, role, now)?;
                if added.is_some() {
                    let subject = format!("{name}: {}", role.name());
                    note(store, Kind::UserAdded, subject, now)?;
                }
                Ok::<_, anyhow::Error>(added.map(|_| role))
            })?;
            let Some(role) = added else {
                bail!(
                    "there is a user {name} already, or one whose name differs by capital letters alone: `cms user list` says which, `cms user passwd` changes a password"
                );
            };
            say!("added {name}, {}", role.name())?;
        }
        Action::Role { name, role } => {
            change(&store, &name, now, |change| change.role = Some(role))?;
            say!("{name}: {}", role.name())?;
        }
        Action::Disable { name } => {
            change(&store, &name, now, |change| change.disabled = Some(true))?;
            say!("disabled {name}; all sessions have ended")?;
        }
        Action::Enable { name } => {
            change(&store, &name, now, |change| change.disabled = Some(false))?;
            say!("enabled {name}")?;
        }
        Action::Passwd { name } => {
            let hash = passwords.hash(&ask(&name)?)?;
            if !store.write_blocking(|store| {
                let known = accounts::set_password(store, &name, &hash, None, now)?;
                if known {
                    note(store, Kind::PasswordChanged, name.clone(), now)?;
                }
                Ok::<_, anyhow::Error>(known)
            })? {
                bail!("there is no user {name}; `cms user list` shows all");
            }
            first_user::forget_password(&config.first_password_file(), &name);
            say!("changed the password of {name}; all sessions have ended")?;
        }
        Action::SecondStep { action } => second_step::run(&store, action, now)?,
        Action::Remove { name, force } => {
            store.write_blocking(|store| {
                remove(store, &name, force)?;
                note(store, Kind::UserRemoved, name.clone(), now)
            })?;
            first_user::forget_password(&config.first_password_file(), &name);
            say!("removed {name}; all sessions have ended")?;
        }
        Action::List { roles } => {
            let list = store.read_blocking(|store| Ok::<_, anyhow::Error>(users::accounts(store)?));
            for Account {
                name,
                role,
                disabled_at,
                ..
            } in list?
            {
                if !roles {
                    say!("{name}")?
                } else {
                    say!(
                        "{}\t{}{name}",
                        role.name(),
                        disabled_at.map_or("", |_| "disabled\t")
                    )?
                }
            }
        }
    }
    Ok(())
}

fn change(
    store: &Store,
    name: &str,
    now: i64,
    what: impl FnOnce(&mut Change),
) -> anyhow::Result<()> {
    let mut change = Change::default();
    what(&mut change);
    store.write_blocking(|store| {
        let account = known(store, name)?;
        let changed =
            accounts::change(store, account.id, change, now).map_err(|error| match error {
                AccountError::LastOwner => anyhow!(
                    "{name} is the last owner; `cms user role OTHER owner` makes another one first"
                ),
                other => other.into(),
            })?;
        let shut = changed.disabled_at.map_or("", |_| ", disabled");
        let subject = format!("{name}: {}{shut}", changed.role.name());
        note(store, Kind::UserChanged, subject, now)
    })
}

/// Writes down what is done from the shell.
fn note(store: &Transaction<'_>, kind: Kind, subject: String, now: i64) -> anyhow::Result<()> {
    let (deed, now) = (Deed::about(kind, subject), audit::moment(store, now)?);
    Ok(audit::record(store, &Who::shell(), &deed, now)?)
}

fn known(store: &Transaction<'_>, name: &str) -> anyhow::Result<Account> {
    users::by_name(store, name)?
        .with_context(|| format!("there is no user {name}; `cms user list` shows all"))
}

fn remove(store: &Transaction<'_>, name: &str, force: bool) -> anyhow::Result<()> {
    let account = known(store, name)?;
    let owned = users::owners(store)? > 0;
    accounts::forget(store, &account)?;
    ensure!(
        force || !users::is_empty(store)?,
        "{name} is the last user; nobody could sign in. Add another one first, or use --force: then the next \
         `cms serve` makes a first user anew"
    );
    ensure!(
        force || !owned || users::owners(store)? > 0,
        "{name} is the last owner; nobody could manage the others. `cms user role` makes another one first, or use --force"
    );
    Ok(())
}

/// Carries out `cms key …`.
pub fn run_key(config: &Config, action: &KeyAction) -> anyhow::Result<()> {
    match action {
        KeyAction::Rotate => {
            let keys = Keys::open(&config.key_file())?;
            second_step::keep_secrets(config, &keys)?;
            let keys = keys.rotated();
            keys.save(&config.key_file())?;
            say!(
                "new tokens are signed with key {} after the next start of `cms serve`",
                keys.current().id
            )?;
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
