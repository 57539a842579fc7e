//! Another file in the place of a picture's: wherever the picture is shown, for whom, and what is refused.

use std::{collections::BTreeMap, fs, path::Path};

use cms::store::images;
use reqwest::{Method, Response, StatusCode, header, multipart};
use serde_json::{Value, json};

use crate::{
    people::signed_in,
    support::{Draft, Session, TestApp, azerbaijani, cms as shell, id, png, problem},
};

fn file(bytes: Vec<u8>, name: &str) -> multipart::Form {
    let part = multipart::Part::bytes(bytes).file_name(name.to_owned());
    multipart::Form::new().part("image", part)
}

async fn stored(staff: &Session<'_>, shade: u8) -> i64 {
    let request = staff.request(Method::POST, "/api/media/");
    let answer = request.multipart(file(png(shade), "before.png")).send();
    id(&answer.await.unwrap().json().await.unwrap())
}

async fn replaced(staff: &Session<'_>, id: i64, bytes: Vec<u8>, tag: Option<&str>) -> Response {
    let mut request = staff.request(Method::PUT, &format!("/api/media/{id}/file/"));
    if let Some(tag) = tag {
        request = request.header(header::IF_MATCH, tag);
    }
    let request = request.multipart(file(bytes, "after.png"));
    request.send().await.unwrap()
}

fn tag(answer: &Response) -> String {
    answer.headers()[header::ETAG].to_str().unwrap().to_owned()
}

/// Every file below a folder that visitors are sent, by its path.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root).unwrap().display().to_string();
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found
}

/// Names of the pictures that a page shows, without those of the site's own that every page has.
fn shown(app: &TestApp, page: &str) -> Vec<String> {
    let named = |page: &str| -> Vec<String> {
        let rest = page.split("\"/media/").skip(1);
        let names = rest.filter_map(|rest| rest.split('"').next());
        names.map(str::to_owned).collect()
    };
    let common = named(&app.page("terms/index.html"));
    let mut own = named(page);
    own.retain(|file| !common.contains(file));
    own
}

#[tokio::test(flavor = "multi_thread")]
async fn the_new_file_is_shown_wherever_the_old_one_was() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    let post = owner.created(Draft::new("Bir").image(png(1))).await;
    let own = post["image_id"].as_i64().unwrap();
    let html = format!("<p>x</p><p><img src=\"/api/blog/images/{own}/\" alt=\"Otaq\"></p>");
    let in_text = owner
        .created(Draft::new("İki").with("content_az", &html))
        .await;
    let draft = owner.drafted(azerbaijani("Üç").image(png(1))).await;
    let said = json!({"alt_az": "Ofis", "caption_az": "2025", "focus_x": 0});
    let path = format!("/api/media/{own}/");
    owner.json(Method::PATCH, &path, said).await;
    // Pictures of the site itself have other names, too, until they are made.
    app.until_settled().await;
    let pages = [&post, &in_text].map(|post| format!("blog/{}/index.html", id(post)));
    let before = pages.clone().map(|page| app.page(&page));
    let known = owner.read(&path).await;

    let answer = replaced(&owner, own, png(9), None).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let now: Value = answer.json().await.unwrap();
    assert_eq!(
        (&now["alt_az"], &now["caption_az"], &now["focus_x"]),
        (&json!("Ofis"), &json!("2025"), &json!(0))
    );
    assert_eq!(now["file_name"], "after.png");
    assert_ne!(now["version"], known["version"]);
    assert_eq!(now["created_at"], known["created_at"]);
    app.until_live().await;
    app.until_settled().await;
    for (page, before) in pages.iter().zip(&before) {
        let after = app.page(page);
        let (old, new) = (shown(&app, before), shown(&app, &after));
        assert!(!old.is_empty() && !new.is_empty(), "{after}");
        assert!(new.iter().all(|file| !old.contains(file)), "{page}");
    }
    assert!(app.page(&pages[1]).contains("alt=\"Otaq\""));
    assert!(
        app.page(&pages[1])
            .contains("<figcaption>2025</figcaption>")
    );
    assert_eq!(owner.draft(draft).await["image_id"], json!(own));
    let served = app.get(&format!("/api/blog/images/{own}/")).send();
    let served = served.await.unwrap();
    assert_eq!(served.headers()["cache-control"], "public, no-cache");
    assert_eq!(served.bytes().await.unwrap(), png(9));
    let record = owner.read("/api/audit/?kind=picture_replaced").await;
    assert_eq!(record.as_array().unwrap().len(), 1);
    assert_eq!(record[0]["subject"], json!(own.to_string()));

    // What followed step by step is what a build from nothing makes.
    let whole = app.dir.path().join("whole");
    let mut command = shell(app.dir.path());
    command.args(["generate", "--full", "--out"]).arg(&whole);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let (followed, whole) = (files(&app.app.config.dist), files(&whole));
    for page in &pages {
        assert_eq!(followed.get(page), whole.get(page), "{page}");
    }
    let gone = shown(&app, &before[0])
        .iter()
        .any(|file| whole.contains_key(&format!("media/{file}")));
    assert!(!gone, "nothing of the old file is published from nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_take_its_place_is_refused_and_changes_nothing() {
    let app = TestApp::start_with(|config| config.max_image_mib = 1).await;
    let owner = app.sign_in().await;
    let (first, second) = (stored(&owner, 1).await, stored(&owner, 2).await);
    let table = [
        (first, b"<svg/>".to_vec(), 400, "invalid-fields"),
        (first, vec![0; 2 << 20], 413, "too-large"),
        (first, png(2), 409, "picture-known"),
        (99, png(5), 404, "not-found"),
    ];
    for (picture, bytes, status, code) in table {
        let (found, name, _) = problem(replaced(&owner, picture, bytes, None).await).await;
        assert_eq!((found, name.as_str()), (status, code));
    }
    let path = format!("/api/media/{first}/file/");
    let json = owner.json(Method::PUT, &path, json!({})).await;
    assert_eq!(problem(json).await.0, 415);
    let empty = multipart::Form::new().text("x", "y");
    let empty = owner.request(Method::PUT, &path).multipart(empty).send();
    let (status, _, body) = problem(empty.await.unwrap()).await;
    assert_eq!(
        (status, &body["errors"]),
        (400, &json!({"image": ["required"]}))
    );
    let same = replaced(&owner, second, png(2), None).await;
    assert_eq!(same.status(), StatusCode::OK, "it has this file");
    assert_eq!(
        owner.read("/api/audit/?kind=picture_replaced").await,
        json!([])
    );
    let served = app.get(&format!("/api/blog/images/{first}/")).send();
    assert_eq!(served.await.unwrap().bytes().await.unwrap(), png(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_replace_at_once_the_second_is_told() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let picture = stored(&owner, 1).await;
    let path = format!("/api/media/{picture}/");
    let opened = tag(&owner.request(Method::GET, &path).send().await.unwrap());
    let first = replaced(&owner, picture, png(2), Some(&opened)).await;
    assert_eq!(first.status(), StatusCode::OK);
    let now = tag(&first);
    let late = problem(replaced(&owner, picture, png(3), Some(&opened)).await).await;
    assert_eq!((late.0, late.1.as_str()), (412, "picture-changed"));
    let words = owner.request(Method::PATCH, &path);
    let words = words.header(header::IF_MATCH, &opened);
    let words = words.json(&json!({"alt_az": "x"})).send().await.unwrap();
    assert_eq!(
        problem(words).await.0,
        412,
        "who described the old file is told, too"
    );
    let again = replaced(&owner, picture, png(3), Some(&now)).await;
    assert_eq!(again.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn authors_replace_their_own_as_long_as_nobody_sees_it() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.adds("murad", "author").await;
    let author = signed_in(&app, "murad").await;
    let (theirs, other) = (stored(&author, 1).await, stored(&owner, 2).await);
    assert_eq!(replaced(&author, theirs, png(3), None).await.status(), 200);
    assert_eq!(
        problem(replaced(&author, other, png(4), None).await)
            .await
            .0,
        403
    );
    let html = format!("<p><img src=\"/api/blog/images/{theirs}/\"></p>");
    let live = Draft::new("Bir").with("content_az", &html);
    owner.created(live).await;
    assert_eq!(
        problem(replaced(&author, theirs, png(5), None).await)
            .await
            .0,
        403
    );
    assert_eq!(replaced(&owner, theirs, png(5), None).await.status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_being_sent_the_old_file_gets_nothing_of_the_new_one() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let picture = stored(&owner, 1).await;
    let store = &app.app.store;
    let head = |store: &_| anyhow::Ok(images::head(store, picture)?.unwrap());
    let old = store.read_blocking(head).unwrap().hash;
    let piece = |hash: &str| {
        let read = |store: &_| anyhow::Ok(images::piece(store, (picture, hash), 0, 8)?);
        store.read_blocking(read)
    };
    assert!(piece(&old).is_ok());
    replaced(&owner, picture, png(2), None).await;
    assert!(piece(&old).is_err());
    assert!(piece(&store.read_blocking(head).unwrap().hash).is_ok());
}
