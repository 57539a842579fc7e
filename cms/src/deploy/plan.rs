//! What is to be removed from a target, file by file, and what on it is none of ours. Pure.

use std::collections::BTreeSet;

use generator::Moment;

use super::{
    beside::with,
    listing::{Entry, Listing, staged_for},
    marker,
    record::Record,
    snapshot::Snapshot,
    stamp::Stamp,
};

/// Where certificates are proven; never ours.
const WELL_KNOWN: &str = ".well-known";

/// In order, like the listing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// Files that we put there, that are as we put them, and that the site has no more.
    pub removals: Vec<String>,
    /// What a deployment of ours that was cut off had yet to put in place: visitors could read it there for ever.
    pub left_over: Vec<String>,
    /// Files that we put there and somebody changed since; they stay.
    pub changed: Vec<String>,
    /// Files that we know nothing of; they stay.
    pub foreign: Vec<String>,
    /// Files that we know nothing of in the place of the site's; they would be replaced.
    pub conflicts: Vec<String>,
    /// Files and links that we know nothing of in the place of a folder: nothing is sent through or over them.
    pub blocked: Vec<String>,
}

/// What the plan is made of.
#[derive(Debug)]
pub struct Facts<'a> {
    /// What is to be there.
    pub site: &'a Snapshot,
    /// What we put there.
    pub record: &'a Record,
    /// Whether the target says that the record is about it.
    pub ours: bool,
    /// What is there.
    pub listing: &'a Listing,
    /// For the grace of hashed files.
    pub now: Moment,
    /// Whether it knows folders, in whose place nothing else may be.
    pub folders: bool,
}

impl Facts<'_> {
    /// Sorts everything on the target.
    pub fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        for (path, entry, wanted) in with(&self.listing.0, self.site.files()) {
            if path == marker::NAME || path.split('/').next() == Some(WELL_KNOWN) {
                continue;
            }
            let list = match wanted {
                Some(stamp) => {
                    (!self.may_replace(path, stamp, entry)).then_some(&mut plan.conflicts)
                }
                // Nothing else may be in the place of a folder that the site needs.
                None if self.folders && self.site.has_folder(path) => {
                    (!self.is_as_we_put_it(path, entry)).then_some(&mut plan.blocked)
                }
                None => self.superfluous(path, entry, &mut plan),
            };
            if let Some(list) = list {
                list.push(path.clone());
            }
        }
        plan
    }

    /// The list for a file that the site does not have.
    fn superfluous<'p>(
        &self,
        path: &str,
        entry: &Entry,
        plan: &'p mut Plan,
    ) -> Option<&'p mut Vec<String>> {
        if self.is_left_over(path, entry) {
            return Some(&mut plan.left_over);
        }
        match self.record.stamps(path) {
            None => Some(&mut plan.foreign),
            Some(_) if !self.is_as_we_put_it(path, entry) => Some(&mut plan.changed),
            Some(_) if !self.ours => Some(&mut plan.foreign),
            Some(_) if self.record.protects(path, self.now) => None,
            Some(_) => Some(&mut plan.removals),
        }
    }

    /// Whether a deployment of ours staged it. What it looks like says nothing: it may be cut short. The record has every
    /// file of a deployment that began and did not end; where it is not about this target, somebody else may be at work.
    fn is_left_over(&self, path: &str, entry: &Entry) -> bool {
        let staged = staged_for(path).filter(|_| self.folders && self.ours && entry.is_some());
        staged.is_some_and(|path| {
            self.site.files().contains_key(&path) || self.record.stamps(&path).is_some()
        })
    }

    /// Whether the site's file may take the place of what is there: what we put there (even when it was changed since:
    /// the deployment mends it), or the same file.
    fn may_replace(&self, path: &str, wanted: &Stamp, entry: &Entry) -> bool {
        let same = entry.as_ref().is_some_and(|there| wanted.is(there));
        let known = || self.ours && self.record.stamps(path).is_some() && entry.is_some();
        same || known() || self.is_as_we_put_it(path, entry)
    }

    fn is_as_we_put_it(&self, path: &str, entry: &Entry) -> bool {
        match (self.record.stamps(path), entry) {
            (Some(stamps), Some(there)) => stamps.iter().any(|stamp| stamp.is(there)),
            _ => false,
        }
    }
}

impl Plan {
    /// Every file that goes, in order.
    pub fn going(&self) -> Vec<String> {
        let mut going = [self.removals.as_slice(), &self.left_over].concat();
        going.sort_unstable();
        going
    }
}

/// The folders that a relative path lies in.
pub fn parents(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(end, _)| &path[..end])
}

/// Folders that may be empty once these files are gone.
pub fn emptied<'a>(removals: &'a [String], site: &Snapshot) -> BTreeSet<&'a str> {
    let touched: BTreeSet<&str> = removals.iter().flat_map(|path| parents(path)).collect();
    let empty = touched.into_iter().filter(|path| !site.has_folder(path));
    empty.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_is_told_in_order() {
        let names = |names: [&str; 2]| names.map(str::to_owned).into();
        let plan = Plan {
            removals: names(["a.html", "z.html"]),
            left_over: names(["blog/.~tmp~/1.html", "~"]),
            ..Plan::default()
        };
        assert_eq!(
            plan.going(),
            ["a.html", "blog/.~tmp~/1.html", "z.html", "~"]
        );
    }
}
