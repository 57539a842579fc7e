//! What is planned is what an editor saw: an author who writes after that publishes nothing.

use reqwest::Method;
use serde_json::{Value, json};

use super::{MINUTE, draft, full, is_live_after_a_look, plan, save, written};
use crate::{people::signed_in, support::TestApp};

#[tokio::test(flavor = "multi_thread")]
async fn what_an_author_changed_since_waits_for_an_editor() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.adds("aygun", "author").await;
    let author = signed_in(&app, "aygun").await;
    let post = written(&owner).await;
    plan(&owner, post, "publish", &["az"], MINUTE).await;
    let problem = async || draft(&owner, post).await["languages"]["az"]["schedule_problem"].clone();
    save(&author, post, full()).await;
    assert_eq!(problem().await, Value::Null, "nothing is changed");
    save(&owner, post, full().with("content_az", "<p>y</p>")).await;
    assert_eq!(problem().await, Value::Null, "an editor's own");
    save(&author, post, full().with("content_az", "<p>z</p>")).await;
    assert_eq!(problem().await, json!({ "at": ["changed_since"] }));
    app.clock.advance(MINUTE);
    assert!(!is_live_after_a_look(&app, post).await);
    plan(&owner, post, "publish", &["az"], MINUTE).await;
    assert_eq!(problem().await, Value::Null);
    let path = format!("/api/blog/posts/{post}/revisions/1/restore/");
    let restored = author.request(Method::POST, &path).send().await.unwrap();
    assert_eq!(restored.status(), 200);
    app.clock.advance(MINUTE);
    assert!(!is_live_after_a_look(&app, post).await, "an old text");
}
