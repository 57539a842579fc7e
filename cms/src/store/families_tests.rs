#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::{known_networks, sealed::Sealed, second_steps, testing, users};

/// What is written and read in a store with two users, 1 and 2.
fn with<T>(work: impl FnOnce(&Transaction<'_>) -> anyhow::Result<T>) -> T {
    testing::with(|store| {
        for name in ["leyla", "orxan"] {
            users::insert(store, name, "x", Role::Editor, 0)?;
        }
        work(store)
    })
}

/// A sign-in whose token is named like it and ends at this time.
fn begin(store: &Transaction<'_>, id: &str, user_id: i64, now: i64, ends: i64) {
    let family = NewFamily {
        id: id.to_owned(),
        user_id,
        address: "192.0.2.1".to_owned(),
        agent: "a browser".to_owned(),
    };
    start(store, &family, id, now, ends).unwrap();
}

fn listed(store: &Connection, user_id: i64, now: i64) -> Vec<String> {
    let families = of_user(store, user_id, now).unwrap().into_iter();
    families.map(|family| family.id).collect()
}

#[test]
fn listed_are_those_of_a_user_that_can_be_renewed_the_last_in_use_first() {
    with(|store| {
        begin(store, "old", 1, 0, 100);
        begin(store, "new", 1, 1, 100);
        begin(store, "other", 2, 2, 100);
        begin(store, "revoked", 1, 3, 100);
        begin(store, "over", 1, 4, 50);
        assert!(revoke_of(store, 1, "revoked", 5)?);
        assert_eq!(listed(store, 1, 50), ["new", "old"]);
        exchange(store, "old", "old", "next", 60, 160)?;
        let families = of_user(store, 1, 60)?;
        let times = (families[0].created_at, families[0].seen_at);
        assert_eq!((families[0].id.as_str(), times), ("old", (0, 60)));
        assert_eq!((listed(store, 1, 99).len(), active(store, 99)?), (2, 3));
        assert_eq!(listed(store, 1, 100), ["old"]);
        assert_eq!(listed(store, 2, 100), [""; 0]);
        assert_eq!((active(store, 100)?, active(store, 160)?), (1, 0));
        Ok(())
    });
}

#[test]
fn of_very_many_the_hundred_in_use_last_are_listed() {
    with(|store| {
        for n in 0..=100 {
            begin(store, &format!("{n:03}"), 1, n, 1_000);
        }
        let listed = listed(store, 1, 500);
        assert_eq!(listed.len(), 100);
        assert_eq!((listed[0].as_str(), listed[99].as_str()), ("100", "001"));
        Ok(())
    });
}

#[test]
fn all_or_all_others_of_one_user_end_and_nobody_elses() {
    with(|store| {
        for (id, user) in [("a", 1), ("b", 1), ("c", 2)] {
            begin(store, id, user, 0, 100);
        }
        revoke_others(store, 1, "b", 1)?;
        assert_eq!(
            (listed(store, 1, 2), listed(store, 2, 2).len()),
            (vec!["b".to_owned()], 1)
        );
        assert!(!revoke_of(store, 2, "b", 3)?, "another user's");
        assert!(!revoke_of(store, 1, "a", 3)?, "ended already");
        revoke_all(store, 1, 3)?;
        assert_eq!(
            (listed(store, 1, 4).len(), listed(store, 2, 4).len()),
            (0, 1)
        );
        revoke(store, "c", 5)?;
        assert_eq!(listed(store, 2, 6).len(), 0);
        Ok(())
    });
}

#[test]
fn a_sign_in_counts_while_it_lasts_and_its_user_may_come_in() {
    with(|store| {
        for (id, user) in [("a", 1), ("b", 1), ("c", 2)] {
            begin(store, id, user, 0, 100);
        }
        users::set_role(store, 2, Role::Author)?;
        let secret = Sealed {
            key_id: "1".to_owned(),
            bytes: vec![1],
        };
        for user in [1, 2] {
            second_steps::begin(store, user, &secret, 1)?;
        }
        let stands = |role, second_step| Some(Principal { role, second_step });
        assert_eq!(principal(store, "a")?, stands(Role::Editor, false), "begun");
        second_steps::confirm(store, 1, 2)?;
        assert_eq!(principal(store, "a")?, stands(Role::Editor, true));
        assert_eq!(principal(store, "c")?, stands(Role::Author, false));
        revoke(store, "a", 3)?;
        assert_eq!(principal(store, "a")?, None);
        assert_eq!(principal(store, "b")?, stands(Role::Editor, true));
        users::set_disabled(store, 2, Some(4))?;
        assert_eq!(
            (principal(store, "c")?, principal(store, "d")?),
            (None, None)
        );
        Ok(())
    });
}

#[test]
fn what_expired_is_forgotten_and_what_can_still_be_judged_is_not() {
    with(|store| {
        begin(store, "over", 1, 0, 10);
        begin(store, "renewed", 1, 0, 10);
        exchange(store, "renewed", "renewed", "next", 5, 15)?;
        begin(store, "revoked", 1, 0, 20);
        revoke(store, "revoked", 5)?;
        prune(store, 11)?;
        let known = |token| find(store, token).map(|found| found.is_some());
        assert_eq!(
            (known("over")?, known("renewed")?, known("next")?),
            (false, false, true)
        );
        assert!(known("revoked")?, "it is known to have ended");
        let families: i64 =
            store.query_row("SELECT count(*) FROM families", [], |row| row.get(0))?;
        assert_eq!(families, 2);
        Ok(())
    });
}

#[test]
fn a_user_has_the_twenty_networks_seen_last() {
    with(|store| {
        let is_known =
            |user, n: i64| known_networks::is_known(store, user, &["none".into(), n.to_string()]);
        known_networks::remember(store, 2, "100", 0)?;
        for n in 0..20 {
            known_networks::remember(store, 1, &n.to_string(), n)?;
        }
        known_networks::remember(store, 1, "0", 20)?;
        assert!(is_known(1, 0)? && is_known(1, 1)?);
        known_networks::remember(store, 1, "20", 21)?;
        let left = (0..=20).filter(|n| is_known(1, *n).unwrap());
        assert_eq!(left.count(), 20);
        assert!(is_known(1, 0)? && !is_known(1, 1)? && is_known(1, 20)?);
        assert!(is_known(2, 100)? && !is_known(2, 0)?, "each has their own");
        known_networks::forget_before(store, 3)?;
        assert!(!is_known(1, 2)? && is_known(1, 3)? && !is_known(2, 100)?);
        Ok(())
    });
}
