//! What changed is sent by the record of what is there; everything is looked at once a day, and whenever that record may
//! be wrong.

use std::{
    fs,
    os::unix::fs::symlink,
    time::{Duration, SystemTime},
};

use cms::deploy::DeployError;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

use crate::{
    deploy_place::{Place, SITE, place, tree},
    service::write,
};

const DAY: SignedDuration = SignedDuration::from_hours(24);
const SECOND: SignedDuration = SignedDuration::from_secs(1);

/// A site that was deployed, one of whose pages somebody changed on the target.
async fn defaced(at: Timestamp) -> Place {
    let place = place();
    place.dist(&SITE).deploy_at(at).await;
    deface(&place);
    place
}

fn deface(place: &Place) {
    write(&place.target(), &[("blog/1/index.html", "defaced")]);
}

fn is_defaced(place: &Place) -> bool {
    tree(&place.target())["blog/1/index.html"] == "defaced"
}

#[tokio::test]
async fn an_edit_is_sent_without_a_look_at_the_rest() {
    let mut place = defaced(Timestamp::now()).await;
    place.dist(&[("index.html", "newer"), ("blog/2/index.html", "second")]);
    place.job.dry_run = true;
    let trial = place.deploy().await;
    place.job.dry_run = false;
    assert_eq!(trial.changes.len(), 2, "{:?}", trial.changes);
    assert_eq!(place.deploy().await.sent, 2);
    let found = tree(&place.target());
    assert_eq!(found["index.html"], "newer");
    assert_eq!(found["blog/2/index.html"], "second");
    assert!(is_defaced(&place));
    assert_eq!(place.deploy().await.sent, 0);
    place.job.verify = true;
    assert_eq!(place.deploy().await.sent, 1);
    assert!(!is_defaced(&place));
}

#[tokio::test]
async fn a_look_at_everything_reads_what_kept_its_length_and_time() {
    let mut place = place();
    place.dist(&SITE).deploy().await;
    let page = place.target().join("blog/1/index.html");
    let before = fs::metadata(&page).unwrap().modified().unwrap();
    fs::write(&page, "tsop").unwrap();
    let file = fs::File::options().write(true).open(&page).unwrap();
    file.set_modified(before).unwrap();
    place.job.verify = true;
    assert_eq!(place.deploy().await.sent, 1);
    assert_eq!(tree(&place.target())["blog/1/index.html"], "post");
}

#[tokio::test]
async fn everything_is_looked_at_once_a_day() {
    let start = Timestamp::now();
    let place = defaced(start).await;
    place.deploy_at(start + DAY - SECOND).await;
    assert!(is_defaced(&place), "that one was no look at everything");
    place.deploy_at(start + DAY).await;
    assert!(!is_defaced(&place));
    // A clock that was ahead is no reason to look later.
    deface(&place);
    place.deploy_at(start).await;
    assert!(!is_defaced(&place));
}

#[tokio::test]
async fn everything_is_looked_at_after_a_deployment_that_failed() {
    let place = defaced(Timestamp::now()).await;
    // Cannot be replaced by a file.
    fs::create_dir_all(place.target().join("new.html/folder")).unwrap();
    place.dist(&[("new.html", "new")]);
    place.refused().await;
    fs::remove_dir_all(place.target().join("new.html")).unwrap();
    place.deploy().await;
    assert!(!is_defaced(&place));
}

#[tokio::test]
async fn everything_is_looked_at_when_an_older_state_was_put_back() {
    let place = defaced(Timestamp::now()).await;
    let marker = place.target().join(".cms-deployment");
    let older = fs::read(&marker).unwrap();
    place.dist(&[("index.html", "newer")]).deploy().await;
    write(&place.target(), &[("index.html", "home")]);
    fs::write(&marker, older).unwrap();
    place.deploy().await;
    assert_eq!(tree(&place.target())["index.html"], "newer");
    assert!(!is_defaced(&place));
}

#[tokio::test]
async fn what_is_in_the_way_of_what_changed_is_seen() {
    let mut place = place();
    place.dist(&SITE).deploy().await;
    write(
        &place.target(),
        &[("blog/2/index.html", "theirs"), ("team", "a file")],
    );
    symlink("/", place.target().join("link")).unwrap();
    for (path, force) in [
        ("blog/2/index.html", false),
        ("team/index.html", true),
        ("link/index.html", true),
    ] {
        place.job.force = force;
        place.dist(&[(path, "ours")]);
        let refused = place.refused().await;
        let expected = match &refused {
            DeployError::Occupied { example, .. } => !force && example == path,
            DeployError::Blocked(folder) => force && path.starts_with(folder),
            _ => false,
        };
        assert!(expected, "{path}: {refused}");
        place.without(path);
    }
    assert_eq!(tree(&place.target())["blog/2/index.html"], "theirs");
}

#[tokio::test]
async fn what_is_gone_is_removed_beside_what_stays() {
    let place = place();
    place
        .dist(&SITE)
        .dist(&[("blog/1/more.html", "more"), ("blog/1/2/index.html", "two")])
        .deploy()
        .await;
    place
        .without("blog/1/more.html")
        .without("blog/1/2/index.html");
    assert_eq!(place.deploy().await.removed, 2);
    assert_eq!(tree(&place.target()), tree(&place.job.dist));
    assert!(!place.target().join("blog/1/2").exists());
}

/// A page of one length, as old as the others to the second.
fn page_at(place: &Place, text: &str, nanosecond: u64) {
    place.dist(&[("index.html", text)]);
    let file = fs::File::options()
        .write(true)
        .open(place.job.dist.join("index.html"))
        .unwrap();
    let second = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    file.set_modified(second + Duration::from_nanos(nanosecond))
        .unwrap();
}

#[tokio::test]
async fn two_publications_within_a_second_are_two() {
    let place = place();
    place.dist(&SITE);
    for (text, nanosecond) in [("one", 1), ("two", 2), ("six", 1)] {
        page_at(&place, text, nanosecond);
        assert!(place.deploy().await.sent > 0);
        assert_eq!(tree(&place.target())["index.html"], text);
    }
}

#[derive(Debug, Clone)]
enum Step {
    Write(usize, u8),
    Remove(usize),
    Deploy { after_days: u8, verify: bool },
    LoseRecord,
}

const PATHS: [&str; 6] = [
    "index.html",
    "a.html",
    "blog/1/index.html",
    "blog/1/more/index.html",
    "en/index.html",
    "assets/a1.css",
];

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..PATHS.len(), any::<u8>()).prop_map(|(path, text)| Step::Write(path, text)),
        2 => (1..PATHS.len()).prop_map(Step::Remove),
        4 => (0..3u8, any::<bool>())
            .prop_map(|(after_days, verify)| Step::Deploy { after_days, verify }),
        1 => Just(Step::LoseRecord),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// By whatever way: the target holds the site, and nothing else but retired assets and what a lost record forgot.
    #[test]
    fn the_target_holds_the_site_after_any_steps(steps in prop::collection::vec(step(), 1..14)) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(walk(&steps));
    }
}

async fn walk(steps: &[Step]) {
    let mut place = place();
    place.dist(&[("index.html", "home")]);
    // What changed is what is asked here, not what looks wrong.
    (place.job.force, place.job.max_delete) = (true, Some(100));
    let (mut now, mut forgotten) = (Timestamp::now(), false);
    for step in steps {
        match step {
            Step::Write(path, text) => {
                place.dist(&[(PATHS[*path], &format!("text {text:03}"))]);
            }
            Step::Remove(path) => {
                let _ = fs::remove_file(place.job.dist.join(PATHS[*path]));
            }
            Step::LoseRecord => {
                let own = place.job.data.join("deploy");
                let _ = fs::remove_dir_all(own);
                forgotten = true;
            }
            Step::Deploy { after_days, verify } => {
                place.job.verify = *verify;
                now += DAY * i32::from(*after_days);
                place.deploy_at(now).await;
                let (wanted, found) = (tree(&place.job.dist), tree(&place.target()));
                for (path, text) in &wanted {
                    assert_eq!(found.get(path), Some(text), "{path}");
                }
                let more = found.keys().filter(|path| !wanted.contains_key(*path));
                let more: Vec<&String> = more.filter(|path| !path.starts_with("assets/")).collect();
                assert!(forgotten || more.is_empty(), "{more:?}");
            }
        }
    }
}
