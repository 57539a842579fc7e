//! What object storage says when it refuses or fails.

use std::error::Error as _;

use object_store::{Error, path};

/// Of what it says, the beginning is kept.
const MAX_MESSAGE: usize = 600;

/// Object storage refused or failed.
#[derive(Debug, thiserror::Error)]
#[error("object storage: {why}, while {step}: {message}")]
pub struct StorageError {
    /// What was being done.
    pub step: &'static str,
    /// Why, in a few words that name nothing.
    pub why: Trouble,
    /// What it said.
    pub message: String,
}

/// What is the matter with object storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// No connection.
    #[error("it cannot be reached")]
    Unreachable,
    /// No answer in time.
    #[error("it did not answer in time")]
    Slow,
    /// 429, 5xx.
    #[error("it is overloaded or out of order")]
    Busy,
    /// 401, 403.
    #[error("it refuses the keys")]
    Denied,
    /// None are set, and this machine has none of its own.
    #[error("there are no keys for it")]
    NoKeys,
    /// 403, because signatures are good for some minutes only.
    #[error("the clock of this machine and its own differ too much; set the clock")]
    Clock,
    /// 404 of the bucket.
    #[error("there is no such bucket")]
    NoBucket,
    /// Something there has a name that the library cannot read.
    #[error("the name of an object there cannot be read")]
    Name,
    /// Settings that cannot be.
    #[error("the settings are wrong")]
    Settings,
    /// Anything else.
    #[error("it failed")]
    Other,
}

/// An object is not there. A bucket that is not there is something else.
pub fn is_missing(error: &Error) -> bool {
    matches!(error, Error::NotFound { .. }) && !error.to_string().contains("NoSuchBucket")
}

/// The server does not know what was asked of it.
pub fn is_unknown_to_it(error: &Error) -> bool {
    let text = error.to_string();
    matches!(
        error,
        Error::NotImplemented { .. } | Error::NotSupported { .. }
    ) || text.contains("<Code>NotImplemented</Code>")
        || text.contains("status code: 501")
}

/// An error with the step that met it.
pub fn trouble(step: &'static str, error: &Error) -> StorageError {
    let mut text = error.to_string();
    let mut source = error.source();
    // Each level repeats those below it, but for the last ones.
    while let Some(inner) = source {
        let more = inner.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        source = inner.source();
    }
    let why = why(error, &text);
    let text: String = text.chars().take(MAX_MESSAGE).collect();
    StorageError {
        step,
        why,
        message: match remedy(why) {
            Some(remedy) => format!("{remedy} ({})", on_one_line(&text)),
            None => on_one_line(&text),
        },
    }
}

/// What to do, where it does not say so itself.
fn remedy(why: Trouble) -> Option<&'static str> {
    match why {
        Trouble::NoKeys => Some(
            "set CMS_S3_ACCESS_KEY_ID and CMS_S3_SECRET_ACCESS_KEY, for gs:// and az:// the variables of their makers \
             (GOOGLE_…, AZURE_…)",
        ),
        Trouble::Name => Some(
            "rename or remove that object, or give this CMS a prefix or a bucket that nobody else puts anything into",
        ),
        _ => None,
    }
}

/// A log has a line for each thing it tells.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn why(error: &Error, text: &str) -> Trouble {
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if says(&["RequestTimeTooSkewed", "RequestExpired"]) {
        return Trouble::Clock;
    }
    if says(&["NoSuchBucket", "ContainerNotFound"]) {
        return Trouble::NoBucket;
    }
    // The address at which machines of the makers get theirs, asked when nothing else is known.
    if says(&["169.254.169.254", "/latest/api/token"]) {
        return Trouble::NoKeys;
    }
    match error {
        Error::InvalidPath { .. } => Trouble::Name,
        Error::NotFound { .. } => Trouble::NoBucket,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => Trouble::Denied,
        // Lists are refused without a type of their own.
        _ if says(&["status code: 401", "status code: 403"]) => Trouble::Denied,
        _ if says(&["SlowDown", "status code: 5", "status code: 429"]) => Trouble::Busy,
        _ if says(&["no answer within"]) => Trouble::Slow,
        _ if says(&["no connection", "the connection broke"]) => Trouble::Unreachable,
        _ => Trouble::Other,
    }
}

/// A name that no object can have.
pub fn invalid(error: path::Error) -> StorageError {
    StorageError {
        step: "naming an object",
        why: Trouble::Settings,
        message: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(error: &Error) -> (Trouble, String) {
        let said = trouble("listing objects", error);
        (said.why, said.message)
    }

    #[test]
    fn an_object_whose_name_cannot_be_read_is_named() {
        let source = path::Path::parse("www/a//b").err();
        let source = source.unwrap_or_else(|| unreachable!("it is none"));
        let (why, message) = said(&Error::InvalidPath { source });
        assert_eq!(why, Trouble::Name);
        assert!(message.contains("www/a//b") && message.contains("remove that object"));
    }

    #[test]
    fn whoever_asked_a_machine_in_vain_for_its_keys_has_none() {
        let source = "PUT http://169.254.169.254/latest/api/token: status code: 403\nforbidden";
        let (why, message) = said(&Error::Generic {
            store: "S3",
            source: source.into(),
        });
        assert_eq!(why, Trouble::NoKeys);
        assert!(message.contains("CMS_S3_ACCESS_KEY_ID") && !message.contains('\n'));
    }
}
