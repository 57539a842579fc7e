//! Why a deployment did not happen.

use std::path::{Path, PathBuf};

/// A deployment that was refused or failed. The target is in order in every case.
#[derive(Debug, thiserror::Error)]
pub enum DeployError {
    /// Nothing to deploy.
    #[error("{dist} holds no generated site (no index.html); run `cms generate` first, or deploy with --force", dist = .0.display())]
    Empty(PathBuf),
    /// Much less than last time.
    #[error(
        "the site has {now} pages, the last deployment had {before}; if that is right, deploy with --force"
    )]
    Shrunken {
        /// Pages of the last deployment.
        before: usize,
        /// Pages now.
        now: usize,
    },
    /// The target holds much that the site does not.
    #[error(
        "{count} files of the target are not part of the site and would be removed (e.g. {example}); \
         if that is right, deploy with --force"
    )]
    TooManyRemovals {
        /// Files.
        count: usize,
        /// One of them.
        example: String,
    },
    /// Another deployment runs.
    #[error("another deployment is running")]
    Busy,
    /// rsync is not installed.
    #[error("rsync cannot be started ({0}); install it")]
    NoRsync(std::io::Error),
    /// rsync failed.
    #[error("rsync failed while {step} (exit code {code}): {message}")]
    Rsync {
        /// What it was doing.
        step: &'static str,
        /// Its exit code; -1 when it was killed.
        code: i32,
        /// The end of what it said.
        message: String,
    },
    /// A file of ours.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A task of ours died.
    #[error("internal: {0}")]
    Task(String),
}

impl DeployError {
    pub(super) fn io(path: &Path, error: std::io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            error,
        }
    }

    /// What the status call may say to anyone: no hosts, no paths.
    pub fn public_text(&self) -> String {
        match self {
            Self::Empty(_) => "The generated site is empty; nothing was deployed.".into(),
            Self::Shrunken { before, now } => {
                format!(
                    "The site shrank from {before} to {now} pages; deploy it with --force if that is right."
                )
            }
            Self::TooManyRemovals { count, .. } => {
                format!(
                    "{count} files of the target would be removed; deploy with --force if that is right."
                )
            }
            Self::Busy => "Another deployment is running.".into(),
            Self::NoRsync(_) => "rsync cannot be started.".into(),
            Self::Rsync { step, code, .. } => {
                format!("rsync failed while {step} (exit code {code}).")
            }
            Self::Io { .. } | Self::Task(_) => {
                "The deployment failed; the log has the details.".into()
            }
        }
    }

    /// Whether only a person can help, so that trying again is of no use.
    pub fn needs_a_person(&self) -> bool {
        matches!(
            self,
            Self::Empty(_) | Self::Shrunken { .. } | Self::TooManyRemovals { .. }
        )
    }
}
