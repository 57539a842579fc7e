//! The library of pictures: what is said of them, who may say it, where they are used, and that visitors are told.

use cms::{
    ops::archive,
    store::{Store, library},
};
use reqwest::{Method, Response, StatusCode, header, multipart};
use serde_json::{Value, json};

use crate::{
    people::signed_in,
    support::{Draft, Session, TestApp, azerbaijani, id, png, problem, text},
};

pub async fn stored(staff: &Session<'_>, shade: u8, name: &str) -> i64 {
    let part = multipart::Part::bytes(png(shade)).file_name(name.to_owned());
    let form = multipart::Form::new().part("image", part);
    let request = staff.request(Method::POST, "/api/media/").multipart(form);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED);
    id(&answer.json().await.unwrap())
}

async fn says(staff: &Session<'_>, id: i64, body: Value) -> Response {
    let path = format!("/api/media/{id}/");
    staff.json(Method::PATCH, &path, body).await
}

async fn numbers(staff: &Session<'_>, query: &str) -> Vec<i64> {
    let list = staff.read(&format!("/api/media/{query}")).await;
    list.as_array().unwrap().iter().map(id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_refused_with_an_old_tag_by_field_and_where_nothing_is() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let picture = stored(&owner, 1, "Ofis binası.png").await;
    let path = format!("/api/media/{picture}/");
    let first = owner.request(Method::GET, &path).send().await.unwrap();
    let tag = first.headers()[header::ETAG].clone();
    let table = [
        (json!({"alt_az": "x".repeat(301)}), 400, "invalid-fields"),
        (json!({"focus_x": 101}), 400, "invalid-fields"),
        (json!({"alt": "x"}), 422, "unprocessable"),
    ];
    for (body, status, code) in table {
        let (found, name, _) = problem(says(&owner, picture, body).await).await;
        assert_eq!((found, name.as_str()), (status, code));
    }
    let said = json!({"alt_az": " Ofis\n binası ", "caption_ru": "Баку", "focus_x": 20});
    let changed: Value = says(&owner, picture, said).await.json().await.unwrap();
    assert_eq!(changed["alt_az"], "Ofis binası");
    assert_eq!(
        (&changed["focus_x"], &changed["focus_y"]),
        (&json!(20), &json!(50))
    );
    assert_eq!(changed["file_name"], "Ofis binası.png");
    let late = owner
        .request(Method::PATCH, &path)
        .header(header::IF_MATCH, tag);
    let late = late.json(&json!({"alt_az": "x"})).send().await.unwrap();
    assert_eq!(problem(late).await.1, "picture-changed");
    let cleared = says(&owner, picture, json!({"alt_az": null, "focus_x": null})).await;
    let cleared: Value = cleared.json().await.unwrap();
    assert_eq!(
        (&cleared["alt_az"], &cleared["focus_x"]),
        (&json!(""), &json!(50))
    );
    assert_eq!(cleared["caption_ru"], "Баку", "what is left out stays");
    assert_eq!(problem(says(&owner, 99, json!({})).await).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_found_by_their_words_their_post_and_by_being_unused() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let first = stored(&owner, 1, "ofis.png").await;
    let second = stored(&owner, 2, "b.png").await;
    let third = stored(&owner, 3, "c.png").await;
    says(
        &owner,
        second,
        json!({"caption_az": "İşçilər OFİSDƏ", "alt_ru": "Ёлка"}),
    )
    .await;
    let html = format!("<p><img src=\"/api/blog/images/{third}/\" alt=\"\"></p>");
    let form = azerbaijani("Bir").with("content_az", &html);
    let post = owner.drafted(form).await;
    assert_eq!(numbers(&owner, "").await, [third, second, first]);
    assert_eq!(numbers(&owner, "?q=Ofis").await, [second, first]);
    assert!(numbers(&owner, "?q=ofis%20baku").await.is_empty());
    assert_eq!(numbers(&owner, "?q=ofisdə%20елка").await, [second]);
    assert_eq!(numbers(&owner, "?unused=true").await, [second, first]);
    assert_eq!(numbers(&owner, &format!("?post={post}")).await, [third]);
    let answer = owner.request(Method::GET, "/api/media/?page=2&page_size=2");
    let answer = answer.send().await.unwrap();
    assert_eq!(answer.headers()["x-total-count"], "3");
    assert_eq!(
        answer
            .json::<Value>()
            .await
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_used_in_any_way_stays_and_says_where() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let post = owner.created(Draft::new("Bir").image(png(1))).await;
    let picture = post["image_id"].as_i64().unwrap();
    let path = format!("/api/media/{picture}/");
    let delete = || async { owner.request(Method::DELETE, &path).send().await.unwrap() };
    let uses_path = format!("{path}uses/");
    let uses = || owner.read(&uses_path);
    let expected = |state: &str, places: Value| json!([{"id": id(&post), "title": "Bir az", "state": state, "places": places}]);
    assert_eq!(
        uses().await,
        expected("published", json!(["picture", "history"]))
    );
    assert_eq!(problem(delete().await).await.1, "picture-in-use");
    owner
        .update(id(&post), Draft::new("Bir").with("remove_image", "true"))
        .await;
    assert_eq!(uses().await, expected("published", json!(["history"])));
    assert_eq!(problem(delete().await).await.0, 409);
    owner.delete(id(&post)).await;
    assert_eq!(uses().await, expected("trash", json!(["history"])));
    let forgotten = format!("/api/blog/trash/{}/", id(&post));
    owner
        .request(Method::DELETE, &forgotten)
        .send()
        .await
        .unwrap();
    assert_eq!(uses().await, json!([]));
    assert_eq!(delete().await.status(), StatusCode::NO_CONTENT);
    assert_eq!(problem(delete().await).await.0, 404);
    let record = owner.read("/api/audit/?kind=picture_deleted").await;
    assert_eq!(record[0]["subject"], json!(picture.to_string()));
}

#[tokio::test(flavor = "multi_thread")]
async fn authors_describe_and_delete_their_own_as_long_as_nobody_sees_it() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.adds("murad", "author").await;
    let author = signed_in(&app, "murad").await;
    let theirs = stored(&author, 1, "a.png").await;
    let other = stored(&owner, 2, "b.png").await;
    assert_eq!(
        stored(&author, 2, "c.png").await,
        other,
        "sent again it is nobody else's"
    );
    let said = || json!({"alt_az": "x"});
    assert_eq!(says(&author, theirs, said()).await.status(), StatusCode::OK);
    let (status, code, _) = problem(says(&author, other, said()).await).await;
    assert_eq!((status, code.as_str()), (403, "forbidden"));
    let path = format!("/api/media/{other}/");
    let refused = author.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(problem(refused).await.0, 403);
    let html = format!("<p><img src=\"/api/blog/images/{theirs}/\"></p>");
    owner
        .created(Draft::new("Bir").with("content_az", &html))
        .await;
    assert_eq!(
        problem(says(&author, theirs, json!({"alt_az": "y"})).await)
            .await
            .0,
        403
    );
    assert_eq!(
        says(&owner, theirs, json!({"alt_az": "y"})).await.status(),
        StatusCode::OK
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_are_told_at_once_in_their_language() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    let post = owner.created(Draft::new("Bir").image(png(1))).await;
    let own = post["image_id"].as_i64().unwrap();
    let shown = stored(&owner, 2, "b.png").await;
    let html = format!("<p>x</p><p><img src=\"/api/blog/images/{shown}/\" alt=\"\"></p>");
    let tag = post_tag(&app, id(&post)).await;
    owner
        .update(id(&post), Draft::new("Bir").with("content_az", &html))
        .await;
    app.until_live().await;
    let page = format!("blog/{}/index.html", id(&post));
    assert!(!app.page(&page).contains("figcaption"));
    let before = post_tag(&app, id(&post)).await;
    assert_ne!(tag, before);
    says(
        &owner,
        own,
        json!({"alt_az": "Ofis \"A\"", "alt_ru": "Офис", "focus_x": 0}),
    )
    .await;
    says(
        &owner,
        shown,
        json!({"alt_az": "Cədvəl", "caption_az": "2025-ci il"}),
    )
    .await;
    app.until_live().await;
    let az = app.page(&page);
    assert!(az.contains("alt=\"Ofis &quot;A&quot;\""), "{az}");
    assert!(
        az.contains("property=\"og:image:alt\" content=\"Ofis &quot;A&quot;\""),
        "{az}"
    );
    assert!(az.contains("alt=\"Cədvəl\""));
    assert!(az.contains("<figcaption>2025-ci il</figcaption></figure>"));
    assert!(az.contains("class=\"focus focus-x0 focus-y2\""));
    assert!(app.page(&format!("ru/{page}")).contains("alt=\"Офис\""));
    assert!(
        app.page(&format!("en/{page}"))
            .contains("alt=\"Ofis &quot;A&quot;\""),
        "as the fallback says"
    );
    assert!(
        app.page("blog/index.html").contains("focus-x0"),
        "cards are cropped there, too"
    );
    assert_eq!(
        post_tag(&app, id(&post)).await,
        before,
        "an editor who has the post open is not in the way"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_has_another_caption_than_the_library_or_none() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    let shown = stored(&owner, 2, "b.png").await;
    says(&owner, shown, json!({"caption_az": "Hər yerdə"})).await;
    let picture =
        |own: &str| format!("<p>x</p><p><img src=\"/api/blog/images/{shown}/\" alt=\"\"{own}></p>");
    let form = Draft::new("Bir")
        .with("content_az", &picture(" data-caption=\"Yalnız \n burada\""))
        .with("content_en", &picture(" data-caption=\"\""))
        .with("content_ru", &picture(""));
    let post = owner.created(form).await;
    assert!(text(&post["content_az"]).contains("data-caption=\"Yalnız burada\""));
    app.until_live().await;
    let page = |prefix: &str| app.page(&format!("{prefix}blog/{}/index.html", id(&post)));
    let (az, en, ru) = (page(""), page("en/"), page("ru/"));
    assert!(
        az.contains("<figcaption>Yalnız burada</figcaption>"),
        "{az}"
    );
    assert!(!en.contains("figcaption"), "none on purpose: {en}");
    assert!(
        ru.contains("<figcaption lang=\"az\">Hər yerdə</figcaption>"),
        "{ru}"
    );
    let feed = app.page("feed.xml");
    assert!(feed.contains("Yalnız burada&lt;/figcaption&gt;"), "{feed}");
    for written in [az, en, ru, feed] {
        assert!(!written.contains("data-caption"), "{written}");
    }
}

async fn post_tag(app: &TestApp, id: i64) -> String {
    let answer = app
        .get(&format!("/api/blog/posts/{id}/"))
        .send()
        .await
        .unwrap();
    answer.headers()[header::ETAG].to_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_says_what_is_said_of_its_pictures() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    app.until_live().await;
    let own = stored(&owner, 1, "a.png").await;
    says(&owner, own, json!({"alt_az": "Yalnız burada"})).await;
    let body = json!({"title_az": "Bir", "author": "x", "image_id": own});
    let page = owner.json(Method::POST, "/api/blog/preview/", body).await;
    assert!(text(&page.text().await.unwrap().into()).contains("alt=\"Yalnız burada\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_carries_what_is_said_of_pictures() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let picture = stored(&owner, 1, "ofis.png").await;
    stored(&owner, 2, "b.png").await;
    says(
        &owner,
        picture,
        json!({"alt_az": "Ofis", "caption_en": "Office", "focus_y": 7}),
    )
    .await;
    let mut bytes = Vec::new();
    archive::export(&app.app.originals, &mut bytes).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let other = Store::open(&dir.path().join("other.db")).unwrap();
    archive::import(&other, bytes.as_slice(), app.clock.now()).unwrap();
    let item = |store: &Store| {
        let found = store.read_blocking(|store| anyhow::Ok(library::find(store, picture)?));
        found.unwrap().unwrap()
    };
    let (before, after) = (item(&app.app.store), item(&other));
    assert_eq!(
        (after.said, after.file_name, after.created_by),
        (before.said, before.file_name, before.created_by)
    );
    let filter = library::Filter {
        words: vec!["office".into()],
        ..library::Filter::default()
    };
    let found = other.read_blocking(|store| anyhow::Ok(library::page(store, &filter, (9, 0))?));
    assert_eq!(found.unwrap().1, 1);
}
