//! What a deployment is asked to do, and what it did.

use std::path::PathBuf;

use super::after::{announce, live::Expected};
use crate::{
    config::{
        Config, cache_in,
        coding::Coding,
        deploy::S3,
        purge,
        target::{Protected, Target},
    },
    net::Patience,
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
    /// Packed forms of text files that are put beside them.
    pub precompress: Vec<Coding>,
    /// Pages of the site that a person asked for since the last deployment, by a way back or on from there: then that is the
    /// measure of what looks wrong.
    pub asked: Option<usize>,
    /// Deploy even what looks wrong; never removes what others put there.
    pub force: bool,
    /// Only tell what would be done.
    pub dry_run: bool,
    /// Look at everything on the target, and mend what is not as it was put there.
    pub verify: bool,
    /// How S3 servers are reached.
    pub s3: S3,
    /// How long others are waited for.
    pub patience: Patience,
    /// Who is told of addresses that changed.
    pub purge: purge::Settings,
    /// Where search engines are told of changed pages, if the site has a key for that. Only the first target of the
    /// settings tells: what goes elsewhere, to be looked at or as a copy, is not what visitors get.
    pub announce_to: Option<String>,
    /// The site's public address, where pages are looked at afterwards.
    pub origin: Option<String>,
}

impl Job {
    /// With these settings, to `target`.
    pub fn new(config: &Config, target: Target) -> Self {
        let settings = &config.deploy;
        let is_first = settings.deploy_to.first() == Some(&target);
        let announce_to = is_first.then(|| {
            let service = settings.announce_to.as_deref();
            service.unwrap_or(announce::SERVICE).to_owned()
        });
        Self {
            dist: config.dist.clone(),
            data: config.data.clone(),
            protected: config.protected(),
            target,
            shell: config.deploy.deploy_shell.clone(),
            max_delete: config.deploy.deploy_max_delete,
            precompress: config.deploy.deploy_precompress.clone(),
            asked: None,
            force: false,
            dry_run: false,
            verify: false,
            s3: config.deploy.s3.clone(),
            patience: Patience::default(),
            purge: config.deploy.purge.clone(),
            announce_to,
            origin: config.origin().map(str::to_owned),
        }
    }

    /// Whether anybody is to be told of changed pages.
    pub fn announces(&self) -> bool {
        self.announce_to.is_some() && self.origin.is_some() && announce::key(&self.dist).is_some()
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
    /// Pages that visitors should see by now; only where the site's public address is known.
    pub expected: Expected,
}
