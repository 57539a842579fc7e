//! Where the address of a post leads that is off-line: to another page of the site, or to one elsewhere.

use std::collections::BTreeSet;

use generator::{
    Lang,
    routes::{PageId, Route},
};
use rusqlite::{Connection, Transaction};
use url::Url;

use super::{error::PostError, site::Site};
use crate::store::{
    desk, posts, redirects, revisions,
    schedules::{self, Action},
};

/// Longest address, in characters.
const MAX_LENGTH: usize = 2000;

/// An address that a post may be sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target(String);

impl Target {
    /// As it was checked before.
    pub(super) fn kept(text: String) -> Self {
        Self(text)
    }

    /// An own page, by its path or by its whole address below the site's origin, or an https address elsewhere.
    pub fn checked(
        store: &Connection,
        id: i64,
        text: &str,
        site: &Site,
    ) -> Result<Self, PostError> {
        let text = text.trim();
        let own = site
            .origin
            .as_deref()
            .and_then(|origin| text.strip_prefix(origin))
            .map(|path| if path.is_empty() { "/" } else { path })
            .filter(|path| path.starts_with('/'))
            .unwrap_or(text);
        if !own.starts_with('/') {
            return elsewhere(own).map(Self);
        }
        // The words of a post's address may change; its number does not.
        let lasting = |page: PageId| PageId {
            route: page.route.lasting(),
            ..page
        };
        let page = PageId::of_path(own).map(lasting);
        let page = page.filter(|page| site.has(*page));
        let route = page
            .ok_or_else(|| PostError::unfit("redirect_to", "no_such_page"))?
            .route;
        if let Route::Post(target) = route {
            check_post(store, id, target)?;
        }
        Ok(Self(route.path(Lang::DEFAULT)))
    }

    /// As it is kept: a path in its Azerbaijani form, or an https address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether this is an address as [`Target`] keeps it.
pub fn is_well_formed(text: &str) -> bool {
    if text.starts_with('/') {
        PageId::of_path(text).is_some_and(|page| page.route.is_lasting() && page.path() == text)
    } else {
        elsewhere(text).is_ok_and(|kept| kept == text)
    }
}

/// Sends the address of a post elsewhere that is off-line, also when nothing else is left of it.
pub fn put(store: &Transaction<'_>, id: i64, text: &str, site: &Site) -> Result<Target, PostError> {
    check_known(store, id)?;
    if posts::revision(store, id)?.is_some() {
        return Err(PostError::unfit("redirect_to", "on_line"));
    }
    let target = Target::checked(store, id, text, site)?;
    send(store, id, &target)?;
    revisions::advance(store)?;
    revisions::edit(store)?;
    Ok(target)
}

/// The address leads nowhere else any more, and will not by what is planned.
pub fn remove(store: &Transaction<'_>, id: i64) -> Result<(), PostError> {
    check_known(store, id)?;
    if redirects::remove(store, id)? {
        revisions::advance(store)?;
        revisions::edit(store)?;
    }
    for plan in schedules::of_post(store, id)? {
        if plan.redirect_to.is_some() {
            let redirect_to = None;
            schedules::put(
                store,
                &schedules::Schedule {
                    redirect_to,
                    ..plan
                },
            )?;
            revisions::edit(store)?;
        }
    }
    Ok(())
}

/// Where the address of a post leads, or will when what is planned has happened.
pub fn of(store: &Connection, id: i64) -> rusqlite::Result<Option<String>> {
    if let Some(target) = redirects::find(store, id)? {
        return Ok(Some(target));
    }
    let plans = schedules::of_post(store, id)?.into_iter();
    let mut ends = plans.filter(|plan| plan.action == Action::Unpublish);
    Ok(ends.find_map(|plan| plan.redirect_to))
}

/// Goes with the transaction that takes a post off-line.
pub(super) fn send(store: &Transaction<'_>, id: i64, target: &Target) -> rusqlite::Result<()> {
    redirects::put(store, id, target.as_str())
}

fn check_known(store: &Connection, id: i64) -> Result<(), PostError> {
    if desk::is_known(store, id)? || redirects::find(store, id)?.is_some() {
        Ok(())
    } else {
        Err(PostError::Missing)
    }
}

/// A post is a good place to be sent to when it is another one and on-line.
fn check_post(store: &Connection, id: i64, target: i64) -> Result<(), PostError> {
    if target == id {
        return Err(PostError::unfit("redirect_to", "itself"));
    }
    if posts::revision(store, target)?.is_some() {
        return Ok(());
    }
    if leads_to(store, target, id)? {
        Err(PostError::unfit("redirect_to", "loop"))
    } else {
        Err(PostError::unfit("redirect_to", "no_such_page"))
    }
}

/// Whether whoever asks for the one post is sent on until they ask for the other.
fn leads_to(store: &Connection, from: i64, to: i64) -> rusqlite::Result<bool> {
    let (mut at, mut seen) = (from, BTreeSet::new());
    while seen.insert(at) {
        let target = redirects::find(store, at)?;
        let page = target.and_then(|target| PageId::of_path(&target));
        match page.map(|page| page.route) {
            Some(Route::Post(next)) if next == to => return Ok(true),
            Some(Route::Post(next)) => at = next,
            _ => return Ok(false),
        }
    }
    Ok(false)
}

fn elsewhere(text: &str) -> Result<String, PostError> {
    let invalid = || PostError::unfit("redirect_to", "invalid");
    let url = Url::parse(text).map_err(|_| invalid())?;
    let plain = url.scheme() == "https" && url.username().is_empty() && url.password().is_none();
    if plain && url.as_str().chars().count() <= MAX_LENGTH {
        Ok(url.into())
    } else {
        Err(invalid())
    }
}
