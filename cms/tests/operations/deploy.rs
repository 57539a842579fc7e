//! With the real rsync, to a folder.

use std::{
    fs,
    os::unix::fs::MetadataExt as _,
    path::Path,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

use cms::deploy::DeployError;
use generator::Moment;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::{
    deploy_place::{SITE, place, tree},
    service::write,
};

const DAY: SignedDuration = SignedDuration::from_hours(24);

#[tokio::test]
async fn the_target_becomes_the_site() {
    let place = place();
    place.dist(&SITE).dist(&[(".gitkeep", "")]);
    let outcome = place.deploy().await;
    assert_eq!(
        (outcome.pages, outcome.files, outcome.sent, outcome.removed),
        (2, 5, 5, 0)
    );
    assert_eq!(
        tree(&place.target()),
        SITE.map(|(path, text)| (path.into(), text.into())).into()
    );

    place
        .dist(&[
            ("index.html", "home /assets/b2.css"),
            ("assets/b2.css", "b2"),
        ])
        .without("blog/1/index.html");
    let kept = fs::metadata(place.target().join("_headers")).unwrap().ino();
    let outcome = place.deploy().await;
    assert_eq!(
        (outcome.sent, outcome.removed),
        (2, 1),
        "only what changed travels"
    );
    assert_eq!(
        fs::metadata(place.target().join("_headers")).unwrap().ino(),
        kept
    );
    assert!(!place.target().join("blog/1").exists());
    assert_eq!(place.deploy().await.sent, 0);
}

#[tokio::test]
async fn assets_stay_for_a_day_after_the_last_page_that_named_them() {
    let place = place();
    let start = Timestamp::now();
    place.dist(&SITE).deploy_at(start).await;
    place.without("assets/a1.css").deploy_at(start + DAY).await;
    assert!(place.target().join("assets/a1.css").exists());
    place
        .deploy_at(start + DAY + DAY - SignedDuration::from_secs(1))
        .await;
    assert!(place.target().join("assets/a1.css").exists());
    place.deploy_at(start + DAY + DAY).await;
    assert!(!place.target().join("assets/a1.css").exists());
}

const DAYS: i64 = 24 * 60 * 60;

/// A machine that has run for so long, whose clock is so far ahead.
fn clocks(up: i64, ahead: i64) -> Moment {
    let wall = 1_700_000_000 + up + ahead;
    Moment { wall, up }
}

#[tokio::test]
async fn a_clock_that_jumps_takes_no_asset_early_and_keeps_none_for_years() {
    let place = place();
    let style = place.target().join("assets/a1.css");
    place.dist(&SITE).deploy_by(clocks(0, 0)).await;
    place
        .without("assets/a1.css")
        .deploy_by(clocks(10, 0))
        .await;
    for (up, ahead) in [(20, 400 * DAYS), (30, -400 * DAYS), (DAYS + 9, 0)] {
        place.deploy_by(clocks(up, ahead)).await;
        assert!(style.exists(), "{up} s, {ahead} ahead");
    }
    place.deploy_by(clocks(DAYS + 10, -400 * DAYS)).await;
    assert!(!style.exists());
}

#[tokio::test]
async fn an_asset_that_comes_back_stays_for_a_day_after_the_last_page_that_named_it() {
    let place = place();
    let style = place.target().join("assets/a1.css");
    for (up, named) in [(0, true), (10, false), (20, true)] {
        place.dist(&SITE);
        if !named {
            place.without("assets/a1.css");
        }
        place.deploy_by(clocks(up, 0)).await;
    }
    place.without("assets/a1.css");
    for later in [0, DAYS - 1] {
        place.deploy_by(clocks(2 * DAYS + later, 0)).await;
        assert!(style.exists(), "{later} s");
    }
    place.deploy_by(clocks(3 * DAYS, 0)).await;
    assert!(!style.exists());
    // What has gone is remembered no more.
    let noted = fs::read_to_string(place.record()).unwrap();
    assert!(!noted.contains("assets/a1.css"), "{noted}");
}

/// Not even where everything was looked at a while ago, and the record is believed since.
#[tokio::test]
async fn an_asset_that_somebody_changed_stays_when_its_day_is_over() {
    const HOUR: i64 = 60 * 60;
    let place = place();
    place.dist(&SITE).deploy_by(clocks(0, 0)).await;
    place.without("assets/a1.css");
    for up in [HOUR, DAYS] {
        place.deploy_by(clocks(up, 0)).await;
    }
    write(&place.target(), &[("assets/a1.css", "by hand")]);
    let outcome = place.deploy_by(clocks(DAYS + HOUR, 0)).await;
    assert_eq!((outcome.removed, outcome.left_alone), (0, 1));
    assert_eq!(tree(&place.target())["assets/a1.css"], "by hand");
}

#[tokio::test]
async fn over_a_restart_of_the_machine_its_clock_says_what_passed() {
    let place = place();
    let style = place.target().join("assets/a1.css");
    place.dist(&SITE).deploy_by(clocks(5 * DAYS, 0)).await;
    place.without("assets/a1.css");
    place.deploy_by(clocks(5 * DAYS, 0)).await;
    // Off for half a day; then the clock jumps, and nothing of that counts.
    place.deploy_by(clocks(60, 5 * DAYS + DAYS / 2)).await;
    place.deploy_by(clocks(70, 500 * DAYS)).await;
    assert!(style.exists());
    place.deploy_by(clocks(DAYS / 2 - 10, 0)).await;
    assert!(style.exists());
    place.deploy_by(clocks(DAYS / 2 + 70, 0)).await;
    assert!(!style.exists());
}

/// As releases before this one wrote the record.
#[tokio::test]
async fn what_was_noted_by_the_clock_alone_goes_by_it() {
    for (hours, stays) in [(-5, true), (23, true), (25, false)] {
        let place = place();
        place.dist(&SITE).deploy_by(clocks(0, 0)).await;
        place
            .without("assets/a1.css")
            .deploy_by(clocks(10, 0))
            .await;
        let record = place.record();
        let mut noted: Value = serde_json::from_slice(&fs::read(&record).unwrap()).unwrap();
        let since = clocks(10, 0).wall - hours * 3600;
        noted["retired"]["assets/a1.css"] = since.into();
        fs::write(&record, noted.to_string()).unwrap();
        place.deploy_by(clocks(20, 0)).await;
        let there = place.target().join("assets/a1.css").exists();
        assert_eq!(there, stays, "{hours} hours ago");
    }
}

#[tokio::test]
async fn an_empty_or_shrunken_site_is_refused() {
    let mut place = place();
    assert!(matches!(place.refused().await, DeployError::Empty(_)));
    let more = ["a.html", "b.html", "c.html", "d.html", "e.html", "f.html"];
    place.dist(&SITE).dist(&more.map(|page| (page, "")));
    place.deploy().await;
    let before = tree(&place.target());
    for page in more {
        place.without(page);
    }
    assert!(matches!(
        place.refused().await,
        DeployError::Shrunken { before: 8, now: 2 }
    ));
    fs::rename(
        place.job.dist.join("index.html"),
        place.job.dist.join("x.html"),
    )
    .unwrap();
    assert!(matches!(place.refused().await, DeployError::Empty(_)));
    assert_eq!(tree(&place.target()), before, "a refusal touches nothing");
    place.job.force = true;
    place.deploy().await;
    assert!(!place.target().join("a.html").exists());
}

#[tokio::test]
async fn a_dry_run_changes_nothing() {
    let mut place = place();
    place.dist(&SITE).deploy().await;
    let before = tree(&place.target());
    place
        .dist(&[("index.html", "changed")])
        .without("blog/1/index.html")
        .dist(&[("new.html", "")]);
    place.job.dry_run = true;
    let outcome = place.deploy().await;
    assert_eq!((outcome.sent, outcome.removed), (2, 1));
    // What rsync would say of each.
    let said = [
        ">f.st...... index.html",
        ">f+++++++++ new.html",
        "*deleting   blog/1/index.html",
    ];
    assert_eq!(outcome.changes, said);
    assert_eq!(tree(&place.target()), before);
}

#[tokio::test]
async fn a_dry_run_into_a_folder_that_is_not_there_names_every_file() {
    let mut place = place();
    place.dist(&SITE);
    place.job.dry_run = true;
    let outcome = place.deploy().await;
    assert_eq!(
        (outcome.sent, outcome.changes.len()),
        (SITE.len(), SITE.len())
    );
    for (path, _) in SITE {
        let line = format!(">f+++++++++ {path}");
        assert!(outcome.changes.contains(&line), "{:?}", outcome.changes);
    }
    assert!(!place.target().exists());
}

#[tokio::test]
async fn folders_above_the_target_are_made() {
    let mut place = place();
    let target = place.folder.path().join("srv/www/site");
    place.job.target = target.to_str().unwrap().parse().unwrap();
    place.dist(&SITE).deploy().await;
    assert_eq!(tree(&target)["index.html"], SITE[0].1);
}

#[tokio::test]
async fn failures_say_what_happened_and_not_where() {
    let mut place = place();
    place.dist(&SITE);
    place.job.target = "rsync://127.0.0.1:1/nowhere".parse().unwrap();
    let error = place.refused().await;
    assert!(matches!(error, DeployError::Rsync { .. }), "{error}");
    assert!(!error.public_text().contains("127.0.0.1"));
    assert!(!error.needs_a_person());
}

#[tokio::test]
async fn it_waits_for_a_generation_and_for_nobody_else() {
    let place = place();
    place.dist(&SITE).deploy().await;
    let other = fs::File::create(place.job.data.join("deploy/lock")).unwrap();
    other.lock().unwrap();
    assert!(matches!(place.refused().await, DeployError::Busy));
    drop(other);

    let generation = generator::MoveLock::wait(&place.job.cache()).unwrap();
    place.dist(&[("index.html", "half a generation")]);
    let waiting = place.deploy();
    tokio::pin!(waiting);
    let early = tokio::time::timeout(Duration::from_millis(50), &mut waiting).await;
    assert!(early.is_err(), "it did not wait");
    place.dist(&[("index.html", "the whole generation")]);
    drop(generation);
    waiting.await;
    assert_eq!(tree(&place.target())["index.html"], "the whole generation");
}

/// Each generation renames its asset and changes every page; posts come and go.
fn generation(number: usize) -> Vec<(String, String)> {
    let asset = format!("assets/{number}.css");
    let posts: Vec<usize> = (number..number + 40).collect();
    let links: String = posts
        .iter()
        .map(|post| format!("/blog/{post}/index.html "))
        .collect();
    let mut files = vec![
        (asset.clone(), "x".repeat(2_000)),
        (
            "index.html".into(),
            format!("<html> /{asset} {links}</html>"),
        ),
    ];
    for post in posts {
        files.push((
            format!("blog/{post}/index.html"),
            format!("<html> /{asset} /index.html {}</html>", "y".repeat(500)),
        ));
    }
    files
}

fn publish(dist: &Path, number: usize) {
    let files = generation(number);
    let wanted: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    write(dist, &wanted);
    for path in tree(dist)
        .into_keys()
        .filter(|path| !files.iter().any(|(wanted, _)| wanted == path))
    {
        fs::remove_file(dist.join(path)).unwrap();
    }
}

/// Every page whole, everything it names there. What changes while a page is being looked at is looked at again.
fn broken(target: &Path) -> Option<String> {
    for (page, text) in pages(target) {
        if !(text.starts_with("<html>") && text.ends_with("</html>")) {
            return Some(format!("{page} is not whole"));
        }
        let missing = text
            .split_whitespace()
            .filter(|word| word.starts_with('/'))
            .find(|link| !target.join(&link[1..]).exists());
        let same = fs::read_to_string(target.join(&page)).is_ok_and(|now| now == text);
        if let (Some(link), true) = (missing, same) {
            return Some(format!("{page} names {link}"));
        }
    }
    None
}

fn pages(target: &Path) -> Vec<(String, String)> {
    let entries = walkdir::WalkDir::new(target).into_iter().flatten();
    let hidden = |entry: &walkdir::DirEntry| {
        entry
            .path()
            .components()
            .any(|part| part.as_os_str().to_string_lossy().starts_with(".~"))
    };
    entries
        .filter(|entry| entry.file_name() == "index.html" && !hidden(entry))
        .filter_map(|entry| {
            let text = fs::read_to_string(entry.path()).ok()?;
            Some((
                entry.path().strip_prefix(target).ok()?.to_str()?.to_owned(),
                text,
            ))
        })
        .collect()
}

#[test]
fn a_crawler_never_sees_the_target_broken() {
    let place = place();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    publish(&place.job.dist, 0);
    runtime.block_on(place.deploy());
    let (target, done, rounds) = (place.target(), AtomicBool::new(false), AtomicUsize::new(0));
    let crawl = || {
        while !done.load(Ordering::SeqCst) {
            if let Some(problem) = broken(&target) {
                return Some(problem);
            }
            rounds.fetch_add(1, Ordering::SeqCst);
        }
        None
    };
    let problem = std::thread::scope(|scope| {
        let crawler = scope.spawn(crawl);
        let deployer = scope.spawn(|| {
            for number in 1..9 {
                publish(&place.job.dist, number * 3);
                runtime.block_on(place.deploy());
            }
        });
        let deployed = deployer.join();
        done.store(true, Ordering::SeqCst);
        deployed.unwrap();
        crawler.join().unwrap()
    });
    assert_eq!(problem, None);
    assert!(rounds.load(Ordering::SeqCst) > 10, "the crawler hardly ran");
}
