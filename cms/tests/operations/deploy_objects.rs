//! With a real S3 server.

use std::{fs, time::Duration};

use cms::deploy::{DeployError, StorageTrouble, deploy};
use jiff::{SignedDuration, Timestamp};

use crate::{
    bucket::{Bucket, Fault},
    deploy_place::{Place, SITE},
};

const YEAR: &str = "public, max-age=31536000, immutable";

fn why(error: &DeployError) -> StorageTrouble {
    match error {
        DeployError::Storage { why, .. } => *why,
        other => panic!("{other}"),
    }
}

fn puts(requests: &[String]) -> Vec<&str> {
    requests
        .iter()
        .filter_map(|line| line.strip_prefix("PUT /site/"))
        .collect()
}

#[tokio::test]
async fn the_bucket_becomes_the_site() {
    let bucket = Bucket::start().await;
    let place = bucket.place("/www");
    let outcome = place.dist(&SITE).deploy().await;
    assert_eq!((outcome.pages, outcome.sent, outcome.removed), (2, 4, 0));
    let found = bucket.objects();
    assert_eq!(found["www/index.html"], "home /assets/a1.css");
    assert!(
        !found.contains_key("www/_headers"),
        "rules for hosts are for hosts"
    );
    let said = bucket.said("www/assets/a1.css");
    assert_eq!(said["cache_control"], YEAR);
    assert_eq!(said["content_type"], "text/css; charset=utf-8");
    let said = bucket.said("www/blog/1/index.html");
    assert_eq!(said["cache_control"], "no-cache");
    assert_eq!(said["content_type"], "text/html; charset=utf-8");

    bucket.requests();
    place
        .dist(&[
            ("index.html", "home /assets/b2.css"),
            ("assets/b2.css", "b2"),
        ])
        .without("blog/1/index.html");
    let outcome = place.deploy().await;
    assert_eq!((outcome.sent, outcome.removed), (2, 1));
    let requests = bucket.requests();
    // The asset is there before the page that names it, and what is gone goes last.
    assert_eq!(
        puts(&requests),
        ["www/.cms-deployment", "www/assets/b2.css", "www/index.html"]
    );
    assert_eq!(
        requests.last().unwrap(),
        "DELETE /site/www/blog/1/index.html"
    );
    assert!(
        requests.iter().all(|line| !line.contains("list-type")),
        "{requests:?}"
    );
    assert!(!bucket.objects().contains_key("www/blog/1/index.html"));

    place.deploy().await;
    assert_eq!(puts(&bucket.requests()), ["www/.cms-deployment"]);
}

#[tokio::test]
async fn a_rule_that_changes_is_said_with_the_objects_that_it_is_about() {
    let bucket = Bucket::start().await;
    let place = bucket.place("");
    place.dist(&SITE).deploy().await;
    place.dist(&[("_headers", "/blog/*\n  Cache-Control: max-age=60\n")]);
    assert_eq!(place.deploy().await.sent, 1);
    assert_eq!(
        bucket.said("blog/1/index.html")["cache_control"],
        "max-age=60"
    );
}

#[tokio::test]
async fn assets_stay_for_a_day_after_the_last_page_that_named_them() {
    let bucket = Bucket::start().await;
    let place = bucket.place("/www");
    let day = SignedDuration::from_hours(24);
    let start = Timestamp::now();
    place.dist(&SITE).deploy_at(start).await;
    place.without("assets/a1.css").deploy_at(start + day).await;
    let almost = start + day + day - SignedDuration::from_secs(1);
    place.deploy_at(almost).await;
    // A clock that jumps back keeps nothing for longer and removes nothing earlier.
    place.deploy_at(start).await;
    assert!(bucket.objects().contains_key("www/assets/a1.css"));
    place.deploy_at(start + day).await;
    assert!(!bucket.objects().contains_key("www/assets/a1.css"));
}

#[tokio::test]
async fn an_edit_among_many_sends_little_and_lists_nothing() {
    let bucket = Bucket::start().await;
    let place = bucket.place("/www");
    // With CMS_TEST_PAGES=30000 the figures of docs/operations.md.
    let pages = std::env::var("CMS_TEST_PAGES").map_or(400, |count| count.parse().unwrap());
    place.dist(&SITE);
    for post in 0..pages {
        place.dist(&[(&format!("blog/p{post}/index.html"), &format!("post {post}"))]);
    }
    let outcome = place.deploy().await;
    assert_eq!(outcome.sent, pages + 4);
    println!("{} objects at first: {} ms", outcome.sent, outcome.ms);
    bucket.requests();
    place.dist(&[
        ("blog/p7/index.html", "edited"),
        ("blog/new/index.html", "new"),
    ]);
    let outcome = place.deploy().await;
    assert_eq!(outcome.sent, 2);
    println!("an edit among them: {} ms", outcome.ms);
    let requests = bucket.requests();
    // The marker is read and written, the new address looked at, both are sent.
    assert_eq!(requests.len(), 5, "{requests:#?}");
    assert!(requests.iter().all(|line| !line.contains("list-type")));
}

#[tokio::test]
async fn only_what_is_ours_and_unchanged_is_removed() {
    let bucket = Bucket::start().await;
    let place = bucket.place("/www");
    bucket.put("www/theirs.txt", "theirs");
    bucket.put("elsewhere.txt", "beside the prefix");
    bucket.put("www2/index.html", "a neighbour");
    let outcome = place
        .dist(&SITE)
        .dist(&[("a.html", "a"), ("b.html", "b")])
        .deploy()
        .await;
    assert_eq!(outcome.left_alone, 1);
    bucket.put("www/a.html", "somebody's own by now");
    place.without("a.html").without("b.html");
    let outcome = place.deploy().await;
    assert_eq!((outcome.removed, outcome.left_alone), (1, 1));
    let found = bucket.objects();
    assert_eq!(found["www/a.html"], "somebody's own by now");
    assert!(!found.contains_key("www/b.html"));
    for path in ["www/theirs.txt", "elsewhere.txt", "www2/index.html"] {
        assert!(found.contains_key(path), "{path}");
    }
}

#[tokio::test]
async fn objects_of_others_are_replaced_only_by_force() {
    let bucket = Bucket::start().await;
    let mut place = bucket.place("/www");
    bucket.put("www/index.html", "another site");
    let refused = place.dist(&SITE).refused().await;
    assert!(
        matches!(refused, DeployError::Occupied { count: 1, .. }),
        "{refused}"
    );
    place.job.force = true;
    place.deploy().await;
    place.job.force = false;
    // Also one that came later, in the place of a new page.
    bucket.put("www/new.html", "theirs");
    let refused = place.dist(&[("new.html", "ours")]).refused().await;
    assert!(
        matches!(&refused, DeployError::Occupied { count: 1, example } if example == "new.html"),
        "{refused}"
    );
    assert_eq!(bucket.objects()["www/new.html"], "theirs");
}

#[tokio::test]
async fn guards_are_those_of_every_target() {
    let bucket = Bucket::start().await;
    let mut place = bucket.place("/www");
    assert!(matches!(place.refused().await, DeployError::Empty(_)));
    for page in 0..30 {
        place.dist(&[(&format!("p{page}.html"), "page")]);
    }
    place.dist(&SITE).deploy().await;
    for page in 0..5 {
        place.without(&format!("p{page}.html"));
    }
    place.job.max_delete = Some(4);
    let refused = place.refused().await;
    assert!(
        matches!(refused, DeployError::TooManyRemovals { count: 5, .. }),
        "{refused}"
    );
    place.job.dry_run = true;
    bucket.requests();
    let outcome = place.deploy().await;
    assert_eq!(outcome.removed, 5);
    assert!(outcome.changes.iter().any(|line| line.ends_with("p3.html")));
    assert_eq!(
        puts(&bucket.requests()),
        [""; 0],
        "a dry run changes nothing"
    );
    place.job.dry_run = false;
    place.job.max_delete = None;
    assert_eq!(place.deploy().await.removed, 5);
}

#[tokio::test]
async fn verify_finds_and_mends_what_the_record_does_not_know() {
    let bucket = Bucket::start().await;
    let mut place = bucket.place("/www");
    place.dist(&SITE).deploy().await;
    fs::remove_file(bucket.file("www/blog/1/index.html")).unwrap();
    bucket.put("www/index.html", "defaced");
    assert_eq!(place.deploy().await.sent, 0, "the record is believed");
    place.job.verify = true;
    place.job.dry_run = true;
    let outcome = place.deploy().await;
    assert_eq!(outcome.sent, 2, "{:?}", outcome.changes);
    place.job.dry_run = false;
    assert_eq!(place.deploy().await.sent, 2);
    assert_eq!(bucket.objects()["www/index.html"], SITE[0].1);
    assert_eq!(place.deploy().await.sent, 0);
}

#[tokio::test]
async fn two_deployers_notice_each_other() {
    let bucket = Bucket::start().await;
    let (one, two) = (bucket.place("/www"), bucket.place("/www"));
    one.dist(&SITE).deploy().await;
    two.dist(&[("index.html", "two")]);
    assert!(matches!(
        two.refused().await,
        DeployError::OtherOwner(Some(_))
    ));

    // Both look at an empty place before either has written its name there.
    let (one, mut two) = (bucket.place("/new"), bucket.place("/new"));
    one.dist(&SITE);
    two.dist(&[("index.html", "two"), ("two.html", "two")]);
    two.job.force = true;
    let (first, second) = tokio::join!(
        deploy(&one.job, Timestamp::now()),
        deploy(&two.job, Timestamp::now())
    );
    let won = [&first, &second]
        .iter()
        .filter(|result| result.is_ok())
        .count();
    for result in [&first, &second] {
        if let Err(error) = result {
            assert!(
                matches!(
                    error,
                    DeployError::Overtaken
                        | DeployError::OtherOwner(_)
                        | DeployError::Occupied { .. }
                ),
                "{error}"
            );
        }
    }
    assert!(won >= 1, "{first:?} {second:?}");
}

#[tokio::test]
async fn whoever_is_overtaken_removes_nothing() {
    let bucket = Bucket::start().await;
    let place = bucket.place("/www");
    place.dist(&SITE).deploy().await;
    place
        .without("blog/1/index.html")
        .dist(&[("new.html", "new")]);
    // Between the first and the last request, another one writes its name.
    let other = bucket.clone();
    bucket.fails(move |method, uri| {
        if method == "PUT" && uri.contains("new.html") {
            let marker = r#"{"owner":"they","deployment":"theirs","at":"2026-01-01T00:00:00Z"}"#;
            other.put("www/.cms-deployment", marker);
        }
        None
    });
    let refused = place.refused().await;
    assert!(matches!(refused, DeployError::Overtaken), "{refused}");
    assert!(bucket.objects().contains_key("www/blog/1/index.html"));
}

#[tokio::test]
async fn a_lost_marker_or_record_costs_a_round_without_removals() {
    let bucket = Bucket::start().await;
    let place = bucket.place("/www");
    place.dist(&SITE).deploy().await;
    fs::remove_file(bucket.file("www/.cms-deployment")).unwrap();
    place.without("blog/1/index.html");
    assert_eq!(place.deploy().await.removed, 0);
    assert_eq!(place.deploy().await.removed, 1);

    let own = place.job.data.join("deploy");
    for entry in fs::read_dir(&own).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            fs::remove_file(path).unwrap();
        }
    }
    place
        .without("media/p-480.avif")
        .dist(&[("index.html", "newer")]);
    let outcome = place.deploy().await;
    assert_eq!(outcome.removed, 0);
    assert_eq!(bucket.objects()["www/index.html"], "newer");
}

#[tokio::test]
async fn failures_that_pass_are_tried_again_at_once() {
    let bucket = Bucket::start().await;
    for fault in [Fault::SlowDown, Fault::Cut, Fault::Half, Fault::CutAfter] {
        let place = bucket.place(&format!("/{fault:?}"));
        // Every second request fails, also those for the marker.
        let count = std::sync::atomic::AtomicUsize::new(0);
        bucket.fails(move |_, _| {
            let number = count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            (number % 2 == 1).then_some(fault)
        });
        let large = "x".repeat(2 << 20);
        place.dist(&SITE).dist(&[("media/large.bin", &large)]);
        let mut place = place;
        place.job.patience.retries = 8;
        assert_eq!(place.deploy().await.sent, 5, "{fault:?}");
        assert!(bucket.objects()[&format!("{fault:?}/media/large.bin")] == large);
        bucket.works();
        place.job.verify = true;
        assert_eq!(place.deploy().await.sent, 0, "{fault:?}");
    }
}

#[tokio::test]
async fn failures_that_stay_say_what_is_the_matter_and_not_where() {
    let bucket = Bucket::start().await;
    let table = [
        (Fault::SlowDown, StorageTrouble::Busy),
        (Fault::Cut, StorageTrouble::Unreachable),
        (Fault::Silence, StorageTrouble::Slow),
        (Fault::Skewed, StorageTrouble::Clock),
        (Fault::Denied, StorageTrouble::Denied),
    ];
    for (fault, wanted) in table {
        let mut place = bucket.place("/www");
        place.job.patience.answer = Duration::from_millis(200);
        place.job.patience.retries = 1;
        place.dist(&SITE);
        bucket.fails(move |_, _| Some(fault));
        let error = place.refused().await;
        assert_eq!(why(&error), wanted, "{error}");
        assert!(!error.needs_a_person(), "it is tried again");
        let said = error.public_text();
        assert!(
            !said.contains("127.0.0.1") && !said.contains("site"),
            "{said}"
        );
        assert!(!error.to_string().contains("test-secret"));
    }
    bucket.works();
    let mut place = bucket.place("/www");
    place.job.target = bucket
        .target("")
        .replace("s3://site", "s3://nowhere")
        .parse()
        .unwrap();
    assert_eq!(
        why(&place.dist(&SITE).refused().await),
        StorageTrouble::NoBucket
    );
    let mut place = bucket.place("/www");
    place.job.s3.s3_secret_access_key = Some("wrong".into());
    assert_eq!(
        why(&place.dist(&SITE).refused().await),
        StorageTrouble::Denied
    );
    let mut place = bucket.place("/www");
    place.job.target = "s3://site?endpoint=http://127.0.0.1:1".parse().unwrap();
    assert_eq!(
        why(&place.dist(&SITE).refused().await),
        StorageTrouble::Unreachable
    );
}

/// Every page names an asset of its own generation.
fn generation(place: &Place, number: usize) {
    let asset = format!("assets/{number}.css");
    place.dist(&[(&asset, "style"), ("index.html", &format!("/{asset}"))]);
    for page in 0..40 {
        place.dist(&[(&format!("p{page}.html"), &format!("/{asset} page {page}"))]);
    }
}

/// Every object that is there names what is there, too.
fn whole(bucket: &Bucket) {
    let found = bucket.objects();
    for (path, text) in found.iter().filter(|(path, _)| path.ends_with(".html")) {
        let asset = text.split(' ').next().unwrap();
        assert!(
            found.contains_key(&format!("www{asset}")),
            "{path} names {asset}"
        );
    }
}

#[tokio::test]
async fn a_deployment_that_ends_in_the_middle_goes_on_from_there() {
    let bucket = Bucket::start().await;
    let place = bucket.place("/www");
    generation(&place, 1);
    place.deploy().await;
    for stop in [0, 1, 2, 20, 41] {
        generation(&place, 2 + stop);
        let left = std::sync::atomic::AtomicUsize::new(stop);
        bucket.fails(move |method, uri| {
            let counted = method == "PUT" && !uri.contains(".cms-deployment");
            let over = counted
                && left
                    .fetch_update(
                        std::sync::atomic::Ordering::SeqCst,
                        std::sync::atomic::Ordering::SeqCst,
                        |left| left.checked_sub(1),
                    )
                    .is_err();
            over.then_some(Fault::Denied)
        });
        assert_eq!(
            why(&place.refused().await),
            StorageTrouble::Denied,
            "{stop}"
        );
        whole(&bucket);
        bucket.works();
        // What arrived is not sent again.
        assert_eq!(place.deploy().await.sent, 42 - stop);
        whole(&bucket);
    }
    // A process that is killed has written down nothing of what arrived.
    generation(&place, 100);
    bucket.fails(|method, uri| {
        (method == "PUT" && uri.contains("p3.html")).then_some(Fault::Silence)
    });
    let mut killed = deploy(&place.job, Timestamp::now());
    loop {
        let step = tokio::time::timeout(Duration::from_millis(1), &mut killed).await;
        assert!(step.is_err(), "it cannot end");
        if bucket.objects()["www/p20.html"].contains("100.css") {
            break;
        }
    }
    drop(killed);
    bucket.works();
    place.without("p20.html").deploy().await;
    whole(&bucket);
    assert!(
        !bucket.objects().contains_key("www/p20.html"),
        "it was ours, whatever was written down"
    );
}
