//! What a restored store says of publications and plans of the time of its backup.

use cms::store::{
    hold::{self, Hold},
    schedules::{self, Action, Schedule},
};
use generator::Lang;

use crate::backup::case;

#[test]
fn publishing_goes_on_although_an_earlier_publication_stood_when_it_was_copied() {
    let mut case = case();
    let hold = Hold {
        release: 41,
        since: 0,
        by: "admin".into(),
    };
    let stand =
        |store: &rusqlite::Transaction<'_>| Ok::<_, anyhow::Error>(hold::set(store, &hold)?);
    case.store().write_blocking(stand).unwrap();
    let copy = case.back_up("copy.db");
    let restored = case.restore(&copy, false).unwrap();
    assert!(restored.hold_ended, "it is told");
    let read = |store: &rusqlite::Connection| Ok::<_, anyhow::Error>(hold::read(store)?);
    assert_eq!(case.store().read_blocking(read).unwrap(), None);
    let without = case.back_up("without.db");
    assert!(!case.restore(&without, true).unwrap().hold_ended);
}

/// It may have been cancelled since, or be done already.
#[test]
fn what_should_have_happened_before_a_restore_is_left_to_an_editor() {
    let mut case = case();
    let plan = |post_id, at| Schedule {
        post_id,
        lang: Lang::AZ,
        action: Action::Publish,
        at,
        by: "leyla".into(),
        problem: None,
        redirect_to: None,
    };
    let refused = Schedule {
        problem: Some([("author".to_owned(), vec!["required".to_owned()])].into()),
        ..plan(2, 1_000)
    };
    let plans = [plan(1, 1_000), refused, plan(3, i64::MAX)];
    case.store()
        .write_blocking(|store| {
            for plan in &plans {
                schedules::put(store, plan)?;
            }
            Ok::<_, anyhow::Error>(())
        })
        .unwrap();
    let copy = case.back_up("copy.db");
    let restored = case.restore(&copy, false).unwrap();
    let named: Vec<i64> = restored.overdue.iter().map(|plan| plan.post_id).collect();
    assert_eq!(named, [1]);
    let list = |store: &rusqlite::Connection| Ok::<_, anyhow::Error>(schedules::list(store)?);
    let mut expected = plans.to_vec();
    expected[0].problem = Some([("at".to_owned(), vec!["missed".to_owned()])].into());
    assert_eq!(case.store().read_blocking(list).unwrap(), expected);
}
