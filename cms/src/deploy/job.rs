//! What a deployment is asked to do, and what it did.

use std::path::PathBuf;

use crate::config::{
    Config, cache_in,
    target::{Protected, Target},
};

/// One deployment.
#[derive(Debug, Clone)]
pub struct Job {
    /// The generated site.
    pub dist: PathBuf,
    /// The CMS's own folder, for locks and records.
    pub data: PathBuf,
    /// Folders that the target may have nothing to do with.
    pub protected: Vec<Protected>,
    /// Where it goes.
    pub target: Target,
    /// The remote shell, if not plain `ssh`.
    pub shell: Option<String>,
    /// Most removals, if not the default.
    pub max_delete: Option<usize>,
    /// Deploy even what looks wrong; never removes what others put there.
    pub force: bool,
    /// Only tell what would be done.
    pub dry_run: bool,
}

impl Job {
    /// With these settings, to `target`.
    pub fn new(config: &Config, target: Target) -> Self {
        Self {
            dist: config.dist.clone(),
            data: config.data.clone(),
            protected: config.protected(),
            target,
            shell: config.deploy.deploy_shell.clone(),
            max_delete: config.deploy.deploy_max_delete,
            force: false,
            dry_run: false,
        }
    }

    /// The cache of the generator, which says when files of `dist` move.
    pub fn cache(&self) -> PathBuf {
        cache_in(&self.data)
    }

    /// Where locks, records and snapshots of deployments are.
    pub fn own(&self) -> PathBuf {
        self.data.join("deploy")
    }
}

/// What a deployment did, or would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Pages of the site.
    pub pages: usize,
    /// Files of the site.
    pub files: usize,
    /// Files sent.
    pub sent: usize,
    /// Files removed from the target.
    pub removed: usize,
    /// Other files on the target, which stay: not ours, or changed since.
    pub left_alone: usize,
    /// From start to end.
    pub ms: u64,
    /// Each change, as rsync itemises it; only of a dry run.
    pub changes: Vec<String>,
    /// Why it would not be done as it is; only of a dry run.
    pub refused: Option<String>,
}
