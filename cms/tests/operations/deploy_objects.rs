//! With a real S3 server.

use std::fs;

use cms::deploy::DeployError;
use jiff::{SignedDuration, Timestamp};

use crate::{bucket::Bucket, deploy_place::SITE};

const YEAR: &str = "public, max-age=31536000, immutable";

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
            ("new/index.html", "new"),
        ])
        .without("blog/1/index.html");
    let outcome = place.deploy().await;
    assert_eq!((outcome.sent, outcome.removed), (3, 1));
    let requests = bucket.requests();
    // The asset is there before the page that names it, a new page before the one that leads to it, and what is gone goes last.
    assert_eq!(
        puts(&requests),
        [
            "www/.cms-deployment",
            "www/assets/b2.css",
            "www/new/index.html",
            "www/index.html"
        ]
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
    let read = requests.iter().filter(|line| line.starts_with("GET"));
    assert_eq!(read.count(), 1, "nothing but the marker: {requests:#?}");
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

/// As from a copy of the bucket, or its versions.
#[tokio::test]
async fn an_older_state_that_is_put_back_is_looked_at() {
    let (bucket, marker) = (Bucket::start().await, "www/.cms-deployment");
    let place = bucket.place("/www");
    place.dist(&SITE).deploy().await;
    let before = fs::read_to_string(bucket.file(marker)).unwrap();
    for page in ["blog/2/index.html", "blog/3/index.html"] {
        place.dist(&[(page, "new")]).deploy().await;
    }
    bucket.put(marker, &before);
    fs::remove_file(bucket.file("www/blog/2/index.html")).unwrap();
    assert_eq!(place.deploy().await.sent, 1);
    assert_eq!(bucket.objects()["www/blog/2/index.html"], "new");
    bucket.requests();
    assert_eq!(place.deploy().await.sent, 0);
    let listed = |request: &String| request.contains("list-type");
    assert!(!bucket.requests().iter().any(listed), "it is the last one");
}
