//! The passes, as arguments of rsync.
//!
//! What differs is found by our record where that is believed (`look`), and otherwise by rsync, which walks both sides.

mod filters;
mod here;
mod look;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use generator::Moment;
use tokio::process::Command;

use self::filters::Filters;
use super::Carrier;
use crate::deploy::{
    error::DeployError,
    job::Job,
    listing,
    marker::{self, Marker},
    plan,
    ready::Ready,
    round::{Pass, Round},
    seen::{Seen, Sight},
    sending::Sending,
    snapshot,
    stamp::Stamp,
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
/// Comes before the rules or names that it is about.
const FROM_0: &str = "--from0";
const ONLY_DELETE: [&str; 4] = [FROM_0, "--delete", "--existing", "--ignore-existing"];
/// What rsync says before the name of a file that is not there yet.
const NEW: &str = ">f+++++++++";
/// Of what rsync says when it fails, the end is kept.
const MAX_MESSAGE: usize = 600;
/// rsync from one folder to one target.
#[derive(Debug)]
pub struct Rsync {
    source: PathBuf,
    job: Job,
    sending: Arc<Sending>,
    /// For what rsync is to read and for what it fetches.
    notes: tempfile::TempDir,
}

impl Rsync {
    /// For this job, from this folder; `own` is where it may make folders.
    pub fn new(
        job: Job,
        sending: Arc<Sending>,
        source: &Path,
        own: &Path,
    ) -> Result<Self, DeployError> {
        let notes = tempfile::Builder::new()
            .prefix(snapshot::LISTING)
            .tempdir_in(own)
            .map_err(|error| DeployError::io(own, error))?;
        Ok(Self {
            source: source.to_owned(),
            job,
            sending,
            notes,
        })
    }

    /// All that differs, whatever is known of it. Hashed files are added, never changed or removed; nothing links to new
    /// pages until those that changed are put in place together.
    async fn send_all(&self) -> Result<Vec<String>, DeployError> {
        let mut sent = self.pass(Pass::Assets, &ONLY_ASSETS).await?;
        sent.extend(self.pass(Pass::New, &["--ignore-existing"]).await?);
        sent.extend(self.pass(Pass::Changed, &[]).await?);
        Ok(sent)
    }

    /// What is not known to be there, by its names: neither side is walked.
    async fn send_pending(&self, round: &Round) -> Result<Vec<String>, DeployError> {
        let mut sent = Vec::new();
        for (pass, files) in round.pending() {
            let mut names = names(files);
            if pass == Pass::Assets {
                names.push(marker::NAME.to_owned());
            }
            if !names.is_empty() {
                let list = self.list_of_names(&names)?;
                sent.extend(self.pass(pass, &[FROM_0, &list]).await?);
            }
        }
        Ok(sent)
    }

    /// An argument that names these files of the site.
    fn list_of_names(&self, names: &[String]) -> Result<String, DeployError> {
        // A name that begins like a remark is one.
        let names: String = names.iter().map(|name| format!("./{name}\0")).collect();
        let path = self.note("names", names.as_bytes())?;
        Ok(format!("--files-from={}", path.display()))
    }

    /// An argument with these rules.
    fn merge(&self, rules: &[u8]) -> Result<String, DeployError> {
        let path = self.note("filters", rules)?;
        Ok(format!("--filter=merge {}", path.display()))
    }

    /// A file that rsync reads, for one run.
    fn note(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, DeployError> {
        let path = self.notes.path().join(name);
        fs::write(&path, bytes).map_err(|error| DeployError::io(&path, error))?;
        Ok(path)
    }

    /// The paths of what was sent.
    async fn pass(&self, pass: Pass, arguments: &[&str]) -> Result<Vec<String>, DeployError> {
        let (step, together): (_, &[&str]) = match pass {
            Pass::Assets => ("sending assets", &[]),
            Pass::New => ("sending new pages", &["--delay-updates"]),
            Pass::Changed => ("sending changed pages", &["--delay-updates"]),
        };
        let arguments = &[arguments, together].concat();
        let lines = files(&self.push(step, arguments).await?);
        // After the letters and a blank. A name that cannot be read is nobody's address.
        let path = |line: String| listing::path(line.as_bytes().get(listing::ITEM + 1..)?);
        Ok(lines.into_iter().filter_map(path).collect())
    }

    /// What would be sent.
    async fn trial(&self, round: &Round) -> Result<Vec<String>, DeployError> {
        if self.is_missing() {
            let all = names(round.pending().into_iter().flat_map(|(_, files)| files));
            return Ok(all.iter().map(|path| format!("{NEW} {path}")).collect());
        }
        let list;
        let mut arguments = vec!["--dry-run"];
        if let Sight::Names(_) = round.seen.sight {
            let names = names(round.pending().into_iter().flat_map(|(_, files)| files));
            list = self.list_of_names(&names)?;
            arguments.extend([FROM_0, list.as_str()]);
        }
        Ok(files(
            &self.push("looking at the target", &arguments).await?,
        ))
    }

    /// Whether there is no such folder yet, as far as can be seen from here.
    fn is_missing(&self) -> bool {
        let here = self.job.target.folder();
        here.is_some_and(|folder| !folder.exists())
    }

    /// Whether the target's note is that of this deployment, so that what is staged there is nobody else's.
    async fn is_ours_still(&self, round: &Round) -> Result<bool, DeployError> {
        let found = self.marker().await?;
        let found = found.as_deref().and_then(Marker::read);
        Ok(found.is_some_and(|found| found.deployment == round.marker().deployment))
    }

    /// Removes exactly these files, and folders that are empty without them: rsync first says what it would remove.
    async fn prune(
        &self,
        removals: &[String],
        folders: &BTreeSet<&str>,
    ) -> Result<(), DeployError> {
        // Only in folders that are on both sides is anything removed, and the frozen copy may have but what changed.
        let kept = removals.iter().flat_map(|file| plan::parents(file));
        for folder in kept.filter(|folder| !folders.contains(folder)) {
            let folder = self.source.join(folder);
            fs::create_dir_all(&folder).map_err(|error| DeployError::io(&folder, error))?;
        }
        let filters = Filters::new(removals, folders);
        let merge = self.merge(&filters.bytes())?;
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
        Err(DeployError::Rsync {
            step,
            code: output.status.code().unwrap_or(-1),
            message: end(&String::from_utf8_lossy(&output.stderr)),
        })
    }
}

impl Carrier for Rsync {
    const FOLDERS: bool = true;

    async fn look(&self, ready: Ready, now: Moment) -> Result<(Seen, Ready), DeployError> {
        Ok(match self.by_record(&ready, now).await? {
            Some(seen) => (seen, ready),
            None => (self.everything().await?, ready.whole().await?),
        })
    }

    async fn preview(&self, round: &Round) -> Result<Vec<String>, DeployError> {
        self.trial(round).await
    }

    async fn send(&self, round: Round) -> Result<(Vec<String>, Round), DeployError> {
        if let Some(folder) = self.job.target.folder() {
            here::create(folder).map_err(|error| DeployError::io(folder, error))?;
        }
        let sent = match round.seen.sight {
            Sight::Everything => self.send_all().await?,
            Sight::Names(_) => self.send_pending(&round).await?,
        };
        Ok((sent, round))
    }

    async fn remove(&self, round: &mut Round) -> Result<(), DeployError> {
        if !round.plan.left_over.is_empty() && !self.is_ours_still(round).await? {
            return Err(DeployError::Overtaken);
        }
        let going = round.plan.going();
        self.prune(&going, &plan::emptied(&going, &round.site))
            .await
    }
}

/// The end of what it said, on one line as everything in a log.
fn end(said: &str) -> String {
    let lines: Vec<&str> = said.lines().map(str::trim).collect();
    let text = lines.join("; ");
    let before = text.chars().count().saturating_sub(MAX_MESSAGE);
    text.chars().skip(before).collect()
}

fn names(files: impl IntoIterator<Item = (String, Stamp)>) -> Vec<String> {
    files.into_iter().map(|(path, _)| path).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_what_was_said_is_kept_on_one_line() {
        let said = "rsync: [sender] change_dir failed\r\nrsync error: code 23\n";
        assert_eq!(
            end(said),
            "rsync: [sender] change_dir failed; rsync error: code 23"
        );
        let long = format!("{}ə", "x".repeat(2 * MAX_MESSAGE));
        let kept = end(&long);
        assert!(kept.chars().count() == MAX_MESSAGE && kept.ends_with('ə'));
    }

    #[test]
    fn every_line_about_what_goes_is_read() {
        let said = b"*deleting   gone/two words.html\n.d..t...... gone/\n*deleting   gone/\n\
                     *deleting   new\\#012line\n*deleting   \xff.html\n>f+++++++++ deleting\n";
        let found: Vec<String> = deleted(said).collect();
        let wanted = ["gone/two words.html", "gone/", "new\nline", "\u{fffd}.html"];
        assert_eq!(found, wanted);
    }
}
