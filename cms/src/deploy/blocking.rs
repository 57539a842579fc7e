//! Work that keeps a thread.

use super::error::DeployError;
use crate::blocking;

/// Does it where nobody waits for the thread.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, DeployError> + Send + 'static,
) -> Result<T, DeployError> {
    blocking::run(work)
        .await
        .map_err(|error| DeployError::Task(error.to_string()))?
}
