//! What editors and scripts see of deployments, which `deploy` carries out.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The last deployment, as anyone may see it. Of several targets the one that is worst off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DeployStatus {
    /// Which target, counted from 1 in the order of the settings.
    pub target: usize,
    /// What happens.
    pub state: DeployState,
    /// The published revision it is about.
    pub revision: i64,
    /// The newest revision that is known to be there; before anything arrived since the start, the one before the first that
    /// was tried.
    #[serde(skip)]
    pub arrived: i64,
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
    /// What visitors see at the public address; `null` while nobody has looked, or where that address is not set.
    #[schema(required = true)]
    pub visible: Option<Visible>,
}

/// What a deployment is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeployState {
    /// Files are being sent.
    Running,
    /// The target has this revision.
    Live,
    /// It did not work.
    Failed,
}

/// What is found at the public address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Visible {
    /// Whether pages are still being looked at.
    pub looking: bool,
    /// Since when this is so.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Pages looked at, of those that changed.
    pub pages: usize,
    /// Codes of the site's languages of which every page that was looked at is as it was deployed.
    pub languages: Vec<String>,
    /// Pages that visitors still get in an older state.
    pub old: Vec<OldPage>,
}

/// A page that is not yet as it was deployed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OldPage {
    /// Its address within the site.
    pub path: String,
    /// Why.
    pub why: Old,
}

/// Why a page does not count as live.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Old {
    /// Another content is there: an older one, or something in between changes pages.
    Differs,
    /// It is answered with an error or leads elsewhere.
    Refused,
    /// It was removed and is there still.
    StillThere,
    /// No answer in time.
    Slow,
    /// No connection.
    Unreachable,
}

impl DeployStatus {
    /// One that begins.
    pub fn running(target: usize, revision: i64, at: Timestamp) -> Self {
        Self {
            target,
            state: DeployState::Running,
            revision,
            arrived: revision - 1,
            at,
            ms: None,
            sent: 0,
            removed: 0,
            error: None,
            visible: None,
        }
    }

    /// How bad it is.
    fn trouble(&self) -> u8 {
        let old = |seen: &Visible| !seen.looking && !seen.old.is_empty();
        match self.state {
            DeployState::Failed => 4,
            DeployState::Running => 3,
            DeployState::Live if self.visible.as_ref().is_some_and(old) => 2,
            DeployState::Live if self.visible.as_ref().is_some_and(|seen| seen.looking) => 1,
            DeployState::Live => 0,
        }
    }

    /// Of several targets, the one that is worst off; the first of equals.
    pub fn worst(all: &[Self]) -> Option<Self> {
        let worst = all.iter().max_by_key(|one| (one.trouble(), -one.revision));
        let worst = worst.map(|worst| (worst.trouble(), worst.revision))?;
        all.iter()
            .find(|one| (one.trouble(), one.revision) == worst)
            .cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_targets_the_worst_is_told() {
        let of = |target: usize, state: DeployState, revision: i64| DeployStatus {
            state,
            ..DeployStatus::running(target, revision, Timestamp::UNIX_EPOCH)
        };
        let worst = |all: &[DeployStatus]| DeployStatus::worst(all).map(|one| one.target);
        let (live, failed) = (DeployState::Live, DeployState::Failed);
        assert_eq!(worst(&[]), None);
        assert_eq!(worst(&[of(1, live, 7)]), Some(1));
        assert_eq!(worst(&[of(1, live, 7), of(2, failed, 7)]), Some(2));
        assert_eq!(
            worst(&[of(1, live, 7), of(2, live, 6)]),
            Some(2),
            "it is behind"
        );
        assert_eq!(worst(&[of(1, live, 7), of(2, live, 7)]), Some(1));
    }
}
