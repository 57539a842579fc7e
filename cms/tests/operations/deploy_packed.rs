//! Packed forms of text files, put beside them by a real rsync.

use std::{collections::BTreeMap, fs, io::Read as _, os::unix::fs::MetadataExt as _, path::Path};

use cms::{config::coding::Coding, deploy::deploy};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

use crate::deploy_place::{Place, now, place};

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// A page that is worth packing.
fn page(words: &str) -> String {
    format!("<!doctype html>{}", format!("<p>{words}</p>\n").repeat(200))
}

/// What a path of the target says when its form is unpacked; nothing where there is none.
fn unpacked(place: &Place, path: &str, coding: Coding) -> Option<String> {
    let bytes = fs::read(place.target().join(format!("{path}.{}", coding.ending()))).ok()?;
    let mut text = String::new();
    match coding {
        Coding::Br => brotli::Decompressor::new(bytes.as_slice(), 4096).read_to_string(&mut text),
        Coding::Gz => flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text),
    }
    .unwrap();
    Some(text)
}

/// Every file but the marker, with its bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let all = walkdir::WalkDir::new(folder).into_iter();
    let files = all
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file());
    let files = files.filter(|entry| entry.file_name() != ".cms-deployment");
    let named = |entry: walkdir::DirEntry| {
        let name = entry.path().strip_prefix(folder).unwrap();
        (name.display().to_string(), fs::read(entry.path()).unwrap())
    };
    files.map(named).collect()
}

fn there(place: &Place, path: &str) -> bool {
    place.target().join(path).exists()
}

/// Three pages, a style sheet, a picture and a page too small to be packed.
fn site(codings: &[Coding]) -> Place {
    let mut place = place();
    place.job.precompress = codings.to_vec();
    let style = ".a { color: red }\n".repeat(100);
    place.dist(&[
        ("index.html", &page("home")),
        ("blog/1/index.html", &page("one")),
        ("blog/2/index.html", &page("two")),
        ("assets/main-1.css", &style),
        ("media/p-480.avif", &"picture".repeat(400)),
        ("404.html", "small"),
    ]);
    place
}

#[tokio::test]
async fn every_text_of_some_length_has_its_forms_and_they_follow_it() {
    let place = site(&[Coding::Br, Coding::Gz]);
    let outcome = place.deploy().await;
    assert_eq!((outcome.pages, outcome.files, outcome.sent), (4, 14, 14));
    for coding in [Coding::Br, Coding::Gz] {
        assert_eq!(unpacked(&place, "index.html", coding), Some(page("home")));
        assert!(unpacked(&place, "assets/main-1.css", coding).is_some());
        for without in ["404.html", "media/p-480.avif"] {
            assert_eq!(unpacked(&place, without, coding), None, "{without}");
        }
    }
    let made = || {
        let form = place.job.data.join("deploy/packed/index.html.br");
        fs::metadata(form).unwrap().ino()
    };
    let once = made();
    assert_eq!(place.deploy().await.sent, 0, "nothing changed");
    assert_eq!(made(), once, "what is packed is not packed again");

    // Of the same length, within the same second.
    place.dist(&[("blog/1/index.html", &page("eno"))]);
    assert_eq!(place.deploy().await.sent, 3, "a page and its two forms");
    assert_eq!(
        unpacked(&place, "blog/1/index.html", Coding::Br),
        Some(page("eno"))
    );
    assert_eq!(
        unpacked(&place, "blog/1/index.html", Coding::Gz),
        Some(page("eno"))
    );

    place.without("blog/2/index.html");
    assert_eq!(place.deploy().await.removed, 3);
    assert!(!there(&place, "blog/2"));
    let kept = place.job.data.join("deploy/packed");
    assert!(kept.join("blog/1/index.html.br").exists());
    assert!(!kept.join("blog/2").exists(), "what is gone is forgotten");
}

#[tokio::test]
async fn a_page_that_shrank_or_was_put_back_has_the_form_of_what_it_is_now() {
    let place = site(&[Coding::Gz]);
    let path = place.job.dist.join("blog/1/index.html");
    let first = fs::metadata(&path).unwrap().modified().unwrap();
    place.deploy().await;
    place.dist(&[("blog/1/index.html", "short")]);
    place.deploy().await;
    assert!(!there(&place, "blog/1/index.html.gz"));

    // A way back puts an old file in place with its old time.
    place
        .dist(&[("blog/1/index.html", &page("newer"))])
        .deploy()
        .await;
    place.dist(&[("blog/1/index.html", &page("one"))]);
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(first).unwrap();
    drop(file);
    place.deploy().await;
    assert_eq!(
        unpacked(&place, "blog/1/index.html", Coding::Gz),
        Some(page("one"))
    );
}

#[tokio::test]
async fn forms_that_nobody_wants_any_more_go_without_being_counted_as_pages() {
    let mut place = site(&[Coding::Br, Coding::Gz]);
    let start = Timestamp::now();
    // Removals of pages are refused altogether.
    place.job.max_delete = Some(0);
    place.deploy_at(start).await;
    place.job.precompress = vec![Coding::Gz];
    place.deploy_at(start).await;
    assert!(!there(&place, "index.html.br") && there(&place, "index.html.gz"));
    assert!(
        there(&place, "assets/main-1.css.br"),
        "as long as any asset"
    );
    place.deploy_at(start + DAY).await;
    assert!(!there(&place, "assets/main-1.css.br"));
    place.job.precompress.clear();
    let outcome = place.deploy_at(start + DAY).await;
    assert_eq!(outcome.files, 6);
    assert!(!there(&place, "index.html.gz") && there(&place, "index.html"));
}

#[tokio::test]
async fn half_a_form_that_a_kill_left_is_made_again() {
    let place = site(&[Coding::Gz]);
    place.deploy().await;
    let kept = place.job.data.join("deploy/packed/blog/1");
    // Its bytes are there in part, and its time is not yet that of the page.
    fs::remove_file(kept.join("index.html.gz")).unwrap();
    fs::write(kept.join("index.html.gz"), "half").unwrap();
    fs::write(kept.join("index.html.gz.new"), "half").unwrap();
    place.deploy().await;
    assert_eq!(
        unpacked(&place, "blog/1/index.html", Coding::Gz),
        Some(page("one"))
    );
    assert!(!kept.join("index.html.gz.new").exists());
}

#[tokio::test]
async fn a_form_of_somebody_elses_is_not_replaced() {
    let place = site(&[Coding::Gz]);
    place.deploy().await;
    let theirs = place.target().join("blog/1/index.html.br");
    fs::write(&theirs, "made by a cron job").unwrap();
    let mut place = place;
    place.job.precompress = vec![Coding::Br, Coding::Gz];
    let error = place.refused().await.to_string();
    assert!(error.contains("blog/1/index.html.br"), "{error}");
    assert_eq!(fs::read(&theirs).unwrap(), b"made by a cron job");
}

#[tokio::test]
async fn targets_that_are_deployed_to_at_once_share_the_forms_and_each_has_all() {
    let place = site(&[Coding::Br, Coding::Gz]);
    for number in 0..20 {
        place.dist(&[(&format!("blog/{number}/index.html"), &page("one of many"))]);
    }
    let jobs = ["one", "two", "three"].map(|name| {
        let mut job = place.job.clone();
        let target = place.folder.path().join(name);
        job.target = target.to_str().unwrap().parse().unwrap();
        job
    });
    for _ in 0..2 {
        let [one, two, three] = jobs.each_ref().map(|job| deploy(job, now()));
        let done = tokio::join!(one, two, three);
        for done in [done.0, done.1, done.2] {
            done.unwrap();
        }
        let [one, two, three] = jobs
            .each_ref()
            .map(|job| files(job.target.folder().unwrap()));
        assert!(one.len() > 3 * 20 && one == two && one == three);
        fs::remove_dir_all(place.job.own().join("packed")).unwrap();
    }
}

/// What may happen between two deployments.
#[derive(Debug, Clone)]
enum Step {
    Write(usize, String),
    Remove(usize),
    Wanted(Vec<Coding>),
}

const PATHS: [&str; 4] = [
    "index.html",
    "blog/1/index.html",
    "feed.xml",
    "assets/a-1.js",
];

fn step() -> impl Strategy<Value = Step> {
    let words = prop_oneof![
        Just("short".to_owned()),
        "[a-z]{4}".prop_map(|word| page(&word))
    ];
    prop_oneof![
        4 => (0..PATHS.len(), words).prop_map(|(path, text)| Step::Write(path, text)),
        1 => (1..PATHS.len()).prop_map(Step::Remove),
        1 => proptest::sample::subsequence(vec![Coding::Br, Coding::Gz], 0..=2)
            .prop_map(Step::Wanted),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Whatever happened: a form on the target is that of the file beside it, and is there exactly if wanted.
    #[test]
    fn forms_are_those_of_their_files_after_any_steps(steps in prop::collection::vec(step(), 1..8)) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let mut place = site(&[Coding::Br, Coding::Gz]);
            // What is hashed stays for a day, so each step is a day later.
            let mut now = Timestamp::now();
            for step in steps {
                match step {
                    Step::Write(path, text) => drop(place.dist(&[(PATHS[path], &text)])),
                    Step::Remove(path) => drop(fs::remove_file(place.job.dist.join(PATHS[path]))),
                    Step::Wanted(codings) => place.job.precompress = codings,
                }
                place.deploy_at(now).await;
                now += DAY;
                place.deploy_at(now).await;
                for path in PATHS {
                    let text = fs::read_to_string(place.job.dist.join(path)).ok();
                    assert_eq!(fs::read_to_string(place.target().join(path)).ok(), text);
                    for coding in [Coding::Br, Coding::Gz] {
                        let wanted = place.job.precompress.contains(&coding);
                        let worth_it = text.clone().filter(|text| text.len() >= 1024 && wanted);
                        assert_eq!(unpacked(&place, path, coding), worth_it, "{path} {coding:?}");
                    }
                }
            }
        });
    }
}
