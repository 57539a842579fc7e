//! The first user of an empty store.

use std::{
    fs,
    io::{IsTerminal as _, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, anyhow};

use crate::{
    config::{Config, wrong::WrongSetting},
    people::{
        password::{MAX_BYTES, Passwords},
        refresh,
    },
    store::{Store, role::Role, users},
    time::clock::Clock,
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
    /// Created with a random password, which is in this file: name, file.
    InFile(String, PathBuf),
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
    if given.as_ref().is_some_and(|given| given.len() > MAX_BYTES) {
        let said = anyhow!(
            "CMS_ADMIN_PASSWORD has more than {MAX_BYTES} bytes: nobody could sign in with it"
        );
        return Err(WrongSetting::from(said).into());
    }
    let first = match &given {
        Some(_) => FirstUser::Configured(name.clone()),
        None => announce_random(config, &name)?,
    };
    let password = match &first {
        FirstUser::Random(_, password) => password.clone(),
        FirstUser::InFile(_, file) => read_password(file)?,
        _ => given.unwrap_or_default(),
    };
    let hash = passwords.hash(&password)?;
    let now = clock.now().as_millisecond();
    store.write_blocking(|store| {
        Ok::<_, anyhow::Error>(users::insert(store, &name, &hash, Role::Owner, now)?)
    })?;
    Ok(first)
}

/// Printed, unless that would keep it in a journal for good. The file is there before the user is: a crash in between must
/// not cost the only password.
fn announce_random(config: &Config, name: &str) -> anyhow::Result<FirstUser> {
    let password = refresh::random()[..20].to_owned();
    if !prints_to_a_journal() {
        return Ok(FirstUser::Random(name.to_owned(), password));
    }
    let file = config.first_password_file();
    write_password(&file, name, &password)
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(FirstUser::InFile(name.to_owned(), file))
}

/// Services of systemd have these; what they print is kept.
fn prints_to_a_journal() -> bool {
    let service = ["JOURNAL_STREAM", "INVOCATION_ID"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    service && !std::io::stdout().is_terminal()
}

/// For its owner alone.
fn write_password(file: &Path, name: &str, password: &str) -> std::io::Result<()> {
    if file.exists() {
        fs::remove_file(file)?;
    }
    let mut options = fs::OpenOptions::new();
    let mut out = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?;
    writeln!(out, "{name}\n{password}")?;
    out.sync_all()
}

fn read_password(file: &Path) -> anyhow::Result<String> {
    let text = fs::read_to_string(file)?;
    let password = text.lines().nth(1);
    Ok(password.context("the file holds no password")?.to_owned())
}

/// Removes the file once this user has signed in, has another password or is gone.
pub fn forget_password(file: &Path, user: &str) {
    let of_user = fs::read_to_string(file).is_ok_and(|text| text.lines().next() == Some(user));
    if !of_user {
        return;
    }
    match fs::remove_file(file) {
        Ok(()) => tracing::info!("the file with the first password is removed"),
        Err(error) => {
            tracing::warn!(%error, "the file with the first password cannot be removed");
        }
    }
}
