//! One deployment, step by step.

use std::time::{Instant, SystemTime};

use futures_util::{FutureExt as _, future::BoxFuture};
use generator::Moment;

use super::{
    after::{
        announce,
        live::{self, Expected},
        pending::{Pending, Whom},
        purge::Purge,
        unseen,
    },
    blocking::blocking,
    error::DeployError,
    exclusive::Turn,
    guard,
    job::{Job, Outcome},
    ready::Ready,
    record,
    round::Round,
    target::{Carrier, objects::Objects, rsync::Rsync},
};
use crate::{
    config::target::{self, Target},
    disk::lock,
    net::Web,
    publishing::deployment::OldPage,
};

/// Deploys. Ends early when the future is dropped; the target is in order at any moment.
pub fn deploy(job: &Job, now: Moment) -> BoxFuture<'_, Result<Outcome, DeployError>> {
    // In a box: what it waits for is large, and many hold it.
    begin(job, now).boxed()
}

async fn begin(job: &Job, now: Moment) -> Result<Outcome, DeployError> {
    let started = Instant::now();
    let given = job.clone();
    let ready = blocking(move || Ready::make(&given, now)).await?;
    guard::check_site(&ready.site, &ready.known, job.force, job.asked)?;
    let mut outcome = match &ready.job.target {
        Target::Bucket(bucket) => {
            let objects = Objects::open(bucket, &ready.job)?;
            carry(&objects, ready, job, now).await?
        }
        Target::Folder(_) | Target::Remote(_) => {
            let rsync = Rsync::new(
                ready.job.clone(),
                ready.turn.sending(),
                ready.site.root(),
                &ready.job.own(),
            )?;
            carry(&rsync, ready, job, now).await?
        }
    };
    outcome.ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(outcome)
}

/// The steps, with any kind of target.
async fn carry<C: Carrier>(
    carrier: &C,
    ready: Ready,
    job: &Job,
    now: Moment,
) -> Result<Outcome, DeployError> {
    let (seen, ready) = carrier.look(ready, now).await?;
    let ownership = ready.ownership(seen.marker.as_deref());
    guard::check_owner(&ownership, job.force)?;
    let mut round = Round::plan(ready, ownership, seen, C::FOLDERS, now);
    let mut refused = guard::check_plan(&round.plan, &round.site, round.may_replace, job).err();
    if let Some(error) = refused.take_if(|error| !(job.dry_run && error.is_about_the_plan())) {
        return Err(error);
    }
    round.tell();

    let mut outcome = if job.dry_run {
        round.preview(carrier.preview(&round).await?)
    } else {
        round = blocking(move || round.begin()).await?;
        let sent;
        (sent, round) = carrier.send(round).await?;
        let count = sent.len();
        if !round.plan.going().is_empty() {
            carrier.remove(&mut round).await?;
        }
        let expected;
        (expected, round) = blocking(move || {
            let expected = round.sent(&sent)?;
            Ok((expected, round.end()?))
        })
        .await?;
        Outcome {
            sent: count,
            expected,
            ..Outcome::default()
        }
    };
    outcome.pages = round.site.pages();
    outcome.files = round.site.files().len();
    outcome.removed = round.plan.going().len();
    outcome.left_alone = round.plan.foreign.len() + round.plan.changed.len();
    outcome.refused = refused.map(|error| error.to_string());
    Ok(outcome)
}

/// Tells the CDN what changed, in this deployment or in one that broke off before.
pub async fn purge(job: &Job) -> Result<(), DeployError> {
    let Some(purge) = Purge::new(&job.purge, job.origin.as_deref()) else {
        return Ok(());
    };
    let target = target::check(&job.target, &job.protected)?;
    let own = job.own();
    let pending = blocking(move || Ok(Pending::load(&own, &target, Whom::Cdn))).await?;
    if pending.paths.is_empty() {
        return Ok(());
    }
    let web = Web::new(job.patience)?;
    purge.tell(&web, &pending.paths).await?;
    blocking(move || pending.done()).await
}

/// Takes what the CDN is to be told off the list, because somebody purges its whole cache next; how many addresses that are.
/// While it does no file changes: what is on the list is on the target by now, or is noted again when it is sent.
pub async fn forget_purge(job: &Job) -> Result<usize, DeployError> {
    let target = target::check(&job.target, &job.protected)?;
    let own = job.own();
    blocking(move || {
        lock::create_private(&own).map_err(|error| DeployError::io(&own, error))?;
        let _turn = Turn::take(&own, &target)?;
        let pending = Pending::load(&own, &target, Whom::Cdn);
        let addresses = pending.paths.len();
        pending.done()?;
        Ok(addresses)
    })
    .await
}

/// Tells search engines which pages changed, in this deployment or in one of which they were not told.
pub async fn announce(job: &Job) -> Result<(), DeployError> {
    let (Some(service), Some(origin)) = (&job.announce_to, &job.origin) else {
        return Ok(());
    };
    let target = target::check(&job.target, &job.protected)?;
    let (own, dist) = (job.own(), job.dist.clone());
    let known = move || {
        let pending = Pending::load(&own, &target, Whom::Engines);
        Ok((announce::key(&dist), pending))
    };
    match blocking(known).await? {
        (_, pending) if pending.paths.is_empty() => Ok(()),
        // Switched off since.
        (None, pending) => blocking(move || pending.done()).await,
        (Some(key), pending) => {
            let web = Web::new(job.patience)?;
            announce::announce(&web, service, origin, &key, pending).await
        }
    }
}

/// Pages that an earlier run of the program did not see at the public address; none where there is no such address.
pub async fn unseen(job: &Job) -> Result<Expected, DeployError> {
    if job.origin.is_none() {
        return Ok(Expected::new());
    }
    let target = target::check(&job.target, &job.protected)?;
    let (own, dist) = (job.own(), job.dist.clone());
    blocking(move || Ok(unseen::load(&own, &target, &dist))).await
}

/// Writes down which pages are still to be seen.
pub async fn note_unseen(job: &Job, pages: Expected) -> Result<(), DeployError> {
    if job.origin.is_none() {
        return Ok(());
    }
    let target = target::check(&job.target, &job.protected)?;
    let own = job.own();
    blocking(move || unseen::store(&own, &target, &pages)).await
}

/// When what is remembered of deployments to the target was last written; `None` where that is nothing.
pub async fn last_written(job: &Job) -> Option<SystemTime> {
    let target = target::check(&job.target, &job.protected).ok()?;
    let own = job.own();
    blocking(move || Ok(record::last_written(&own, &target)))
        .await
        .ok()?
}

/// Looks at the public address, where there is one: pages that are not there as they were deployed.
pub async fn look(job: &Job, expected: &Expected) -> Result<Vec<OldPage>, DeployError> {
    let Some(origin) = &job.origin else {
        return Ok(Vec::new());
    };
    let web = Web::new(job.patience)?;
    Ok(live::check(&web, origin, expected).await)
}
