//! Why a deployment did not happen.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::{
    config::target::TargetError,
    net::NetError,
    storage::{StorageError, Trouble},
};

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
    /// The target cannot be one.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// Another CMS looks after the target.
    #[error(
        "another CMS, or another copy of this one's data folder, deploys to this target{when}; \
         if this one is to take over, deploy with --force (nothing of the other is removed, files of the same name are replaced)",
        when = .0.map_or(String::new(), |at| format!(" (last {at:.0})"))
    )]
    OtherOwner(Option<Timestamp>),
    /// Files of others are where the site's go.
    #[error(
        "{files} of the target that this CMS did not put there would be replaced (e.g. {example}); \
         look with --dry-run, then deploy with --force",
        files = files(*.count)
    )]
    Occupied {
        /// Files.
        count: usize,
        /// One of them.
        example: String,
    },
    /// Something that is no folder is where a folder of the site goes.
    #[error("{0} on the target is in the place of a folder of the site; remove it there")]
    Blocked(String),
    /// Much would be removed.
    #[error(
        "{files} of the target would be removed (e.g. {example}), at most {allowed} may be; \
         look with --dry-run, and if that is right, deploy with --max-delete {count}",
        files = files(*.count)
    )]
    TooManyRemovals {
        /// Files.
        count: usize,
        /// What `--max-delete` allows.
        allowed: usize,
        /// One of them.
        example: String,
    },
    /// rsync would remove more than was asked for.
    #[error("rsync would remove {0}, which is not on the list; nothing was removed")]
    NotOnTheList(String),
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
    /// Object storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// More objects than a site has.
    #[error("there are more than {0} objects under that prefix; give the site a prefix of its own")]
    TooManyObjects(usize),
    /// Somebody else began a deployment while this one did.
    #[error("another deployment to this target has begun; this one ends, and nothing was removed")]
    Overtaken,
    /// The CDN was not told.
    #[error("the site is on the target, but the CDN could not be told what changed: {0}")]
    Purge(String),
    /// Search engines were not told.
    #[error("the site is on the target, but search engines could not be told what changed: {0}")]
    Announcement(String),
    /// Connections to others cannot be made ready.
    #[error(transparent)]
    Net(#[from] NetError),
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

fn files(count: usize) -> String {
    match count {
        1 => "1 file".to_owned(),
        _ => format!("{count} files"),
    }
}

impl DeployError {
    pub(super) fn io(path: &Path, error: std::io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            error,
        }
    }

    /// Whether a look at the whole plan helps to decide; the rest is refused before there is one, or nothing can be sent.
    pub(super) fn is_about_the_plan(&self) -> bool {
        matches!(self, Self::TooManyRemovals { .. } | Self::Occupied { .. })
    }

    /// Whether rsync found no folder where the target would be.
    pub(super) fn is_missing_folder(&self) -> bool {
        let Self::Rsync {
            code: 23, message, ..
        } = self
        else {
            return false;
        };
        message.contains("change_dir") && message.contains("No such file or directory (2)")
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
                    "{} of the target would be removed; deploy with --max-delete {count} if that is right.",
                    files(*count)
                )
            }
            Self::Occupied { count, .. } => {
                format!(
                    "{} of others on the target would be replaced; deploy with --force if that is right.",
                    files(*count)
                )
            }
            Self::OtherOwner(_) => {
                "Another CMS deploys to the target; deploy with --force to take over.".into()
            }
            Self::Blocked(_) => {
                "Something on the target is in the place of a folder of the site.".into()
            }
            Self::Target(_) => "The target cannot be one; the log says why.".into(),
            Self::Busy => "Another deployment is running.".into(),
            Self::NoRsync(_) => "rsync cannot be started.".into(),
            Self::Rsync { step, code, .. } => {
                format!("rsync failed while {step} (exit code {code}).")
            }
            Self::Storage(StorageError { why, step, .. }) => {
                format!("Object storage: {why}, while {step}.")
            }
            Self::TooManyObjects(_) => {
                "There are too many objects beside the site's; give it a prefix of its own.".into()
            }
            Self::Purge(why) => format!("The CDN could not be told what changed: {why}."),
            Self::Announcement(why) => {
                format!("Search engines could not be told what changed: {why}.")
            }
            Self::Overtaken => "Another deployment to the target has begun.".into(),
            Self::Io { .. } | Self::Task(_) | Self::NotOnTheList(_) | Self::Net(_) => {
                "The deployment failed; the log has the details.".into()
            }
        }
    }

    /// Whether only a person can help, so that trying again is of no use.
    pub fn needs_a_person(&self) -> bool {
        matches!(
            self,
            Self::Empty(_)
                | Self::Shrunken { .. }
                | Self::TooManyRemovals { .. }
                | Self::Occupied { .. }
                | Self::OtherOwner(_)
                | Self::Target(_)
                | Self::TooManyObjects(_)
                | Self::Storage(StorageError {
                    why: Trouble::Settings,
                    ..
                })
        )
    }
}
