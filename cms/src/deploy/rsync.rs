//! The passes, as arguments of rsync.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

use tokio::process::Command;

use super::{DeployError, Job};

/// Recursive; times, to the nanosecond, so that unchanged files are recognised: two publications within a second can
/// differ in nothing but a hash of the same length; plain permissions; one line for each change.
const ALWAYS: [&str; 8] = [
    "-rt",
    "--modify-window=-1",
    "--perms",
    "--chmod=D755,F644",
    "--omit-dir-times",
    "--out-format=%i %n",
    "--timeout=120",
    "--no-motd",
];
const ONLY_ASSETS: [&str; 3] = [
    "--include=/assets/***",
    "--include=/media/***",
    "--exclude=*",
];
const ONLY_DELETE: [&str; 3] = ["--delete", "--existing", "--ignore-existing"];
/// Of what rsync says when it fails, the end is kept.
const MAX_MESSAGE: usize = 600;

/// rsync from one folder to one target.
#[derive(Debug)]
pub struct Rsync {
    source: PathBuf,
    target: String,
    folder: Option<PathBuf>,
    shell: Option<String>,
}

impl Rsync {
    /// For this job, from this folder.
    pub fn new(job: &Job, source: &Path) -> Self {
        Self {
            source: source.to_owned(),
            target: job.target.argument(),
            folder: job.target.folder().map(Path::to_owned),
            shell: job.shell.clone(),
        }
    }

    /// Hashed files: added, never changed or removed.
    pub async fn assets(&self) -> Result<usize, DeployError> {
        self.make_folder()?;
        Ok(files(&self.run("sending assets", &ONLY_ASSETS).await?).count())
    }

    /// Pages that are not there yet: nothing links to them until the next pass.
    pub async fn new_pages(&self) -> Result<usize, DeployError> {
        Ok(files(
            &self
                .run(
                    "sending new pages",
                    &["--ignore-existing", "--delay-updates"],
                )
                .await?,
        )
        .count())
    }

    /// Pages that changed, put in place together.
    pub async fn changed_pages(&self) -> Result<usize, DeployError> {
        Ok(files(
            &self
                .run("sending changed pages", &["--delay-updates"])
                .await?,
        )
        .count())
    }

    /// What would be sent.
    pub async fn preview(&self) -> Result<Vec<String>, DeployError> {
        if self.is_new() {
            return Ok(vec!["everything; the target does not exist yet".to_owned()]);
        }
        let lines = self.run("looking at the target", &["--dry-run"]).await?;
        Ok(files(&lines).map(str::to_owned).collect())
    }

    /// What [`Rsync::prune`] would remove.
    pub async fn removals(&self, filters: &Path) -> Result<Vec<String>, DeployError> {
        if self.is_new() {
            return Ok(Vec::new());
        }
        let merge = merge(filters);
        let arguments = [&["--dry-run", merge.as_str()], ONLY_DELETE.as_slice()].concat();
        let lines = self.run("looking at the target", &arguments).await?;
        let gone = lines
            .lines()
            .filter_map(|line| line.strip_prefix("*deleting "));
        Ok(gone
            .map(|path| path.trim().to_owned())
            .filter(|path| !path.ends_with('/'))
            .collect())
    }

    /// Removes what is not part of the site, but for what `filters` protect.
    pub async fn prune(&self, filters: &Path) -> Result<(), DeployError> {
        let merge = merge(filters);
        let arguments = [&[merge.as_str()], ONLY_DELETE.as_slice()].concat();
        self.run("removing what is gone", &arguments)
            .await
            .map(drop)
    }

    /// A local target that does not exist yet.
    fn is_new(&self) -> bool {
        self.folder.as_ref().is_some_and(|folder| !folder.exists())
    }

    fn make_folder(&self) -> Result<(), DeployError> {
        match &self.folder {
            Some(folder) => {
                std::fs::create_dir_all(folder).map_err(|error| DeployError::io(folder, error))
            }
            None => Ok(()),
        }
    }

    async fn run(&self, step: &'static str, arguments: &[&str]) -> Result<String, DeployError> {
        let mut command = Command::new("rsync");
        command.args(ALWAYS).args(arguments);
        if let Some(shell) = &self.shell {
            command.arg("-e").arg(shell);
        }
        command
            .arg("--")
            .arg(self.source.join(""))
            .arg(&self.target);
        command
            .stdin(Stdio::null())
            .env("LC_ALL", "C")
            .kill_on_drop(true);
        let output = command.output().await.map_err(DeployError::NoRsync)?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
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

fn merge(filters: &Path) -> String {
    format!("--filter=merge {}", filters.display())
}

/// The lines about files that were sent: `<f…` to a host, `>f…` to a folder.
fn files(lines: &str) -> impl Iterator<Item = &str> {
    lines
        .lines()
        .filter(|line| line.starts_with("<f") || line.starts_with(">f"))
}
