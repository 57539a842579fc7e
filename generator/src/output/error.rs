//! Why a build failed.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::base::{Problem, Problems, Severity};
use crate::images::ImageStoreError;

/// Why a build or a preview failed. What then holds of `dist` is said at [`crate::Generator::build`].
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Something people wrote is wrong: template, content, island.
    #[error(transparent)]
    Problems(#[from] Problems),
    /// The disk.
    #[error("{}: {source}", path.display())]
    Io {
        /// What was read or written.
        path: PathBuf,
        /// Why it failed.
        source: std::io::Error,
    },
    /// The store of images.
    #[error(transparent)]
    Images(#[from] ImageStoreError),
    /// A folder belongs to another generator.
    #[error("{} is in use by {by}", folder.display())]
    InUse {
        /// `dist` or the cache.
        folder: PathBuf,
        /// The program that has it, as far as the system tells.
        by: String,
    },
    /// Files of the cache are not what was put there; they are made again.
    #[error("{} files of the cache are damaged", .0.len())]
    Damaged(Vec<PathBuf>),
    /// Nothing leads back to this publication: it is not kept, or nothing has happened since.
    #[error("there is no way back to publication {0}")]
    NoSuchRelease(u64),
    /// Files of an earlier publication that stands are missing or damaged, and were not kept: so many, and the first.
    #[error("{0} files of the publication that stands are missing or damaged, and are not kept")]
    Lost(usize, String),
}

/// Codes of problems with the disk: files may be readable, and a folder emptied, the next time.
const OF_DISK: [&str; 5] = ["io", "unreadable", "threads", "not-a-site", "store"];

impl BuildError {
    /// Shorthand for the error of a path.
    pub fn io(path: impl AsRef<Path>) -> impl FnOnce(std::io::Error) -> BuildError {
        let path = path.as_ref().to_owned();
        move |source| BuildError::Io { path, source }
    }

    /// Whether it may pass without anyone changing content, templates or posts: a full disk, a missing permission,
    /// a lock that someone else has, a store that does not answer.
    pub fn may_pass(&self) -> bool {
        match self {
            BuildError::NoSuchRelease(_) | BuildError::Lost(..) => false,
            BuildError::Problems(problems) => problems.0.iter().any(|problem| {
                problem.severity == Severity::Error && OF_DISK.contains(&problem.code.as_str())
            }),
            _ => true,
        }
    }

    /// The error as problems, for a report.
    pub fn problems(&self) -> Problems {
        match self {
            BuildError::Problems(problems) => problems.clone(),
            BuildError::Io { path, source } => {
                let code = match source.kind() {
                    ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "disk-full",
                    _ => "io",
                };
                Problem::error(code, source.to_string())
                    .in_file(path)
                    .into()
            }
            BuildError::Images(error) => Problem::error("image-store", error.to_string()).into(),
            BuildError::InUse { folder, by } => {
                Problem::error("in-use", format!("this folder is in use by {by}"))
                    .in_file(folder)
                    .hint("stop that program, or give another folder")
                    .into()
            }
            BuildError::Damaged(_) => Problem::error("damaged", self.to_string())
                .hint("they are made again by the next build")
                .into(),
            BuildError::NoSuchRelease(_) => Problem::error("no-such-release", self.to_string())
                .hint("let publishing go on, or choose another one")
                .into(),
            BuildError::Lost(_, first) => Problem::error("lost-files", self.to_string())
                .in_file(first)
                .hint("let publishing go on: then they are made again")
                .into(),
        }
    }
}

impl From<Problem> for BuildError {
    fn from(problem: Problem) -> Self {
        BuildError::Problems(problem.into())
    }
}

impl Serialize for BuildError {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.problems().serialize(serializer)
    }
}
