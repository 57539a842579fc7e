//! Why something is no target.

use generator::place::Relation;

/// Why something cannot be a target, whatever is forced.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// No text.
    #[error("the target is empty; name a folder, host:path or rsync://host/module/path")]
    Empty,
    /// What only a shell understands, and did not get to see.
    #[error(
        "the target {0} begins with ~, which only a shell understands; write the folder in full"
    )]
    Tilde(String),
    /// Control characters.
    #[error("the target holds control characters")]
    Unreadable,
    /// A host without a folder: the home folder or root of that machine.
    #[error(
        "the target {0} names no folder of that machine; give host:path or rsync://host/module/path"
    )]
    NoFolder(String),
    /// An address of another kind, which rsync would take for a host.
    #[error(
        "the target {0} is of no kind that is known; name a folder, host:path, rsync://host/module/path, or s3://, gs:// or az:// with \
         a bucket"
    )]
    Scheme(String),
    /// A place in object storage that cannot be one.
    #[error("the target {0} is no place in object storage: {1}")]
    Bucket(String, String),
    /// An S3 server that is reached without encryption.
    #[error(
        "{0} is not on this machine and http://, so that what is sent can be read and changed on the way; use https://, \
         or, in a network that nobody else is in, allow it: --s3-allow-http (CMS_S3_ALLOW_HTTP=true)"
    )]
    ClearText(String),
    /// Keys where they would be shown and logged.
    #[error(
        "the target holds a name and a password; keys belong into CMS_S3_ACCESS_KEY_ID and CMS_S3_SECRET_ACCESS_KEY"
    )]
    SecretInside,
    /// Two targets, one of which would remove files of the other.
    #[error("the targets {0} and {1} lie in one another; give each a place of its own")]
    Twice(String, String),
    /// Something private in a place that is published.
    #[error("{0} is in the site at {1}, which everyone can read; give each a place of its own")]
    Public(String, String),
    /// A folder that is somebody else's.
    #[error("the target {target} {relation} {of}; deploy into a folder of its own")]
    Overlap {
        /// As given.
        target: String,
        /// How it stands to that.
        relation: Relation,
        /// To what.
        of: String,
    },
    /// It cannot be told where it leads.
    #[error("the target {0} cannot be followed: {1}")]
    Unresolved(String, String),
}
