#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::{
    families::{self, NewFamily},
    sealed::Sealed,
    second_steps, testing,
};

/// What is done in a store with the users orxan (1), leyla (2) and aygün (3).
fn with<T>(work: impl FnOnce(&Transaction<'_>) -> anyhow::Result<T>) -> T {
    testing::with(|store| {
        for name in ["orxan", "leyla", "aygün"] {
            insert(store, name, "x", Role::Owner, 0)?;
        }
        work(store)
    })
}

fn signs_in(store: &Transaction<'_>, user_id: i64, id: &str, now: i64) {
    let family = NewFamily {
        id: id.to_owned(),
        user_id,
        address: String::new(),
        agent: String::new(),
    };
    families::start(store, &family, id, now, 1_000).unwrap();
}

fn signed_in(store: &Connection, user_id: i64) -> usize {
    families::of_user(store, user_id, 100).unwrap().len()
}

#[test]
fn an_account_tells_of_its_own_sign_ins_and_its_own_second_step() {
    with(|store| {
        signs_in(store, 1, "a", 7);
        signs_in(store, 1, "b", 5);
        signs_in(store, 2, "c", 9);
        let secret = Sealed {
            key_id: "1".to_owned(),
            bytes: vec![1],
        };
        for user in [1, 2] {
            assert!(second_steps::begin(store, user, &secret, 1)?);
        }
        second_steps::confirm(store, 2, 2)?;
        let accounts = accounts(store)?;
        let told = accounts.iter().map(|account| {
            let name = account.name.as_str();
            (name, account.seen_at, account.second_step)
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                ("aygün", None, false),
                ("leyla", Some(9), true),
                ("orxan", Some(7), false)
            ]
        );
        for account in accounts {
            assert_eq!(by_id(store, account.id)?.as_ref(), Some(&account));
            assert_eq!(by_name(store, &account.name)?.as_ref(), Some(&account));
        }
        Ok(())
    });
}

#[test]
fn a_new_password_ends_the_other_sign_ins_of_its_user_and_of_nobody_else() {
    with(|store| {
        for (user, id) in [(1, "a"), (2, "b"), (2, "c"), (2, "d")] {
            signs_in(store, user, id, 1);
        }
        assert!(set_password(store, "leyla", "y", Some("c"), 5)?);
        assert_eq!((signed_in(store, 1), signed_in(store, 2)), (1, 1));
        assert_eq!(families::of_user(store, 2, 100)?[0].id, "c");
        let hash = |name| find(store, name).map(|user| user.unwrap().password_hash);
        assert_eq!((hash("orxan")?, hash("leyla")?), ("x".into(), "y".into()));
        assert!(set_password(store, "leyla", "z", None, 6)?);
        assert_eq!((signed_in(store, 1), signed_in(store, 2)), (1, 0));
        assert!(!set_password(store, "nobody", "z", None, 7)?);
        assert_eq!(signed_in(store, 1), 1);
        Ok(())
    });
}

#[test]
fn an_account_that_is_shut_is_signed_out_and_stays_so_when_it_opens_again() {
    with(|store| {
        signs_in(store, 1, "a", 1);
        signs_in(store, 2, "b", 1);
        set_disabled(store, 1, Some(5))?;
        assert!(find(store, "orxan")?.is_none() && is_taken(store, "orxan")?);
        assert_eq!((signed_in(store, 1), signed_in(store, 2)), (0, 1));
        set_disabled(store, 1, None)?;
        assert!(find(store, "orxan")?.is_some());
        assert_eq!(signed_in(store, 1), 0);
        Ok(())
    });
}

#[test]
fn an_owner_counts_who_can_sign_in() {
    with(|store| {
        assert_eq!(owners(store)?, 3);
        set_role(store, 1, Role::Editor)?;
        set_disabled(store, 2, Some(5))?;
        assert_eq!(owners(store)?, 1);
        set_password(store, "aygün", NO_PASSWORD, None, 5)?;
        assert_eq!(owners(store)?, 0, "one that an archive brought");
        Ok(())
    });
}
