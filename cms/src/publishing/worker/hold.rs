//! An earlier publication stands in the place of what was saved.

use generator::{BuildError, Generator, Report};
use jiff::Timestamp;

use super::Worker;
use crate::{
    publishing::{
        announcement::{Publication, announce},
        retry::Cause,
        status::Held,
    },
    store::hold::Hold,
};

impl Worker {
    /// An earlier publication stands: nothing is generated, whatever was saved.
    pub(super) fn hold(&mut self, hold: &Hold) {
        let held = Held::from(hold);
        if self.held == Some(hold.release) {
            self.retry.succeeded();
            return self.status.send_modify(|status| status.stands_still(held));
        }
        let revision = self.status.borrow().published_revision;
        match self.go_back(hold.release) {
            Ok(report) => {
                self.retry.succeeded();
                self.held = Some(hold.release);
                tracing::warn!(
                    release = hold.release,
                    written = report.written,
                    removed = report.removed,
                    "an earlier publication stands; publishing waits"
                );
                let (now, warnings) = (self.clock.now(), self.told(&report.warnings));
                let live = self.generator.as_ref();
                let news = live.map(|live| Publication::of_return(live, revision, hold.release));
                self.tell_of_return(news.as_ref(), now);
                let release = live.and_then(Generator::release);
                self.status
                    .send_modify(|status| status.stands(held, release, &report, &warnings, now));
            }
            Err(error) => {
                // Some files may have moved: the one that stood before does not stand any more.
                self.held = None;
                self.status.send_modify(|status| status.held = Some(held));
                self.fail(revision, Cause::of(&error), &error.problems().0);
            }
        }
    }

    fn tell_of_return(&self, news: Option<&Publication>, now: Timestamp) {
        let told = self.store.write_blocking(|store| {
            let told = news.map(|news| announce(store, news, self.deployed, now));
            Ok::<_, anyhow::Error>(told.transpose()?)
        });
        if let Err(error) = told {
            let error = format!("{error:#}");
            tracing::error!(error, "webhooks are not told of the return");
        }
    }

    /// Puts an earlier publication in place, unless it was the last thing that happened before this process began and is whole.
    fn go_back(&mut self, release: u64) -> Result<Report, BuildError> {
        let mut generator = self.taken()?;
        self.shown.set(&generator);
        let back = generator.stand(release);
        let moved = |report: &Report| report.written + report.removed > 0;
        // Also what was moved before something failed.
        if back.as_ref().ok().is_none_or(moved) {
            self.syncer.soon(generator.unsynced());
        }
        self.generator = Some(generator);
        back
    }
}
