//! The passes, as arguments of rsync.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::Timestamp;
use tokio::process::Command;

use super::{Carrier, Seen, filters::Filters};
use crate::deploy::{
    error::DeployError,
    job::Job,
    listing::{self, Listing},
    marker, plan,
    round::{Ready, Round},
    sending::Sending,
    snapshot,
};

/// Recursive; times, to the nanosecond, so that unchanged files are recognised: two publications within a second can
/// differ in nothing but a hash of the same length; plain permissions.
const SEND: [&str; 5] = [
    "-rt",
    "--modify-window=-1",
    "--perms",
    "--chmod=D755,F644",
    "--omit-dir-times",
];
/// One line for each change, with names as they are as far as possible.
const SAY: &str = "--out-format=%i %n";
const ALWAYS: [&str; 3] = ["--8-bit-output", "--timeout=120", "--no-motd"];
const ONLY_ASSETS: [&str; 4] = [
    "--include=/.cms-deployment",
    "--include=/assets/***",
    "--include=/media/***",
    "--exclude=*",
];
/// `--from0` comes before the rules that it is about.
const ONLY_DELETE: [&str; 4] = ["--from0", "--delete", "--existing", "--ignore-existing"];
/// Of what rsync says when it fails, the end is kept.
const MAX_MESSAGE: usize = 600;
/// A marker is a short line.
const MAX_MARKER: &str = "--max-size=64k";

/// rsync from one folder to one target.
#[derive(Debug)]
pub struct Rsync {
    source: PathBuf,
    job: Job,
    sending: Arc<Sending>,
    /// An empty folder, to list into.
    empty: tempfile::TempDir,
}

impl Rsync {
    /// For this job, from this folder; `own` is where it may make folders.
    pub fn new(
        job: Job,
        sending: Arc<Sending>,
        source: &Path,
        own: &Path,
    ) -> Result<Self, DeployError> {
        let empty = tempfile::Builder::new()
            .prefix(snapshot::LISTING)
            .tempdir_in(own)
            .map_err(|error| DeployError::io(own, error))?;
        Ok(Self {
            source: source.to_owned(),
            job,
            sending,
            empty,
        })
    }

    /// Everything that is on the target; nothing when there is no such folder yet.
    async fn list(&self) -> Result<Listing, DeployError> {
        let here = self.job.target.folder();
        if here.is_some_and(|folder| !folder.exists()) {
            return Ok(Listing::default());
        }
        let arguments = ["-rtl", "--dry-run", "--no-human-readable", listing::FORMAT];
        let (from, to) = (self.job.target.argument(), self.empty.path().join(""));
        match self
            .run("looking at the target", &arguments, from.as_ref(), &to)
            .await
        {
            Ok(output) => Ok(Listing::parse(&output)),
            Err(error) if error.is_missing_folder() => Ok(Listing::default()),
            Err(error) => Err(error),
        }
    }

    /// What the target says about itself.
    async fn marker(&self, listing: &Listing) -> Result<Option<Vec<u8>>, DeployError> {
        if !listing.0.contains_key(marker::NAME) {
            return Ok(None);
        }
        let (from, to) = (
            self.job.target.file(marker::NAME),
            self.empty.path().join(""),
        );
        self.run(
            "reading the marker",
            &["-t", MAX_MARKER],
            from.as_ref(),
            &to,
        )
        .await?;
        // One that is too large or no file has not come.
        Ok(Some(fs::read(to.join(marker::NAME)).unwrap_or_default()))
    }

    /// Hashed files: added, never changed or removed.
    async fn assets(&self) -> Result<Vec<String>, DeployError> {
        if let Some(folder) = self.job.target.folder() {
            fs::create_dir_all(folder).map_err(|error| DeployError::io(folder, error))?;
        }
        self.send("sending assets", &ONLY_ASSETS).await
    }

    /// Pages that are not there yet: nothing links to them until the next pass.
    async fn new_pages(&self) -> Result<Vec<String>, DeployError> {
        let only_new = ["--ignore-existing", "--delay-updates"];
        self.send("sending new pages", &only_new).await
    }

    /// Pages that changed, put in place together.
    async fn changed_pages(&self) -> Result<Vec<String>, DeployError> {
        self.send("sending changed pages", &["--delay-updates"])
            .await
    }

    /// The paths of what was sent.
    async fn send(
        &self,
        step: &'static str,
        arguments: &[&str],
    ) -> Result<Vec<String>, DeployError> {
        let lines = files(&self.push(step, arguments).await?);
        // After the letters and a blank. A name that cannot be read is nobody's address.
        let path = |line: String| listing::path(line.as_bytes().get(listing::ITEM + 1..)?);
        Ok(lines.into_iter().filter_map(path).collect())
    }

    /// What would be sent.
    async fn trial(&self) -> Result<Vec<String>, DeployError> {
        let here = self.job.target.folder();
        if here.is_some_and(|folder| !folder.exists()) {
            return Ok(vec!["everything; the target does not exist yet".to_owned()]);
        }
        Ok(files(
            &self.push("looking at the target", &["--dry-run"]).await?,
        ))
    }

    /// Removes exactly these files, and folders that are empty without them: rsync first says what it would remove.
    async fn prune(
        &self,
        removals: &[String],
        folders: &BTreeSet<&str>,
    ) -> Result<(), DeployError> {
        let filters = Filters::new(removals, folders);
        let path = self.empty.path().join("filters");
        fs::write(&path, filters.bytes()).map_err(|error| DeployError::io(&path, error))?;
        let merge = format!("--filter=merge {}", path.display());
        let arguments = [ONLY_DELETE.as_slice(), &[merge.as_str()]].concat();
        // Without a limit, so that it names whatever is not on the list.
        let trial = [arguments.as_slice(), &["--dry-run"]].concat();
        let said = self.push("looking at what is gone", &trial).await?;
        if let Some(other) = deleted(&said).find(|path| !filters.names(path)) {
            return Err(DeployError::NotOnTheList(other));
        }
        let most = format!("--max-delete={}", removals.len() + folders.len());
        let arguments = [arguments.as_slice(), &[most.as_str()]].concat();
        self.push("removing what is gone", &arguments)
            .await
            .map(drop)
    }

    async fn push(&self, step: &'static str, arguments: &[&str]) -> Result<Vec<u8>, DeployError> {
        let verify: &[&str] = if self.job.verify {
            &["--checksum"]
        } else {
            &[]
        };
        let arguments = [SEND.as_slice(), verify, &[SAY], arguments].concat();
        let to = self.job.target.argument();
        self.run(step, &arguments, &self.source.join(""), to.as_ref())
            .await
    }

    async fn run(
        &self,
        step: &'static str,
        arguments: &[&str],
        from: &Path,
        to: &Path,
    ) -> Result<Vec<u8>, DeployError> {
        let mut command = Command::new("rsync");
        command.args(ALWAYS).args(arguments);
        if let Some(shell) = &self.job.shell {
            command.arg("-e").arg(shell);
        }
        command.arg("--").arg(from).arg(to);
        command
            .stdin(self.sending.input().map_err(DeployError::NoRsync)?)
            .env("LC_ALL", "C")
            .env("TZ", "UTC")
            .kill_on_drop(true);
        let output = command.output().await.map_err(DeployError::NoRsync)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let message: Vec<char> = text.trim().chars().rev().take(MAX_MESSAGE).collect();
        Err(DeployError::Rsync {
            step,
            code: output.status.code().unwrap_or(-1),
            message: message.into_iter().rev().collect(),
        })
    }
}

impl Carrier for Rsync {
    const FOLDERS: bool = true;

    async fn look(&self, _: &mut Ready, _: Timestamp) -> Result<Seen, DeployError> {
        let listing = self.list().await?;
        let marker = self.marker(&listing).await?;
        Ok(Seen {
            listing,
            marker,
            tag: None,
        })
    }

    async fn preview(&self, _: &Round) -> Result<Vec<String>, DeployError> {
        self.trial().await
    }

    async fn send(&self, round: Round) -> Result<(Vec<String>, Round), DeployError> {
        let mut sent = self.assets().await?;
        sent.extend(self.new_pages().await?);
        sent.extend(self.changed_pages().await?);
        Ok((sent, round))
    }

    async fn remove(&self, round: &mut Round) -> Result<(), DeployError> {
        let removals = &round.plan.removals;
        self.prune(removals, &plan::emptied(removals, &round.site))
            .await
    }
}

/// The lines about files that were sent: `<f…` to a host, `>f…` to a folder. The marker is not part of the site.
fn files(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    text.lines()
        .filter(|line| line.starts_with("<f") || line.starts_with(">f"))
        .filter(|line| !line.ends_with(&format!(" {}", marker::NAME)))
        .map(str::to_owned)
        .collect()
}

/// What a run removed or would remove. A name that cannot be read is told as it is, and is on no list.
fn deleted(output: &[u8]) -> impl Iterator<Item = String> {
    let lines = output.split(|byte| *byte == b'\n');
    lines
        .filter_map(|line| line.strip_prefix(b"*deleting   "))
        .map(|name| {
            listing::path(name).unwrap_or_else(|| String::from_utf8_lossy(name).into_owned())
        })
}
