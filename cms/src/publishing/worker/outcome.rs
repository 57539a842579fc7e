//! What became of a generation: noted in the store, told to editors and the log.

use std::{sync::Arc, time::Instant};

use generator::{Generator, Problem, Report};

use super::Worker;
use crate::{
    publishing::{
        announcement::{Publication, announce},
        public::public,
        retry::Cause,
        status::{Failure, troubles},
    },
    store::revisions,
};

impl Worker {
    /// A generation is live: it is noted and told, and what is left to do of it begins.
    pub(super) fn live(&mut self, revision: i64, report: &Report) {
        for warning in &report.warnings {
            tracing::warn!(%warning, "while generating");
        }
        let now = self.clock.now();
        let live = self.generator.as_ref();
        let news = live.map(|live| Publication::of_posts(&self.posts, live, revision));
        let noted = self.store.write_blocking(|store| {
            if let Some(news) = &news {
                announce(store, news, self.deployed, now)?;
            }
            Ok::<_, anyhow::Error>(revisions::set_published(store, revision)?)
        });
        if let Err(error) = noted {
            // The files are live; they are generated once more, to the same bytes, until that is noted and webhooks hear of it.
            tracing::error!(error = format!("{error:#}"), "cannot note what is live");
            self.retry.failed(Cause::Passing);
        }
        tracing::info!(
            revision,
            pages = report.total.pages,
            rendered = report.rendered,
            written = report.written,
            removed = report.removed,
            ms = report.duration.as_millis(),
            "live"
        );
        let warnings: Vec<Problem> = self.told(&report.warnings);
        let release = live.and_then(Generator::release);
        self.status
            .send_modify(|status| status.live(revision, release, report, &warnings, now));
        let Some(generator) = &self.generator else {
            return;
        };
        self.expiry_due = generator.next_expiry().map(|left| Instant::now() + left);
        if report.written + report.removed > 0 {
            self.syncer.soon(generator.unsynced());
        }
        if report.images_pending > 0 {
            self.encoder.start(
                generator.pending_images(),
                Arc::clone(&self.images),
                self.commands.clone(),
            );
        } else {
            self.pictures.succeeded();
        }
    }

    /// The problem with its file named from the project's folder: where that is on this machine is no editor's business.
    fn inside(&self, problem: &Problem) -> Problem {
        let roots = [
            &self.options.content,
            &self.options.templates,
            &self.options.dist,
        ];
        let mut problem = problem.clone();
        problem.file = problem.file.map(|file| {
            let parents = roots.iter().filter_map(|root| root.parent());
            let short = parents
                .filter(|parent| !parent.as_os_str().is_empty())
                .find_map(|parent| file.strip_prefix(parent).ok());
            short.unwrap_or(&file).to_owned()
        });
        problem
    }

    /// What the state of the site, which is public, says of problems.
    pub(super) fn told(&self, problems: &[Problem]) -> Vec<Problem> {
        let inside = problems.iter().map(|problem| self.inside(problem));
        inside.map(public).collect()
    }

    /// A generation failed, and is tried again by itself where that may help.
    pub(super) fn fail(&mut self, revision: i64, cause: Cause, problems: &[Problem]) {
        for problem in problems {
            let problem = problem.to_string();
            tracing::error!(
                revision,
                problem,
                "the generation failed; the site stays as it was"
            );
        }
        if let Some(wait) = self.retry.failed(cause) {
            tracing::info!(
                seconds = wait.as_secs(),
                "the generation will be tried again by itself"
            );
        }
        let problems = self.told(problems);
        let lines: Vec<String> = problems.iter().take(20).map(Problem::to_string).collect();
        let failure = Failure {
            revision,
            message: lines.join("\n"),
            problems: troubles(&problems),
            at: self.clock.now(),
        };
        self.status.send_modify(|status| status.failed(failure));
    }
}
