#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::Store;

const NOW: Moment = Moment {
    wall: 1_700_000_000_000,
    time: 1_700_000_000_000,
};

fn store() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("cms.db")).unwrap();
    (dir, store)
}

fn with<T>(
    store: &Store,
    work: impl FnOnce(&Transaction<'_>) -> Result<T, AccountError>,
) -> Result<T, AccountError> {
    store.write_blocking(work)
}

fn added(store: &Store, name: &str, role: Role) -> i64 {
    with(store, |store| add(store, name, "x", role, NOW.wall))
        .unwrap()
        .id
}

#[test]
fn the_last_owner_who_can_sign_in_stays_one() {
    let (_dir, store) = store();
    let owner = added(&store, "leyla", Role::Owner);
    let second = added(&store, "orxan", Role::Owner);
    let demoted = Change {
        role: Some(Role::Editor),
        ..Change::default()
    };
    let shut = Change {
        disabled: Some(true),
        ..Change::default()
    };
    with(&store, |store| change(store, second, shut, NOW.wall)).unwrap();
    for (what, refused) in [
        (
            "demoted",
            with(&store, |store| change(store, owner, demoted, NOW.wall)).map(|_| ()),
        ),
        (
            "disabled",
            with(&store, |store| change(store, owner, shut, NOW.wall)).map(|_| ()),
        ),
        (
            "removed",
            with(&store, |store| remove(store, owner)).map(|_| ()),
        ),
    ] {
        assert!(matches!(refused, Err(AccountError::LastOwner)), "{what}");
    }
    let kept = store
        .read_blocking(|store| Ok::<_, AccountError>(users::by_id(store, owner)?))
        .unwrap()
        .unwrap();
    assert_eq!((kept.role, kept.disabled_at), (Role::Owner, None));
    // With another owner at work the first may go.
    let open = Change {
        disabled: Some(false),
        ..Change::default()
    };
    with(&store, |store| change(store, second, open, NOW.wall)).unwrap();
    with(&store, |store| remove(store, owner)).unwrap();
    // The one that is shut may be anything.
    assert_eq!(
        store
            .read_blocking(|store| Ok::<_, AccountError>(users::owners(store)?))
            .unwrap(),
        1
    );
}

#[test]
fn an_invitation_opens_one_account_once_within_a_week() {
    let (_dir, store) = store();
    let invited = |secret: &str, name: &str| {
        with(&store, |store| {
            invite(store, secret, name, Role::Author, "leyla", NOW.time)
        })
    };
    invited("one", "orxan").unwrap();
    let late = Moment {
        time: NOW.time + INVITED,
        ..NOW
    };
    let just = Moment {
        time: late.time - 1,
        ..NOW
    };
    let accepted = |secret: &str, now| with(&store, |store| accept(store, secret, "hash", now));
    assert!(matches!(accepted("one", late), Err(AccountError::Missing)));
    assert!(matches!(accepted("two", NOW), Err(AccountError::Missing)));
    let account = accepted("one", just).unwrap();
    assert_eq!(
        (account.name.as_str(), account.role),
        ("orxan", Role::Author)
    );
    assert!(
        matches!(accepted("one", NOW), Err(AccountError::Missing)),
        "used"
    );
    assert!(
        matches!(invited("three", "orxan"), Err(AccountError::Invalid(_))),
        "taken"
    );
    assert!(
        matches!(invited("three", "Orxan"), Err(AccountError::Invalid(_))),
        "nobody could tell the two apart"
    );
}

#[test]
fn a_second_invitation_under_a_name_ends_the_first() {
    let (_dir, store) = store();
    for (secret, name) in [("one", "orxan"), ("two", "Orxan")] {
        with(&store, |store| {
            invite(store, secret, name, Role::Editor, "leyla", NOW.time)
        })
        .unwrap();
    }
    let known = |secret: &str| {
        store
            .read_blocking(|store| invitation(store, secret, NOW.time))
            .is_ok()
    };
    assert_eq!((known("one"), known("two")), (false, true));
}

/// An invitation whose secret is called like the user; its number.
fn invited(store: &Store, name: &str, now: i64) -> i64 {
    let invite = |store: &Transaction<'_>| invite(store, name, name, Role::Author, "a", now);
    with(store, invite).unwrap().id
}

#[test]
fn an_invitation_that_is_over_goes_with_the_next_one() {
    let (_dir, store) = store();
    let known = |id| {
        let name = |store: &Connection| Ok::<_, AccountError>(invitations::name(store, id)?);
        store.read_blocking(name).unwrap()
    };
    let first = invited(&store, "orxan", NOW.time);
    invited(&store, "leyla", NOW.time + INVITED - 1);
    assert_eq!(known(first).as_deref(), Some("orxan"));
    invited(&store, "aygün", NOW.time + INVITED);
    assert_eq!(known(first), None);
}

#[test]
fn invitations_are_listed_while_they_last_and_taken_back_one_by_one() {
    let (_dir, store) = store();
    let orxan = invited(&store, "orxan", NOW.time);
    invited(&store, "leyla", NOW.time + 1);
    let listed = |now| {
        let list = |store: &Connection| Ok::<_, AccountError>(invitations::list(store, now)?);
        let list = store.read_blocking(list).unwrap().into_iter();
        list.map(|one| one.name).collect::<Vec<_>>()
    };
    let end = NOW.time + INVITED;
    assert_eq!(listed(end - 1), ["leyla", "orxan"]);
    assert_eq!(listed(end), ["leyla"]);
    assert_eq!(listed(end + 1), [""; 0]);
    with(&store, |store| {
        assert_eq!(invitations::name(store, orxan)?.as_deref(), Some("orxan"));
        assert!(invitations::remove(store, orxan)?);
        assert!(!invitations::remove(store, orxan)?, "once");
        assert_eq!(invitations::name(store, orxan)?, None);
        Ok(())
    })
    .unwrap();
    assert_eq!(listed(NOW.time), ["leyla"]);
}

#[test]
fn names_and_passwords_are_checked_by_field() {
    let code = |name: &str, password: &str| {
        check(name, Some(password))
            .into_iter()
            .map(|(field, codes)| format!("{field} {}", codes.join(" ")))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(code("Aygün Əliyeva", "12345678"), "");
    assert_eq!(code("", "1234567"), "password too_short, username required");
    assert_eq!(code(" a", "12345678"), "username invalid");
    assert_eq!(code("a\nb", "12345678"), "username invalid");
    assert_eq!(code("\u{200b}", "12345678"), "username required");
    assert_eq!(code("ley\u{202e}al", "12345678"), "username invalid");
    assert_eq!(code("نغمه\u{200c}سرا", "12345678"), "");
    assert_eq!(code(&"ə".repeat(150), "12345678"), "");
    assert_eq!(code(&"a".repeat(151), "12345678"), "username too_long");
    assert_eq!(code("a", &"ə".repeat(513)), "password too_long");
}
