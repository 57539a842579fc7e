//! Work that keeps a thread.

use super::error::DeployError;

/// Does it where nobody waits for the thread.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, DeployError> + Send + 'static,
) -> Result<T, DeployError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| DeployError::Task(error.to_string()))?
}
