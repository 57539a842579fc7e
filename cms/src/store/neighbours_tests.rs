//! What is done about one post changes nothing of another.

use std::collections::BTreeMap;

use generator::Lang;

use super::{
    creations::Creation,
    schedules::{Action, Schedule},
    share_links::ShareLink,
    testing::{plan, with},
    translations::{Texts, Translation},
    trash::Trashed,
    *,
};

/// Post, language and action of what is planned, in the order in which the store tells it.
fn planned(plans: &[Schedule]) -> Vec<String> {
    let lines = plans.iter().map(|plan| {
        let (lang, action) = (plan.lang.code(), plan.action.name());
        format!("{} {lang} {action}", plan.post_id)
    });
    lines.collect()
}

#[test]
fn plans_are_cancelled_by_post_language_and_action() {
    use Action::{Publish, Unpublish};
    with(|store| {
        for post in [2, 1] {
            schedules::put(store, &plan(post, Lang::RU, Publish, 10))?;
            schedules::put(store, &plan(post, Lang::AZ, Unpublish, 20))?;
            schedules::put(store, &plan(post, Lang::AZ, Publish, 10))?;
        }
        let of = |post| schedules::of_post(store, post).map(|plans| planned(&plans));
        let all = ["1 az publish", "1 ru publish", "1 az unpublish"];
        let theirs = ["2 az publish", "2 ru publish", "2 az unpublish"];
        assert_eq!(
            (of(1)?, of(2)?),
            (
                all.map(String::from).into(),
                theirs.map(String::from).into()
            )
        );
        assert_eq!(
            planned(&schedules::list(store)?),
            [all[0], all[1], theirs[0], theirs[1], all[2], theirs[2]]
        );
        assert_eq!(
            schedules::cancel(store, 1, Some(Lang::AZ), Some(Publish))?,
            1
        );
        assert_eq!(of(1)?, all[1..]);
        assert_eq!(schedules::cancel(store, 1, None, Some(Unpublish))?, 1);
        assert_eq!(of(1)?, all[1..2]);
        assert_eq!(schedules::cancel(store, 1, Some(Lang::EN), None)?, 0);
        assert_eq!(schedules::cancel(store, 1, Some(Lang::RU), None)?, 1);
        assert_eq!(of(2)?, theirs);
        assert_eq!(schedules::cancel(store, 2, None, None)?, 3);
        Ok(())
    });
}

#[test]
fn a_problem_is_that_of_one_plan_and_replaces_the_one_that_was_known() {
    use Action::{Publish, Unpublish};
    with(|store| {
        let due = plan(1, Lang::AZ, Publish, 10);
        for other in [
            due.clone(),
            plan(1, Lang::RU, Publish, 10),
            plan(1, Lang::AZ, Unpublish, 10),
            plan(2, Lang::AZ, Publish, 10),
        ] {
            schedules::put(store, &other)?;
        }
        let (first, second) = (
            crate::fields::one("at", "clock_in_doubt"),
            crate::fields::one("at", "changed_since"),
        );
        let has = || -> rusqlite::Result<Vec<String>> {
            let all = schedules::list(store)?.into_iter();
            let with: Vec<_> = all.filter(|plan| plan.problem.is_some()).collect();
            Ok(planned(&with))
        };
        let moved = Schedule {
            at: 11,
            ..due.clone()
        };
        assert!(!schedules::put_problem(store, &moved, None, Some(&first))?);
        assert_eq!(has()?, [""; 0]);
        assert!(schedules::put_problem(store, &due, None, Some(&first))?);
        assert_eq!(has()?, ["1 az publish"]);
        assert!(!schedules::put_problem(store, &due, None, Some(&second))?);
        assert!(!schedules::put_problem(store, &due, Some(&second), None)?);
        assert_eq!(
            schedules::of_post(store, 1)?[0].problem,
            Some(first.clone())
        );
        assert!(schedules::put_problem(store, &due, Some(&first), None)?);
        assert_eq!(has()?, [""; 0]);
        Ok(())
    });
}

#[test]
fn links_to_a_post_end_by_their_time_or_with_the_others_of_that_post() {
    with(|store| {
        for (hash, post_id, expires_at) in [("a", 1, 10), ("b", 1, 30), ("c", 1, 20), ("d", 2, 40)]
        {
            let link = ShareLink {
                post_id,
                created_at: 0,
                created_by: "leyla".into(),
                expires_at,
            };
            share_links::insert(store, hash, &link)?;
        }
        let shows = |hash, now| share_links::find(store, hash, now);
        assert_eq!(
            (shows("a", 9)?, shows("a", 10)?, shows("d", 10)?),
            (Some(1), None, Some(2))
        );
        let ends = |post, now| share_links::expires_at(store, post, now);
        assert_eq!(
            (ends(1, 0)?, ends(1, 29)?, ends(1, 30)?),
            (Some(30), Some(30), None)
        );
        assert_eq!((ends(2, 0)?, ends(3, 0)?), (Some(40), None));
        share_links::forget_before(store, 10)?;
        assert_eq!((shows("a", 0)?, shows("c", 0)?), (None, Some(1)));
        assert_eq!(share_links::revoke(store, 1)?, 2);
        assert_eq!((shows("b", 0)?, shows("d", 0)?), (None, Some(2)));
        Ok(())
    });
}

#[test]
fn translations_and_addresses_are_those_of_one_post() {
    with(|store| {
        let translation = |lang, title: &str| Translation {
            lang,
            source_lang: Lang::AZ,
            source: Texts {
                title: title.into(),
                ..Texts::default()
            },
            stale: false,
        };
        for (post, lang) in [(2, Lang::EN), (1, Lang::RU), (1, Lang::EN)] {
            translations::put(store, post, &translation(lang, &post.to_string()))?;
            redirects::put(store, post, &format!("/blog/{post}0/"))?;
        }
        assert_eq!(
            translations::keys(store)?,
            [(1, Lang::EN), (1, Lang::RU), (2, Lang::EN)]
        );
        let both = [translation(Lang::EN, "1"), translation(Lang::RU, "1")];
        assert_eq!(translations::of_post(store, 1)?, both);
        for post in [1, 2] {
            let found = translations::find(store, post, Lang::EN)?;
            assert_eq!(found, Some(translation(Lang::EN, &post.to_string())));
        }
        translations::forget(store, 1, Some(Lang::EN))?;
        assert_eq!(translations::keys(store)?, [(1, Lang::RU), (2, Lang::EN)]);
        translations::forget(store, 1, None)?;
        assert_eq!(translations::keys(store)?, [(2, Lang::EN)]);

        let target = |post| redirects::find(store, post);
        assert_eq!(
            (target(1)?.as_deref(), target(3)?),
            (Some("/blog/10/"), None)
        );
        assert!(redirects::remove(store, 1)?);
        assert!(!redirects::remove(store, 1)?, "once");
        let left = BTreeMap::from([(2, "/blog/20/".to_owned())]);
        assert_eq!(redirects::all(store)?, left);
        Ok(())
    });
}

#[test]
fn what_is_in_the_trash_and_what_created_it_are_those_of_one_post() {
    with(|store| {
        for (post_id, at, kept_from) in [(2, 5, 10), (1, 5, 9), (3, 6, 10)] {
            let trashed = Trashed {
                post_id,
                at,
                kept_from,
                by: "leyla".into(),
                revision: None,
            };
            trash::insert(store, &trashed)?;
            let creation = Creation {
                post_id,
                request: Some("x".into()),
            };
            creations::insert(store, &post_id.to_string(), &creation, at)?;
        }
        let listed = trash::list(store)?.into_iter();
        assert_eq!(
            listed.map(|trashed| trashed.post_id).collect::<Vec<_>>(),
            [3, 2, 1]
        );
        assert_eq!(
            (trash::before(store, 10)?, trash::before(store, 11)?),
            (vec![1], vec![1, 2, 3])
        );
        let is_there = |post| trash::find(store, post).map(|found| found.is_some());
        assert!(trash::remove(store, 1)?);
        assert!(!trash::remove(store, 1)?, "once");
        assert_eq!(
            (is_there(1)?, is_there(2)?, is_there(4)?),
            (false, true, false)
        );

        let known = |key| creations::find(store, key).map(|found| found.is_some());
        assert_eq!(creations::forget(store, 1)?, 1);
        assert_eq!((known("1")?, known("2")?), (false, true));
        assert_eq!(creations::forget_before(store, 6)?, 1);
        assert_eq!((known("2")?, known("3")?), (false, true));
        Ok(())
    });
}
