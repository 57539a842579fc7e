//! What editors and scripts see of deployments, which `deploy` carries out.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The last deployment, as anyone may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DeployStatus {
    /// What happens.
    pub state: DeployState,
    /// The published revision it is about.
    pub revision: i64,
    /// When this state began.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Milliseconds it took; while it runs and when it failed, `null`.
    #[schema(required = true)]
    pub ms: Option<u64>,
    /// Files sent.
    pub sent: usize,
    /// Files removed.
    pub removed: usize,
    /// Why it failed; it is tried again by itself unless the text says what to do.
    #[schema(required = true)]
    pub error: Option<String>,
}

/// What a deployment is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeployState {
    /// rsync runs.
    Running,
    /// The target has this revision.
    Live,
    /// It did not work.
    Failed,
}

impl DeployStatus {
    /// One that begins.
    pub fn running(revision: i64, at: Timestamp) -> Self {
        Self {
            state: DeployState::Running,
            revision,
            at,
            ms: None,
            sent: 0,
            removed: 0,
            error: None,
        }
    }
}
