//! The way back to an earlier publication, and on again, reaches visitors although the site gets smaller.

use std::{sync::Arc, time::Duration};

use cms::{
    deploy::{self, Job},
    publishing::{
        deployment::{DeployState, DeployStatus},
        status::Held,
    },
};
use generator::Report;
use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use crate::{
    after_deploy::wait,
    deploy_place::{Place, SITE, place, tree},
    service::{Service, went_live},
};

/// A site that is followed by its deployments.
struct Site {
    place: Place,
    service: Service,
    stopping: CancellationToken,
}

impl Site {
    /// Of so many pages beside the home page and a post, which are on the target.
    async fn of(pages: usize, change: impl FnOnce(&mut Job)) -> Self {
        let mut place = place();
        // As of a person who does not come.
        place.job.patience.again = Duration::from_secs(3600);
        change(&mut place.job);
        place.dist(&SITE);
        for page in 0..pages {
            place.dist(&[(&name(page), "page")]);
        }
        let (service, stopping) = (Service::start().await, CancellationToken::new());
        tokio::spawn(deploy::follow(
            1,
            place.job.clone(),
            Arc::clone(&service.app.publisher),
            service.app.clock.clone(),
            Arc::new(|_| {}),
            stopping.clone(),
        ));
        let site = Self {
            place,
            service,
            stopping,
        };
        went_live(&site.service.app.publisher, 1);
        site.ended(1, DeployState::Live).await;
        site
    }

    /// These pages are no more.
    fn lost(&self, pages: std::ops::Range<usize>) -> &Self {
        for page in pages {
            self.place.without(&name(page));
        }
        self
    }

    /// An earlier publication of so many pages was put back.
    fn stands(&self, revision: i64, pages: usize) {
        let (report, at) = (report(pages), at(revision));
        self.service.app.publisher.note(|status| {
            status.published_revision = revision;
            status.stands(held(), None, &report, &[], at);
        });
    }

    /// Publishing went on after that.
    fn goes_on(&self, revision: i64, pages: usize) {
        self.goes_live(revision, pages, Some(held()));
    }

    /// What was saved.
    fn saved(&self, revision: i64, pages: usize) {
        self.goes_live(revision, pages, None);
    }

    fn goes_live(&self, revision: i64, pages: usize, before: Option<Held>) {
        let (report, at) = (report(pages), at(revision));
        self.service.app.publisher.note(|status| {
            status.held = before;
            status.live(revision, None, &report, &[], at);
        });
    }

    async fn ended(&self, revision: i64, state: DeployState) -> DeployStatus {
        let is = |one: &DeployStatus| (one.revision, one.state) == (revision, state);
        let found = tokio::time::timeout(
            Duration::from_secs(60),
            wait(&self.service, |all| all.iter().any(is)),
        );
        found.await.expect("it ends so").remove(0)
    }

    async fn is_refused(&self, revision: i64, with: &str) {
        let said = self.ended(revision, DeployState::Failed).await.error;
        assert!(
            said.as_ref().is_some_and(|said| said.contains(with)),
            "{said:?}"
        );
    }

    fn pages_there(&self) -> usize {
        let there = tree(&self.place.target()).into_keys();
        there.filter(|path| path.ends_with(".html")).count()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stopping.cancel();
    }
}

fn name(page: usize) -> String {
    format!("page/{page}.html")
}

fn report(pages: usize) -> Report {
    let mut report = Report::default();
    report.total.pages = pages;
    report
}

fn held() -> Held {
    Held {
        release: 1,
        since: Timestamp::UNIX_EPOCH,
    }
}

fn at(revision: i64) -> Timestamp {
    Timestamp::from_second(revision).unwrap()
}

#[tokio::test]
async fn an_earlier_publication_that_is_much_smaller_is_deployed() {
    let site = Site::of(100, |_| {}).await;
    site.lost(0..90).saved(2, 12);
    site.is_refused(2, "--force").await;
    site.stands(3, 12);
    site.ended(3, DeployState::Live).await;
    assert_eq!(site.pages_there(), 12);
}

#[tokio::test]
async fn publishing_that_goes_on_with_a_smaller_site_is_deployed_and_what_shrinks_after_it_is_not()
{
    let site = Site::of(100, |_| {}).await;
    // Two in a row, of which the first may never be seen by itself.
    site.lost(0..80).goes_on(3, 22);
    site.saved(4, 22);
    site.ended(4, DeployState::Live).await;
    assert_eq!(site.pages_there(), 22);
    site.lost(80..95).saved(5, 7);
    site.is_refused(5, "--force").await;
    assert_eq!(site.pages_there(), 22);
}

#[tokio::test]
async fn what_was_asked_for_is_the_measure_of_what_comes_in_its_stead() {
    let site = Site::of(100, |_| {}).await;
    site.place.without("index.html");
    site.lost(0..40).goes_on(2, 62);
    site.is_refused(2, "empty").await;
    site.place.dist(&[SITE[0]]);
    site.lost(40..80).saved(3, 22);
    site.is_refused(3, "from 62 to 22").await;
    assert_eq!(site.pages_there(), 102);
}

#[tokio::test]
async fn what_was_forbidden_to_be_removed_stays_forbidden() {
    let site = Site::of(100, |job| job.max_delete = Some(3)).await;
    site.lost(0..90).stands(2, 12);
    site.is_refused(2, "--max-delete 90").await;
    assert_eq!(site.pages_there(), 102);
}
