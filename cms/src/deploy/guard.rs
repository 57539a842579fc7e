//! What looks wrong is not deployed unless someone says so.

use super::{
    error::DeployError,
    job::Job,
    packed::is_form,
    plan::Plan,
    record::Known,
    snapshot::{Snapshot, is_asset},
    standing::Standing,
};

/// A site of fewer than 7 in 10 of its former pages has lost something,
const KEPT: (usize, usize) = (7, 10);
/// unless it is only a post or two of a very small one.
const LOST: usize = 5;
/// Removals that need no second look, unless `--max-delete` says otherwise.
const FEW: usize = 20;

/// Refuses an empty or suddenly shrunken site.
pub fn check_site(site: &Snapshot, known: &Known, force: bool) -> Result<(), DeployError> {
    if !site.files().contains_key("index.html") {
        // Forcing an empty site would only ever empty the target.
        let forced = force && site.pages() > 0;
        return if forced {
            Ok(())
        } else {
            Err(DeployError::Empty(site.dist().to_owned()))
        };
    }
    let (before, now) = (known.pages(), site.pages());
    if !force && before.saturating_sub(now) > LOST && now * KEPT.1 < before * KEPT.0 {
        return Err(DeployError::Shrunken { before, now });
    }
    Ok(())
}

/// Refuses a target that another CMS looks after.
pub fn check_owner(standing: &Standing, force: bool) -> Result<(), DeployError> {
    match standing {
        Standing::Foreign(since) if !force => Err(DeployError::OtherOwner(*since)),
        _ => Ok(()),
    }
}

/// Refuses to replace what others put there, and to remove a large part of what we put there.
pub fn check_plan(
    plan: &Plan,
    site: &Snapshot,
    may_replace: bool,
    job: &Job,
) -> Result<(), DeployError> {
    if let Some(path) = plan.blocked.first() {
        return Err(DeployError::Blocked(path.clone()));
    }
    if let (Some(example), false) = (plan.conflicts.first(), job.force || may_replace) {
        return Err(DeployError::Occupied {
            count: plan.conflicts.len(),
            example: example.clone(),
        });
    }
    // A hashed file has been out of use for a day; a packed form goes with its file, or when none are wanted any more.
    let pages: Vec<&String> = plan
        .removals
        .iter()
        .filter(|path| !is_asset(path) && !is_form(path))
        .collect();
    let files = site.files().keys().filter(|path| !is_form(path)).count();
    let allowed = job.max_delete.unwrap_or(FEW.max(files * 3 / 10));
    match pages.first() {
        Some(example) if pages.len() > allowed => Err(DeployError::TooManyRemovals {
            count: pages.len(),
            allowed,
            example: (*example).clone(),
        }),
        _ => Ok(()),
    }
}
