//! Settings that cannot be, apart from what may be otherwise at the next try.

use std::io;

use super::target_error::TargetError;

/// A setting that cannot be, or what else stays so until somebody mends it: a service is not to be started again with it.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct WrongSetting(#[from] anyhow::Error);

/// A refusal of settings, unless it was the disk that failed while they were looked at.
pub fn refusal(error: anyhow::Error) -> anyhow::Error {
    let is_of_disk = error.chain().any(|cause| {
        let target = cause.downcast_ref();
        cause.is::<io::Error>() || matches!(target, Some(TargetError::Unresolved(..)))
    });
    if is_of_disk {
        error
    } else {
        WrongSetting(error).into()
    }
}
