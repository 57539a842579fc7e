//! Finding: words, filters and orders, for staff and for visitors; the index follows whatever happens to a post, and several
//! posts at once have one answer each.

use std::path::Path;

use cms::{ops::archive, store::Store};
use reqwest::{Method, Response, StatusCode};
use rusqlite::Connection;
use serde_json::Value;

use crate::support::{Draft, Session, TestApp, azerbaijani, id, nothing, problem};

pub const SEVERAL: &str = "/api/blog/posts/several/";

fn ids(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(id).collect()
}

/// The list's address with these parameters.
fn address(query: &[(&str, &str)]) -> String {
    let url = reqwest::Url::parse_with_params("http://localhost/api/blog/posts/", query);
    url.unwrap().as_str().replace("http://localhost", "")
}

impl Session<'_> {
    /// The numbers of what staff find.
    pub async fn finds(&self, query: &[(&str, &str)]) -> Vec<i64> {
        let path = address(&[&[("state", "all")], query].concat());
        let answer = self.request(Method::GET, &path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{query:?}");
        let total = answer.headers()["x-total-count"]
            .to_str()
            .unwrap()
            .parse::<usize>();
        let found = ids(&answer.json().await.unwrap());
        assert_eq!(total, Ok(found.len()), "{query:?}");
        found
    }

    pub async fn several(&self, body: Value) -> Response {
        let request = self.request(Method::POST, SEVERAL).json(&body);
        request.send().await.unwrap()
    }

    /// Number, and the code of what was in the way.
    pub async fn outcomes(&self, body: Value) -> Vec<(i64, Option<String>)> {
        let answer = self.several(body).await;
        assert_eq!(answer.status(), StatusCode::OK);
        let list: Value = answer.json().await.unwrap();
        let outcome = |outcome: &Value| {
            let code = outcome["problem"]["type"].as_str().map(str::to_owned);
            assert_eq!(outcome["done"], code.is_none());
            (id(outcome), code)
        };
        list.as_array().unwrap().iter().map(outcome).collect()
    }
}

/// The numbers of what anyone finds.
async fn visitors_find(app: &TestApp, query: &[(&str, &str)]) -> Vec<i64> {
    let answer = app.get(&address(query)).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK, "{query:?}");
    ids(&answer.json().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_found_in_titles_texts_and_authors_however_they_are_typed() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let form = azerbaijani("İLLİK Hesabat")
        .with("author", "Şükür Ələkbərov")
        .with("excerpt_az", "Ödəmə mənbəyi")
        .with("content_az", "<p>Vergi <strong>məcəl</strong>ləsi</p>")
        .with("title_ru", "Учёт активов");
    let (one, two) = (
        admin.drafted(form).await,
        admin.drafted(azerbaijani("Başqa")).await,
    );
    for q in [
        "illik",
        "ILLIK",
        "ıllık",
        "İllik",
        "hesab",
        "esaba",
        "şükür",
        "ələkbər",
        "KBƏR",
        "учет",
        "Учёт",
        "mənbə",
        "vergi",
        "məcəlləsi",
        "vergi hesabat",
        "  учет\u{a0}illik ",
        "hesabat, (vergi)!",
    ] {
        assert_eq!(admin.finds(&[("q", q)]).await, [one], "{q}");
    }
    // Contents are found by the beginnings of their words; signs are no words.
    for q in [
        "ergi",
        "vergi başqa",
        "%",
        "\"",
        "*",
        "hesabat NOT x",
        "<p>",
        "strong",
    ] {
        assert!(admin.finds(&[("q", q)]).await.is_empty(), "{q}");
    }
    assert_eq!(admin.finds(&[("q", " ")]).await, [two, one]);
    for (field, query) in [("q", "a".repeat(201)), ("language", "de".into())] {
        let path = address(&[("state", "all"), (field, &query)]);
        let answer = admin.request(Method::GET, &path).send().await;
        let (status, code, body) = problem(answer.unwrap()).await;
        assert_eq!((status, code.as_str()), (400, "invalid-fields"));
        assert!(body["errors"][field].is_array());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_found_follows_whatever_happens_to_a_post() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let one = admin.drafted(azerbaijani("Birinci")).await;
    assert_eq!(admin.finds(&[("q", "birinci")]).await, [one]);
    assert!(
        visitors_find(&app, &[("q", "birinci")]).await.is_empty(),
        "a working copy is nobody else's"
    );
    assert_eq!(admin.publish(one, &["az"]).await.status(), 200);
    assert_eq!(visitors_find(&app, &[("q", "birinci")]).await, [one]);
    // Other words in the working copy: staff find these, visitors still the others.
    admin
        .saved(
            one,
            nothing()
                .with("title_az", "İkinci")
                .with("content_az", "<p>Gizli</p>"),
        )
        .await;
    assert_eq!(admin.finds(&[("q", "ikinci gizli")]).await, [one]);
    assert!(admin.finds(&[("q", "birinci")]).await.is_empty());
    assert_eq!(visitors_find(&app, &[("q", "birinci")]).await, [one]);
    for q in ["ikinci", "gizli"] {
        assert!(visitors_find(&app, &[("q", q)]).await.is_empty(), "{q}");
    }
    assert_eq!(admin.delete(one).await.status(), 204);
    assert!(admin.finds(&[("q", "birinci")]).await.is_empty());
    assert!(visitors_find(&app, &[("q", "birinci")]).await.is_empty());
    assert_eq!(admin.list("state=trash&q=ikinci").await.len(), 1);
    assert!(admin.list("state=trash&q=birinci").await.is_empty());
    assert!(admin.list("state=trash&category=hr").await.is_empty());
    let restore = format!("/api/blog/trash/{one}/restore/");
    assert_eq!(
        admin
            .request(Method::POST, &restore)
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
    assert_eq!(admin.finds(&[("q", "ikinci")]).await, [one]);
    assert_eq!(visitors_find(&app, &[("q", "birinci")]).await, [one]);
    let discard = admin
        .of_post(Method::DELETE, one, "draft/")
        .send()
        .await
        .unwrap();
    assert_eq!(discard.status(), 204);
    assert_eq!(admin.finds(&[("q", "birinci")]).await, [one]);
    assert_eq!(admin.unpublish(one, &[]).await.status(), 200);
    assert_eq!(admin.finds(&[("q", "birinci")]).await, [one]);
    assert!(visitors_find(&app, &[("q", "birinci")]).await.is_empty());
    // What is refused leaves nothing behind.
    let refused = admin.publish(one, &["ru"]).await;
    assert_eq!(refused.status(), 422);
    assert_eq!(admin.finds(&[("q", "birinci")]).await, [one]);
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_narrow_together_and_orders_are_those_of_people() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let mut made = Vec::new();
    for (title, author, category) in [
        ("Əmlak", "Zaur", "audit"),
        ("Çek", "əli", "hr"),
        ("Faktura", "ƏLİ", "audit"),
        ("Cədvəl", "Cavid", "hr"),
    ] {
        let form = Draft::new("x")
            .with("title_az", title)
            .with("author", author)
            .with("category", category);
        made.push(id(&admin.created(form).await));
        app.clock.advance(std::time::Duration::from_secs(60));
    }
    let [a, b, c, d] = made[..] else { panic!() };
    assert_eq!(admin.finds(&[("author", " Əli ")]).await, [c, b]);
    assert_eq!(
        admin.finds(&[("author", "Əli"), ("category", "hr")]).await,
        [b]
    );
    assert_eq!(admin.finds(&[("sort", "date")]).await, [a, b, c, d]);
    assert_eq!(
        admin.finds(&[("sort", "title")]).await,
        [d, b, a, c],
        "c, ç, ə, f"
    );
    assert_eq!(admin.finds(&[("sort", "author")]).await, [d, c, b, a]);
    admin.saved(b, nothing().with("title_ru", "")).await;
    assert_eq!(admin.finds(&[("sort", "-edited")]).await, [b, d, c, a]);
    assert_eq!(admin.finds(&[("language", "ru")]).await, [d, c, a]);
    assert_eq!(
        visitors_find(&app, &[("language", "ru"), ("sort", "title")]).await,
        [d, b, a, c]
    );
    let date = |post: i64| {
        let store = &app.app.store;
        store
            .read_blocking(|store| {
                Ok::<_, anyhow::Error>(cms::store::posts::find(store, post)?.unwrap().post.date)
            })
            .unwrap()
            .to_string()
    };
    let (from, until) = (date(b), date(d));
    assert_eq!(
        admin.finds(&[("from", &from), ("until", &until)]).await,
        [c, b]
    );
    assert_eq!(
        visitors_find(
            &app,
            &[("from", &from), ("until", &until), ("q", "faktura")]
        )
        .await,
        [c]
    );
    // Pages of what is found.
    let page = admin.request(
        Method::GET,
        "/api/blog/posts/?state=all&q=x&sort=title&page=2&page_size=3&fields=summary",
    );
    let page = page.send().await.unwrap();
    assert_eq!(page.headers()["x-total-count"], "4");
    assert_eq!(ids(&page.json().await.unwrap()), [c]);
    assert_eq!(
        app.get("/api/blog/posts/?missing=ru&q=x")
            .send()
            .await
            .unwrap()
            .status(),
        401,
        "that is for staff"
    );
}

fn empty_index(file: &Path) {
    let store = Connection::open(file).unwrap();
    store
        .execute_batch(
            "DROP TABLE schedules_aside; DROP TABLE approvals_aside; DROP TABLE message_changes; DROP TRIGGER messages_came; DROP TRIGGER messages_went; DROP TRIGGER messages_changed;
             DROP TABLE post_links; DROP TABLE left_away; DROP TRIGGER left_away_by_deletion; DROP TRIGGER left_away_by_return;
             DROP TRIGGER wanted_away_again; DROP INDEX images_here; DROP TABLE unused_images; ALTER TABLE images DROP COLUMN away;
             DROP VIEW desk_now; CREATE VIEW desk_now AS SELECT * FROM desk; DROP INDEX desk_stale;
             ALTER TABLE desk DROP COLUMN stale_others; ALTER TABLE desk DROP COLUMN differs_others;
             ALTER TABLE desk DROP COLUMN written_others;
             CREATE INDEX desk_stale ON desk (date DESC, id DESC) WHERE stale_az OR stale_en OR stale_ru;
             DROP TRIGGER slugs_of_new; DROP TRIGGER slugs_of_changed; DROP TABLE slugs;
             ALTER TABLE posts DROP COLUMN others; ALTER TABLE posts DROP COLUMN other_contents;
             ALTER TABLE posts DROP COLUMN published_others;
             ALTER TABLE working_copies DROP COLUMN others; ALTER TABLE working_copies DROP COLUMN other_contents;",
        )
        .unwrap();
    for table in ["posts", "working_copies"] {
        for field in ["meta_title", "meta_description", "slug"] {
            for lang in ["az", "en", "ru"] {
                store
                    .execute_batch(&format!("ALTER TABLE {table} DROP COLUMN {field}_{lang}"))
                    .unwrap();
            }
        }
    }
    store
        .execute_batch(
            "DROP TABLE deliveries; DROP TABLE webhooks; DROP TABLE announced; DROP TABLE hold; DROP TRIGGER media_of_image; DROP TABLE media; DROP TABLE approvals; DROP TRIGGER approvals_of_gone_copies; DROP TRIGGER approvals_of_trash; DROP TABLE recovery_codes; DROP TABLE second_steps; DROP TABLE tokens; DROP TABLE finding; DROP TABLE finding_words; DROP TABLE finding_due;
             DROP TRIGGER finding_post_inserted; DROP TRIGGER finding_post_updated; DROP TRIGGER finding_post_deleted;
             DROP TRIGGER finding_copy_inserted; DROP TRIGGER finding_copy_updated; DROP TRIGGER finding_copy_deleted;
             DROP TRIGGER finding_trash_inserted; DROP TRIGGER finding_trash_deleted; PRAGMA user_version = 11;",
        )
        .unwrap();
}

fn rows(store: &Store) -> Vec<(i64, String)> {
    store
        .read_blocking(|store| {
            let mut all = store.prepare("SELECT id, title || author || staff || visitors || edited FROM finding ORDER BY id")?;
            let all = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok::<_, anyhow::Error>(all.collect::<Result<_, _>>()?)
        })
        .unwrap()
}

fn with_word(store: &Store, word: &str) -> Vec<i64> {
    let sql = "SELECT rowid FROM finding_words WHERE finding_words MATCH ?1";
    store
        .read_blocking(|store| {
            let mut rows = store.prepare(sql)?;
            let rows = rows.query_map([word], |row| row.get(0))?;
            Ok::<_, anyhow::Error>(rows.collect::<Result<_, _>>()?)
        })
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_store_and_an_archive_have_their_posts_found() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let one = id(&admin.created(Draft::new("Köhnə")).await);
    admin
        .saved(one, nothing().with("title_az", "Yeni söz"))
        .await;
    let two = id(&admin.created(Draft::new("Silinmiş")).await);
    assert_eq!(admin.delete(two).await.status(), 204);
    let before = rows(&app.app.store);
    assert_eq!(before.len(), 2, "{before:?}");
    let mut bytes = Vec::new();
    archive::export(&app.app.originals, &mut bytes).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("copy.db");
    let out = file.display().to_string();
    let source = Connection::open(app.app.store.file()).unwrap();
    source.execute("VACUUM INTO ?1", [&out]).unwrap();
    empty_index(&file);
    let older = Store::open(&file).unwrap();
    assert_eq!(rows(&older), before);
    assert_eq!(with_word(&older, "yeni"), [2 * one]);
    assert_eq!(with_word(&older, "köhnə"), [2 * one, 2 * one + 1]);
    // An archive that is read into an empty store.
    let other = Store::open(&dir.path().join("other.db")).unwrap();
    archive::import(&other, bytes.as_slice(), app.clock.now()).unwrap();
    assert_eq!(with_word(&other, "yeni"), [2 * one]);
    assert_eq!(rows(&other).len(), 2);
    // What another program wrote is found after the next start.
    Connection::open(&file)
        .unwrap()
        .execute("UPDATE working_copies SET title_az = 'Kənardan'", [])
        .unwrap();
    drop(older);
    assert_eq!(
        with_word(&Store::open(&file).unwrap(), "kənardan"),
        [2 * one]
    );
}
