//! What looks wrong is not deployed unless someone says so.

use super::{
    DeployError,
    record::Record,
    snapshot::{Snapshot, is_asset},
};

/// A site of fewer than 7 in 10 of its former pages has lost something,
const KEPT: (usize, usize) = (7, 10);
/// unless it is only a post or two of a very small one.
const LOST: usize = 5;
/// Removals that need no second look.
const FEW: usize = 20;

/// Refuses an empty or suddenly shrunken site.
pub fn check_site(site: &Snapshot, last: Option<&Record>, force: bool) -> Result<(), DeployError> {
    let whole = site.files().iter().any(|file| file == "index.html");
    if !whole {
        // Forcing an empty site would only ever empty the target.
        let forced = force && site.pages() > 0;
        return if forced {
            Ok(())
        } else {
            Err(DeployError::Empty(site.dist().to_owned()))
        };
    }
    let (before, now) = (last.map_or(0, |last| last.pages), site.pages());
    if !force && before.saturating_sub(now) > LOST && now * KEPT.1 < before * KEPT.0 {
        return Err(DeployError::Shrunken { before, now });
    }
    Ok(())
}

/// Refuses to clean up a target that is not ours, or to remove a large part of it.
pub fn check_removals(
    site: &Snapshot,
    removals: &[String],
    last: Option<&Record>,
    force: bool,
) -> Result<(), DeployError> {
    let pages: Vec<&String> = removals.iter().filter(|path| !is_asset(path)).collect();
    let known = last.is_some_and(|last| last.pages > 0);
    let allowed = if known {
        FEW.max(site.files().len() * 3 / 10)
    } else {
        0
    };
    match pages.first() {
        Some(example) if !force && pages.len() > allowed => Err(DeployError::TooManyRemovals {
            count: pages.len(),
            example: (*example).clone(),
        }),
        _ => Ok(()),
    }
}
