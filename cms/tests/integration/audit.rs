//! Who did what: every change leaves an entry, nothing secret is in it, nobody can take it back, and nobody can flood it.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Draft, PASSWORD, Session, TestApp, azerbaijani, text};

pub const AUDIT: &str = "/api/audit/";

pub async fn entries(owner: &Session<'_>, query: &str) -> Vec<Value> {
    let path = format!("{AUDIT}?page_size=200&{query}");
    let answer = owner.request(Method::GET, &path).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK, "{query}");
    let total = answer.headers()["x-total-count"]
        .to_str()
        .unwrap()
        .to_owned();
    let list: Vec<Value> = answer.json().await.unwrap();
    assert_eq!(total, list.len().to_string());
    list
}

/// Kinds in the order they were written.
pub async fn kinds(owner: &Session<'_>, query: &str) -> Vec<String> {
    let list = entries(owner, query).await;
    list.iter()
        .rev()
        .map(|entry| text(&entry["kind"]))
        .collect()
}

pub async fn does(who: &Session<'_>, method: Method, path: &str, body: Value) -> Value {
    let request = who.request(method.clone(), path).json(&body);
    let answer = request.send().await.unwrap();
    let status = answer.status();
    let body: Value = answer.json().await.unwrap_or_default();
    assert!(status.is_success(), "{method} {path}: {status} {body}");
    body
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_of_a_post_is_written_down_with_whoever_made_it() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    let post = crate::support::id(
        &owner
            .created(Draft::new("a").with("content_az", "<p>x</p>"))
            .await,
    );
    owner
        .update(post, Draft::new("b").with("content_az", "<p>x</p>"))
        .await;
    let (one, desk) = (format!("/api/blog/posts/{post}/"), "/api/blog/");
    let draft = |text: &'static str| {
        let path = format!("{one}draft/");
        owner
            .request(Method::PUT, &path)
            .multipart(azerbaijani(text).form())
            .send()
    };
    for words in ["c", "d", "e"] {
        assert_eq!(draft(words).await.unwrap().status(), StatusCode::OK);
    }
    does(
        &owner,
        Method::POST,
        &format!("{one}revisions/1/restore/"),
        json!({}),
    )
    .await;
    does(
        &owner,
        Method::POST,
        &format!("{one}publish/"),
        json!({"languages": ["az"], "titles_suffice": true}),
    )
    .await;
    let plan = json!({"at": "2999-01-01T00:00:00Z"});
    does(&owner, Method::POST, &format!("{one}unpublish/"), plan).await;
    does(
        &owner,
        Method::DELETE,
        &format!("{one}schedule/"),
        json!({}),
    )
    .await;
    let link = does(&owner, Method::POST, &format!("{one}share/"), json!({})).await;
    does(&owner, Method::DELETE, &format!("{one}share/"), json!({})).await;
    does(&owner, Method::POST, &format!("{one}unpublish/"), json!({})).await;
    let address = json!({"redirect_to": "/services/audit/"});
    does(&owner, Method::PUT, &format!("{one}redirect/"), address).await;
    does(
        &owner,
        Method::DELETE,
        &format!("{one}redirect/"),
        json!({}),
    )
    .await;
    does(&owner, Method::DELETE, &format!("{one}draft/"), json!({})).await;
    does(
        &owner,
        Method::POST,
        &format!("{desk}trash/{post}/restore/"),
        json!({}),
    )
    .await;
    does(
        &owner,
        Method::POST,
        &format!("{one}publish/"),
        json!({"titles_suffice": true}),
    )
    .await;
    assert_eq!(owner.delete(post).await.status(), StatusCode::NO_CONTENT);
    does(
        &owner,
        Method::DELETE,
        &format!("{desk}trash/{post}/"),
        json!({}),
    )
    .await;
    assert_eq!(
        kinds(&owner, &format!("post={post}")).await,
        [
            "post_created",
            "post_saved",
            "draft_saved",
            "revision_restored",
            "post_published",
            "plan_made",
            "plan_cancelled",
            "link_made",
            "links_revoked",
            "post_unpublished",
            "redirect_set",
            "redirect_removed",
            "draft_discarded",
            "post_restored",
            "post_published",
            "post_deleted",
            "post_forgotten",
        ],
        "saves in the pauses of typing are one"
    );
    let list = entries(&owner, &format!("post={post}&kind=post_published")).await;
    let last = &list[1];
    assert_eq!(
        (&last["name"], &last["subject"]),
        (&json!("admin"), &json!("az"))
    );
    assert_eq!(
        (&last["address"], &last["times"]),
        (&json!("127.0.0.1"), &json!(1))
    );
    let secret = text(&link["url"]);
    let secret = secret
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap()
        .to_owned();
    let all = json!(entries(&owner, "").await).to_string();
    for word in [secret.as_str(), PASSWORD, &owner.access, &owner.refresh] {
        assert!(!all.contains(word), "nothing secret");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_or_repeated_leaves_nothing() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let send = || {
        let request = owner.request(Method::POST, "/api/blog/posts/");
        request
            .header("idempotency-key", "k")
            .multipart(Draft::new("a").form())
            .send()
    };
    for _ in 0..2 {
        assert_eq!(send().await.unwrap().status(), StatusCode::CREATED);
    }
    let stale = owner
        .request(Method::PUT, "/api/blog/posts/1/")
        .header("if-match", "\"x\"");
    let stale = stale
        .multipart(Draft::new("b").form())
        .send()
        .await
        .unwrap();
    assert_eq!(stale.status(), StatusCode::PRECONDITION_FAILED);
    assert_eq!(kinds(&owner, "").await, ["signed_in", "post_created"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_sign_ins_and_messages_are_written_down() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let user = json!({"username": "orxan", "password": PASSWORD, "role": "author"});
    let id = does(&owner, Method::POST, "/api/users/", user).await["id"].clone();
    let path = format!("/api/users/{id}/");
    // What is said twice is done once.
    for change in [
        json!({"role": "editor"}),
        json!({"role": "editor"}),
        json!({}),
    ] {
        does(&owner, Method::PATCH, &path, change).await;
    }
    let body = json!({"username": "leyla", "role": "owner"});
    let invited = does(&owner, Method::POST, "/api/users/invitations/", body).await;
    let secret = text(&invited["url"]).split_once('=').unwrap().1.to_owned();
    let accepted = app.request(Method::POST, &format!("/api/invitations/{secret}/"));
    let accepted = accepted
        .json(&json!({"password": "her own words"}))
        .send()
        .await
        .unwrap();
    assert_eq!(accepted.status(), StatusCode::CREATED);
    let pair: Value = app
        .sign_in_as("orxan", PASSWORD)
        .await
        .json()
        .await
        .unwrap();
    let gone = app
        .request(Method::POST, "/api/auth/logout/")
        .json(&json!({"refresh": pair["refresh"]}));
    assert_eq!(gone.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    let password = json!({"current": PASSWORD, "password": "another one"});
    does(&owner, Method::POST, "/api/auth/password/", password).await;
    does(&owner, Method::DELETE, &path, json!({})).await;
    let letter = json!({"template_params": {"from_name": "A", "from_email": "a@b.az", "subject": "x", "message": "x"}});
    app.request(Method::POST, "/api/contact/")
        .json(&letter)
        .send()
        .await
        .unwrap();
    for change in [
        json!({"read": true}),
        json!({"state": "answered"}),
        json!({"state": "answered", "note": ""}),
    ] {
        does(&owner, Method::PATCH, "/api/messages/1/", change).await;
    }
    does(&owner, Method::DELETE, "/api/messages/1/", json!({})).await;
    let list = entries(&owner, "").await;
    let told: Vec<String> = list
        .iter()
        .rev()
        .map(|entry| {
            format!(
                "{} {} {}",
                text(&entry["name"]),
                text(&entry["kind"]),
                text(&entry["subject"])
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "admin signed_in ",
            "admin user_added orxan: author",
            "admin user_changed orxan: editor",
            "admin invited leyla: owner",
            "leyla invitation_accepted owner",
            "orxan signed_in ",
            "orxan signed_out ",
            "admin password_changed ",
            "admin user_removed orxan",
            "admin message_handled 1",
            "admin message_deleted 1",
        ]
    );
    assert_eq!(
        kinds(&owner, "person=orxan").await,
        ["signed_in", "signed_out"],
        "it outlives the user"
    );
    let all = json!(list).to_string();
    assert!(!all.contains(&secret) && !all.contains("her own words"));
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_sign_ins_are_counted_and_cannot_fill_the_disk() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    for (name, password) in [
        ("admin", "wrong"),
        ("admin", "wrong too"),
        ("my password", "x"),
    ] {
        let answer = app.sign_in_as(name, password).await;
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    }
    let list = entries(&owner, "kind=sign_in_failed").await;
    assert_eq!(list.len(), 2);
    assert_eq!(
        (&list[1]["name"], &list[1]["times"]),
        (&json!("admin"), &json!(2))
    );
    assert!(list[1]["until"].is_string());
    assert_eq!(
        list[0]["name"], "",
        "it may be a password in the wrong field"
    );
    // From everywhere: so many rows in a day, the others are one.
    let now = app.app.moment();
    let flood = move |store: &rusqlite::Transaction<'_>| {
        for n in 0..2_000 {
            let who = cms::store::audit::Who {
                address: format!("2001:db8::{n:x}"),
                ..Default::default()
            };
            cms::store::audit::record_failure(store, &who, now)?;
        }
        Ok::<_, anyhow::Error>(())
    };
    app.app.store.write_blocking(flood).unwrap();
    let path = format!("{AUDIT}?kind=sign_in_failed&page_size=1");
    let answer = owner.request(Method::GET, &path).send().await.unwrap();
    assert_eq!(answer.headers()["x-total-count"], "501");
    let list: Vec<Value> = answer.json().await.unwrap();
    assert_eq!(
        (&list[0]["address"], &list[0]["times"]),
        (&json!(""), &json!(1502))
    );
}
