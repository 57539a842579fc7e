//! What a deployment needs of a target, and the two kinds of targets: what rsync reaches, and object storage.

pub mod objects;
pub mod rsync;

use generator::Moment;

use super::{error::DeployError, ready::Ready, round::Round, seen::Seen};

/// Carries a site to one target. Every step may be cut off at any moment: the target is whole then, and the next
/// deployment goes on from there.
pub trait Carrier: Sync {
    /// Whether something in the place of a folder is in the way.
    const FOLDERS: bool;

    /// Looks at the target. What it says, and what is known of the site now.
    async fn look(&self, ready: Ready, now: Moment) -> Result<(Seen, Ready), DeployError>;

    /// What would be sent, line by line.
    async fn preview(&self, round: &Round) -> Result<Vec<String>, DeployError>;

    /// Sends what is new or changed: hashed files, then pages that are new, then pages that changed. Their
    /// paths, and what is known of them now.
    async fn send(&self, round: Round) -> Result<(Vec<String>, Round), DeployError>;

    /// Removes exactly what the plan says, if it is still as we put it.
    async fn remove(&self, round: &mut Round) -> Result<(), DeployError>;
}
