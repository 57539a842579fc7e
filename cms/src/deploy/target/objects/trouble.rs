//! What object storage says when it refuses or fails.

use std::error::Error as _;

use object_store::{Error, path};

use crate::deploy::error::{DeployError, StorageTrouble};

/// Of what it says, the beginning is kept.
const MAX_MESSAGE: usize = 600;

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
pub fn trouble(step: &'static str, error: &Error) -> DeployError {
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
    DeployError::Storage {
        step,
        why: why(error, &text),
        message: text.chars().take(MAX_MESSAGE).collect(),
    }
}

fn why(error: &Error, text: &str) -> StorageTrouble {
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if says(&["RequestTimeTooSkewed", "RequestExpired"]) {
        return StorageTrouble::Clock;
    }
    if says(&["NoSuchBucket", "ContainerNotFound"]) {
        return StorageTrouble::NoBucket;
    }
    match error {
        Error::NotFound { .. } => StorageTrouble::NoBucket,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => StorageTrouble::Denied,
        // Lists are refused without a type of their own.
        _ if says(&["status code: 401", "status code: 403"]) => StorageTrouble::Denied,
        _ if says(&["SlowDown", "status code: 5", "status code: 429"]) => StorageTrouble::Busy,
        _ if says(&["no answer within"]) => StorageTrouble::Slow,
        _ if says(&["no connection", "the connection broke"]) => StorageTrouble::Unreachable,
        _ => StorageTrouble::Other,
    }
}

/// A name that no object can have.
pub fn invalid(error: path::Error) -> DeployError {
    DeployError::Storage {
        step: "naming an object",
        why: StorageTrouble::Settings,
        message: error.to_string(),
    }
}
