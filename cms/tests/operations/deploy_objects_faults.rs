//! With a real S3 server that fails, and with another deployer at the same bucket.

use std::{fs, time::Duration};

use cms::{
    deploy::{DeployError, deploy},
    storage::{StorageError, Trouble},
};

use crate::{
    bucket::{Bucket, Fault},
    deploy_place::{Place, SITE, now},
};

fn why(error: &DeployError) -> Trouble {
    match error {
        DeployError::Storage(StorageError { why, .. }) => *why,
        other => panic!("{other}"),
    }
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
    let (first, second) = tokio::join!(deploy(&one.job, now()), deploy(&two.job, now()));
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

/// What was not removed is still ours to remove.
#[tokio::test]
async fn an_object_that_cannot_be_removed_is_tried_again() {
    let bucket = Bucket::start().await;
    let place = bucket.place("/www");
    place.dist(&SITE).deploy().await;
    place.without("blog/1/index.html");
    bucket.fails(|method, _| (method == "DELETE").then_some(Fault::Denied));
    assert_eq!(why(&place.refused().await), Trouble::Denied);
    bucket.works();
    assert_eq!(place.deploy().await.removed, 1);
    assert!(!bucket.objects().contains_key("www/blog/1/index.html"));
}

/// Not every maker's server knows `If-Match`.
#[tokio::test]
async fn a_server_that_knows_no_conditions_gets_the_site() {
    let bucket = Bucket::start().await;
    let mut place = bucket.place("/www");
    place.job.patience.retries = 0;
    let refuse_first = |fault| {
        let asked = std::sync::atomic::AtomicBool::new(false);
        bucket.fails(move |method, uri| {
            let marks = method == "PUT" && uri.contains(".cms-deployment");
            let first = marks && !asked.swap(true, std::sync::atomic::Ordering::SeqCst);
            first.then_some(fault)
        });
    };
    for text in ["one", "two"] {
        refuse_first(Fault::Unknown);
        place.dist(&[("index.html", text)]).deploy().await;
        assert_eq!(bucket.objects()["www/index.html"], text);
    }
    // Whatever else is wrong with the note is no reason to write it without one.
    refuse_first(Fault::Denied);
    assert_eq!(why(&place.refused().await), Trouble::Denied);
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
        (Fault::SlowDown, Trouble::Busy),
        (Fault::Cut, Trouble::Unreachable),
        (Fault::Silence, Trouble::Slow),
        (Fault::Skewed, Trouble::Clock),
        (Fault::Denied, Trouble::Denied),
    ];
    for (fault, wanted) in table {
        let mut place = bucket.place("/www");
        if matches!(fault, Fault::Silence) {
            place.job.patience.answer = Duration::from_millis(200);
        }
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
    assert_eq!(why(&place.dist(&SITE).refused().await), Trouble::NoBucket);
    let mut place = bucket.place("/www");
    place.job.s3.s3_secret_access_key = Some("wrong".into());
    assert_eq!(why(&place.dist(&SITE).refused().await), Trouble::Denied);
    let mut place = bucket.place("/www");
    place.job.target = "s3://site?endpoint=http://127.0.0.1:1".parse().unwrap();
    assert_eq!(
        why(&place.dist(&SITE).refused().await),
        Trouble::Unreachable
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
        assert_eq!(why(&place.refused().await), Trouble::Denied, "{stop}");
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
    bucket.answered();
    let mut killed = deploy(&place.job, now());
    loop {
        let step = tokio::time::timeout(Duration::from_millis(1), &mut killed).await;
        assert!(step.is_err(), "it cannot end");
        // All of it: also what the object says of itself.
        let mut answered = bucket.answered().into_iter();
        if answered.any(|line| line.starts_with("PUT") && line.contains("p20.html")) {
            break;
        }
    }
    drop(killed);
    assert!(bucket.objects()["www/p20.html"].contains("100.css"));
    bucket.works();
    place.without("p20.html").deploy().await;
    whole(&bucket);
    assert!(
        !bucket.objects().contains_key("www/p20.html"),
        "it was ours, whatever was written down"
    );
}
