//! What looks wrong is not deployed unless someone says so.

use super::{
    error::DeployError,
    job::Job,
    ownership::Ownership,
    packed::is_form,
    plan::Plan,
    record::Known,
    snapshot::{Snapshot, is_asset},
};

/// A site of fewer than 7 in 10 of its former pages has lost something,
const KEPT: (usize, usize) = (7, 10);
/// unless it is only a post or two of a very small one.
const LOST: usize = 5;
/// Removals that need no second look, unless `--max-delete` says otherwise.
const FEW: usize = 20;

/// Refuses an empty or suddenly shrunken site.
pub fn check_site(
    site: &Snapshot,
    known: &Known,
    force: bool,
    asked: Option<usize>,
) -> Result<(), DeployError> {
    if !site.files().contains_key("index.html") {
        // Forcing an empty site would only ever empty the target.
        let forced = force && site.pages() > 0;
        return if forced {
            Ok(())
        } else {
            Err(DeployError::Empty(site.dist().to_owned()))
        };
    }
    let known = known.pages();
    let (before, now) = (known.min(asked.unwrap_or(known)), site.pages());
    if !force && before.saturating_sub(now) > LOST && now * KEPT.1 < before * KEPT.0 {
        return Err(DeployError::Shrunken { before, now });
    }
    Ok(())
}

/// Refuses a target that another CMS looks after.
pub fn check_owner(ownership: &Ownership, force: bool) -> Result<(), DeployError> {
    match ownership {
        Ownership::Foreign(since) if !force => Err(DeployError::OtherOwner(*since)),
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
    let allowed = match (job.max_delete, job.asked) {
        (Some(most), _) => most,
        // How much smaller the site may be was looked at.
        (None, Some(_)) => usize::MAX,
        (None, None) => FEW.max(files * 3 / 10),
    };
    match pages.first() {
        Some(example) if pages.len() > allowed => Err(DeployError::TooManyRemovals {
            count: pages.len(),
            allowed,
            example: (*example).clone(),
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{config::Config, deploy::stamp::Stamp};

    /// A site of these files.
    fn site(files: impl IntoIterator<Item = String>) -> Snapshot {
        let folder = tempfile::tempdir().unwrap();
        let mut site = Snapshot::take(&folder.path().join("dist"), folder.path());
        let files = files.into_iter().map(|path| (path, Stamp::File(0, 0)));
        site.as_mut().unwrap().stamped(files.collect());
        site.unwrap()
    }

    fn pages(count: usize) -> Vec<String> {
        (1..=count)
            .map(|page| format!("blog/{page}.html"))
            .collect()
    }

    /// The home page and others.
    fn with_home(count: usize) -> Snapshot {
        site(
            pages(count.saturating_sub(1))
                .into_iter()
                .chain(["index.html".into()]),
        )
    }

    #[test]
    fn a_site_may_lose_five_pages_or_three_in_ten() {
        let may = [
            (0, 1),
            (1, 1),
            (6, 1),
            (7, 2),
            (10, 5),
            (20, 14),
            (100, 70),
            (5, 90),
        ];
        let may_not = [(7, 1), (8, 2), (19, 13), (20, 13), (100, 69), (1000, 1)];
        for (before, now) in may {
            let checked = check_site(&with_home(now), &Known::Former(before), false, None);
            assert!(checked.is_ok(), "{before}, then {now}");
        }
        for (before, now) in may_not {
            let (site, known) = (with_home(now), Known::Former(before));
            let refused = check_site(&site, &known, false, None).unwrap_err();
            let said = matches!(refused, DeployError::Shrunken { before: was, now: is } if (was, is) == (before, now));
            assert!(said, "{before}, then {now}: {refused}");
            check_site(&site, &known, true, None).unwrap();
            // That of what was asked for counts, if it is smaller.
            check_site(&site, &known, false, Some(now)).unwrap();
            check_site(&site, &known, false, Some(before + 1)).unwrap_err();
        }
    }

    #[test]
    fn a_site_without_a_page_is_refused_whatever_is_forced() {
        let asset = || "assets/a1.css".to_owned();
        let table = [
            (site([]), false),
            (site([asset()]), false),
            (site([asset(), "other.html".to_owned()]), true),
        ];
        for (site, may_be_forced) in table {
            for force in [false, true] {
                let checked = check_site(&site, &Known::Nothing, force, Some(0));
                assert_eq!(
                    checked.is_ok(),
                    force && may_be_forced,
                    "{:?}",
                    site.files()
                );
            }
        }
    }

    #[test]
    fn twenty_removals_or_three_in_ten_need_no_second_look() {
        let folder = tempfile::tempdir().unwrap();
        let target = "/srv/www".parse().unwrap();
        let mut job = Job::new(&Config::for_testing(folder.path()), target);
        let refused = |files: usize, removals: usize, job: &Job| {
            // What is packed goes with its page, and hashed files have had their day: neither counts.
            let formed = |path: &String| [path.clone(), format!("{path}.br"), format!("{path}.gz")];
            let site = site(pages(files).iter().flat_map(formed));
            let gone = (0..removals).map(|page| format!("gone/{page}.html"));
            let assets =
                (0..100).flat_map(|n| [format!("assets/{n}.css"), format!("media/{n}.avif")]);
            let mut all: Vec<String> = gone.flat_map(|path| formed(&path)).chain(assets).collect();
            all.sort_unstable();
            let plan = Plan {
                removals: all,
                ..Plan::default()
            };
            let error = check_plan(&plan, &site, false, job).err()?;
            match error {
                DeployError::TooManyRemovals {
                    count,
                    allowed,
                    example,
                } if (count, &*example) == (removals, "gone/0.html") => Some(allowed),
                _ => Some(usize::MAX),
            }
        };
        for (files, removals, wanted) in [
            (3, 20, None),
            (3, 21, Some(20)),
            (69, 21, Some(20)),
            (70, 21, None),
            (200, 60, None),
            (200, 61, Some(60)),
        ] {
            assert_eq!(
                refused(files, removals, &job),
                wanted,
                "{removals} beside {files}"
            );
        }
        job.force = true;
        assert_eq!(
            refused(3, 21, &job),
            Some(20),
            "that is not what force is for"
        );
        job.max_delete = Some(3);
        assert_eq!(refused(200, 3, &job), None);
        assert_eq!(refused(200, 4, &job), Some(3));
        job.max_delete = Some(21);
        assert_eq!(refused(3, 21, &job), None);
    }

    #[test]
    fn the_first_of_what_is_in_the_way_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let job = Job::new(
            &Config::for_testing(folder.path()),
            "/srv/www".parse().unwrap(),
        );
        let names = || vec!["a".to_owned(), "b".to_owned()];
        let (conflicts, blocked) = (names(), names());
        let mut plan = Plan {
            conflicts,
            ..Plan::default()
        };
        let said = |plan: &Plan, may_replace| check_plan(plan, &with_home(1), may_replace, &job);
        let refused = said(&plan, false).unwrap_err();
        assert!(
            matches!(&refused, DeployError::Occupied { count: 2, example } if example == "a"),
            "{refused}"
        );
        said(&plan, true).unwrap();
        plan.blocked = blocked;
        let refused = said(&plan, true).unwrap_err();
        assert!(
            matches!(&refused, DeployError::Blocked(path) if path == "a"),
            "{refused}"
        );
    }
}
