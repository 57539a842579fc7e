//! The list of staff: what it is filtered by follows every change, and a page of it costs what is on it.

use std::time::{Duration, Instant};

use cms::store::Store;
use reqwest::Method;
use serde_json::Value;

use crate::support::{Session, TestApp, azerbaijani, nothing};

async fn ids(admin: &Session<'_>, query: &str) -> Vec<i64> {
    let list = admin.list(query).await;
    list.iter()
        .map(|post| post["id"].as_i64().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_follow_whatever_happens_to_a_post() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let whole = ["az", "en", "ru"]
        .into_iter()
        .fold(nothing().with("author", "A"), |form, lang| {
            let form = form.with(&format!("title_{lang}"), lang);
            form.with(&format!("content_{lang}"), &format!("<p>{lang}</p>"))
        });
    let (one, two) = (
        admin.drafted(whole).await,
        admin.drafted(azerbaijani("b")).await,
    );
    assert_eq!(ids(&admin, "state=draft").await, [two, one]);
    assert_eq!(ids(&admin, "missing=ru").await, [two]);
    assert_eq!(admin.publish(one, &["az", "en", "ru"]).await.status(), 200);
    assert_eq!(ids(&admin, "state=published").await, [one]);
    admin
        .saved(one, nothing().with("content_az", "<p>Other words</p>"))
        .await;
    assert_eq!(ids(&admin, "state=changed").await, [one]);
    assert_eq!(ids(&admin, "stale=true").await, [one]);
    let body = serde_json::json!({ "language": "en" });
    assert!(
        admin
            .post_json(one, "translated/", body)
            .await
            .status()
            .is_success()
    );
    assert_eq!(ids(&admin, "stale=true").await, [one], "Russian is");
    let body = serde_json::json!({ "language": "ru" });
    assert!(
        admin
            .post_json(one, "translated/", body)
            .await
            .status()
            .is_success()
    );
    assert!(ids(&admin, "stale=true").await.is_empty());
    let at = app.clock.now() + Duration::from_secs(60);
    let body = serde_json::json!({ "at": at });
    assert_eq!(admin.post_json(one, "publish/", body).await.status(), 202);
    assert_eq!(ids(&admin, "state=scheduled").await, [one]);
    let cancel = admin.of_post(Method::DELETE, one, "schedule/").send();
    assert_eq!(cancel.await.unwrap().status(), 204);
    let discard = admin.of_post(Method::DELETE, one, "draft/").send();
    assert_eq!(discard.await.unwrap().status(), 204);
    assert_eq!(ids(&admin, "state=published").await, [one]);
    assert_eq!(ids(&admin, "state=all&category=audit").await, [two, one]);
    assert_eq!(admin.delete(one).await.status(), 204);
    assert_eq!(ids(&admin, "state=all").await, [two]);
    let path = format!("/api/blog/trash/{one}/restore/");
    assert_eq!(
        admin
            .request(Method::POST, &path)
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
    assert_eq!(ids(&admin, "state=published").await, [one]);
    let kept: Vec<Value> = app
        .app
        .store
        .read_blocking(|store| {
            let rows = |name: &str| -> anyhow::Result<Value> {
                let mut statement = store.prepare(&format!("SELECT * FROM {name} ORDER BY id"))?;
                let count = statement.column_count();
                let found = statement.query_map([], |row| {
                    (0..count)
                        .map(|at| Ok(format!("{:?}", row.get_ref(at)?)))
                        .collect::<Result<Vec<_>, _>>()
                })?;
                let found: Vec<Vec<String>> = found.collect::<Result<_, _>>()?;
                Ok(serde_json::json!(found))
            };
            Ok::<_, anyhow::Error>(vec![rows("desk")?, rows("desk_now")?])
        })
        .unwrap();
    assert_eq!(kept[0], kept[1]);
}

/// Ten thousand posts, every third with a working copy, some planned, some stale, some without Russian.
fn fill(store: &Store) {
    store.write_blocking(|store| {
        store.execute_batch(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
             INSERT INTO posts (id, revision, category, featured, trending, author, date, title_az, title_en, title_ru,
                 excerpt_az, excerpt_en, excerpt_ru, content_az, content_en, content_ru, published_az, published_en, published_ru)
             SELECT i, i, 'audit', 0, 0, 'A', 1700000000000 + i * 1000, 'T ' || i, 'T', iif(i % 50, 'T', ''), 'E', 'E', 'E',
                 '<p>' || hex(zeroblob(1500)) || '</p>', '<p>' || hex(zeroblob(1500)) || '</p>',
                 iif(i % 50, '<p>' || hex(zeroblob(1500)) || '</p>', ''), 1, 1, 1 FROM n;
             INSERT INTO working_copies (post_id, version, created_at, created_by, edited_at, edited_by, date, category, featured,
                 trending, author, title_az, title_en, title_ru, excerpt_az, excerpt_en, excerpt_ru, content_az, content_en, content_ru)
             SELECT id, id, 1, 'A', 1, 'A', date, category, 0, 0, author, title_az, 'other', title_ru, 'E', 'E', 'E',
                 content_az, content_en, content_ru FROM posts WHERE id % 3 = 0;
             INSERT INTO schedules (post_id, lang, action, at, by_name) SELECT id, 'ru', 'publish', 9e15, 'A' FROM posts WHERE id % 10 = 0;
             INSERT INTO translations (post_id, lang, source, stale)
             SELECT id, 'en', '{\"title\":\"\",\"excerpt\":\"\",\"content\":\"\"}', id % 5 = 0 FROM posts;
             UPDATE sqlite_sequence SET seq = 10000 WHERE name = 'posts'; UPDATE site SET revision = 10000;",
        )?;
        Ok::<_, anyhow::Error>(())
    }).unwrap();
}

/// `cargo test --workspace --test integration -- --ignored --nocapture the_list_of_staff_against`
#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures"]
async fn the_list_of_staff_against_the_public_one() {
    let app = TestApp::start().await;
    let start = Instant::now();
    fill(&app.app.store);
    println!("filled in {:?}", start.elapsed());
    let admin = app.sign_in().await;
    let mut public = Duration::ZERO;
    for query in [
        "page_size=6",
        "page_size=6&state=all",
        "page_size=6&state=all&page=1600",
        "page_size=6&state=draft",
        "page_size=6&state=changed",
        "page_size=6&state=scheduled",
        "page_size=6&stale=true",
        "page_size=6&missing=ru",
        "page_size=6&missing=ru&stale=true&state=changed&category=audit",
        "fields=summary",
        "fields=summary&state=all",
    ] {
        let mut times = Vec::new();
        for _ in 0..15 {
            let start = Instant::now();
            let answer = admin
                .request(Method::GET, &format!("/api/blog/posts/?{query}"))
                .send()
                .await
                .unwrap();
            let total = answer.headers()["x-total-count"]
                .to_str()
                .unwrap()
                .to_owned();
            let bytes = answer.bytes().await.unwrap().len();
            times.push((start.elapsed(), total, bytes));
        }
        times.sort();
        let (time, total, bytes) = &times[7];
        if !query.contains("state") && !query.contains("missing") && !query.contains("stale") {
            public = *time;
        }
        println!(
            "{query:64} {time:>12?} {:>6.1}x of {total} posts, {bytes} bytes",
            time.as_secs_f64() / public.as_secs_f64()
        );
    }
}
