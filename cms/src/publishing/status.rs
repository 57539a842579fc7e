//! What editors and scripts see of the publisher.

use generator::{Problem, Report};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::deployment::{DeployState, DeployStatus};
use crate::store::{hold::Hold, revisions::Revisions};

/// Warnings and problems told in full; the log has all of them.
const MAX_PROBLEMS: usize = 50;

/// What is saved, what is live, and what happened last.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Status {
    /// Raised by one with every save.
    pub revision: i64,
    /// The newest revision that is live.
    pub published_revision: i64,
    /// Raised with every change that only staff see: working copies, schedules, the trash.
    pub edits: i64,
    /// What the publisher does.
    pub state: State,
    /// The last generation that went live since the start.
    #[schema(required = true)]
    pub last_build: Option<Build>,
    /// Why the last generation failed; `null` once one succeeds.
    #[schema(required = true)]
    pub last_error: Option<Failure>,
    /// An earlier publication stands: what is saved goes live when publishing goes on. `null` usually.
    #[schema(required = true)]
    pub held: Option<Held>,
    /// The last deployment since the start; `null` when nothing is deployed by itself. Of several targets the one that is
    /// worst off.
    #[schema(required = true)]
    pub deploy: Option<DeployStatus>,
    /// The same for each target, in the order of the settings.
    pub deployments: Vec<DeployStatus>,
    /// The last generation that a person asked for, whatever it makes of the site.
    #[serde(skip)]
    pub asked: Option<Asked>,
    /// Numbers the states since the start; the id of events.
    pub sequence: u64,
}

/// Since when an earlier publication stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Held {
    /// Its number.
    pub release: u64,
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub since: Timestamp,
}

impl From<&Hold> for Held {
    fn from(hold: &Hold) -> Self {
        Self {
            release: hold.release,
            since: Timestamp::from_millisecond(hold.since).unwrap_or_default(),
        }
    }
}

/// A way back, or the first generation after one: the site may be another one by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// When it went live.
    pub at: Timestamp,
    /// Pages of the site.
    pub pages: usize,
}

/// What the publisher does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Everything that was saved is live.
    Idle,
    /// A generation runs or is about to.
    Publishing,
    /// The last generation failed; the site is as it was before.
    Failed,
}

/// A generation that went live.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Build {
    /// What it contains.
    pub revision: i64,
    /// Pages of the site.
    pub pages: usize,
    /// Files rendered again: pages, and what stands beside them (feeds, sitemap, search data, rules for hosts).
    pub rendered: usize,
    /// Files written.
    pub written: usize,
    /// Files removed.
    pub removed: usize,
    /// Milliseconds from the start of the generation to the last renamed file.
    #[schema(value_type = f64)]
    pub ms: f64,
    /// When it went live.
    #[schema(value_type = String, format = DateTime)]
    pub finished_at: Timestamp,
    /// Its number among the publications that one can go back to.
    #[serde(skip)]
    pub release: Option<u64>,
    /// Pictures whose smaller versions are still being made; the pages are generated again when they are ready.
    pub images_pending: usize,
    /// What someone should look at, e.g. missing translations.
    pub warnings: Vec<Trouble>,
}

/// A generation that failed.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Failure {
    /// The saved revision it was about.
    pub revision: i64,
    /// All problems as text, one on a line.
    pub message: String,
    /// Each problem with its place.
    pub problems: Vec<Trouble>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
}

/// Something wrong in a content file, a template or an island.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Trouble {
    /// Short name of the kind.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// In which file.
    #[schema(required = true)]
    pub file: Option<String>,
    /// On which line, from 1.
    #[schema(required = true)]
    pub line: Option<usize>,
    /// At which key.
    #[schema(required = true)]
    pub key: Option<String>,
    /// What to do about it.
    #[schema(required = true)]
    pub hint: Option<String>,
}

impl From<&Problem> for Trouble {
    fn from(problem: &Problem) -> Self {
        Self {
            code: problem.code.clone(),
            message: problem.message.clone(),
            file: problem
                .file
                .as_ref()
                .map(|file| file.to_string_lossy().into_owned()),
            line: problem.line,
            key: problem.key.clone(),
            hint: problem.hint.clone(),
        }
    }
}

/// The first of many problems.
pub fn troubles(problems: &[Problem]) -> Vec<Trouble> {
    problems
        .iter()
        .take(MAX_PROBLEMS)
        .map(Trouble::from)
        .collect()
}

impl Status {
    /// At the start: the first generation is about to run.
    pub fn new(revisions: Revisions) -> Self {
        Self {
            revision: revisions.saved,
            published_revision: revisions.published,
            edits: revisions.edits,
            state: State::Publishing,
            last_build: None,
            last_error: None,
            held: None,
            deploy: None,
            deployments: Vec::new(),
            asked: None,
            sequence: 0,
        }
    }

    /// A save was committed.
    pub fn saved(&mut self, revision: i64) {
        self.revision = self.revision.max(revision);
        self.begin();
    }

    /// A generation is about to run.
    pub fn begin(&mut self) {
        self.state = State::Publishing;
        self.sequence += 1;
    }

    /// A generation went live.
    pub fn live(
        &mut self,
        revision: i64,
        release: Option<u64>,
        report: &Report,
        warnings: &[Problem],
        finished_at: Timestamp,
    ) {
        self.published_revision = self.published_revision.max(revision);
        self.revision = self.revision.max(revision);
        // A save that came during the generation is on its way already.
        self.state = if self.revision > revision {
            State::Publishing
        } else {
            State::Idle
        };
        self.last_error = None;
        let pages = report.total.pages;
        if self.held.take().is_some() {
            self.asked = Some(Asked {
                at: finished_at,
                pages,
            });
        }
        self.last_build = Some(Build {
            revision,
            pages,
            rendered: report.rendered,
            written: report.written,
            removed: report.removed,
            ms: (report.duration.as_secs_f64() * 1e6).round() / 1e3,
            finished_at,
            release,
            images_pending: report.images_pending,
            warnings: troubles(warnings),
        });
        self.sequence += 1;
    }

    /// An earlier publication stands; `report` says what that took.
    pub fn stands(
        &mut self,
        held: Held,
        release: Option<u64>,
        report: &Report,
        warnings: &[Problem],
        at: Timestamp,
    ) {
        let published = self.published_revision;
        self.held = Some(held);
        self.live(published, release, report, warnings, at);
        self.state = State::Idle;
        self.held = Some(held);
    }

    /// It stood already.
    pub fn stands_still(&mut self, held: Held) {
        self.state = State::Idle;
        self.last_error = None;
        self.held = Some(held);
        self.sequence += 1;
    }

    /// What became of a target.
    pub fn deployed(&mut self, mut deployment: DeployStatus) {
        let of = |one: &DeployStatus| one.target.cmp(&deployment.target);
        let known = self.deployments.binary_search_by(of);
        if deployment.state == DeployState::Live {
            deployment.arrived = deployment.revision;
        } else if let Ok(known) = known {
            deployment.arrived = self.deployments[known].arrived;
        }
        match known {
            Ok(known) => self.deployments[known] = deployment,
            Err(place) => self.deployments.insert(place, deployment),
        }
        self.deploy = DeployStatus::worst(&self.deployments);
    }

    /// A generation failed.
    pub fn failed(&mut self, failure: Failure) {
        self.state = State::Failed;
        self.last_error = Some(failure);
        self.sequence += 1;
    }
}
