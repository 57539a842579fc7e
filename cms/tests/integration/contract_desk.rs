//! Every answer of the calls of the desk is one that the OpenAPI document announces.

use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::{
    conformance::Contract,
    support::{Draft, TestApp, azerbaijani, nothing},
};

const POST: Method = Method::POST;
const PUT: Method = Method::PUT;
const GET: Method = Method::GET;
const DELETE: Method = Method::DELETE;

/// What a call sends.
enum Body {
    Nothing,
    Form(Draft),
    Json(serde_json::Value),
    Text(&'static str),
    /// More than any call takes: so many bytes.
    Much(usize),
}

impl Body {
    fn onto(self, request: RequestBuilder) -> RequestBuilder {
        let typed = |request: RequestBuilder| request.header("content-type", "application/json");
        match self {
            Self::Nothing => request,
            Self::Form(draft) => request.multipart(draft.form()),
            Self::Json(value) => request.json(&value),
            Self::Text(text) => typed(request).body(text),
            Self::Much(bytes) => typed(request).body(vec![b' '; bytes]),
        }
    }
}

/// One post: it is written, published, planned, compared, shared, deleted, taken back and forgotten, and whatever can be
/// refused on the way is.
#[tokio::test(flavor = "multi_thread")]
async fn every_answer_of_the_desk_is_one_that_the_document_announces() {
    use Body::{Form, Json, Much, Nothing, Text};
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let contract = Contract::of_the_code();
    admin
        .created(
            Draft::new("f")
                .with("featured", "true")
                .with("content_az", "<p>x</p>"),
        )
        .await;
    let more = app.app.config.max_post_bytes() + 1;
    let old = Some("\"old\"");
    let text = || {
        azerbaijani("a")
            .with("title_ru", "р")
            .with("content_ru", "<p>р</p>")
    };
    let later = json!({ "at": "2999-01-01T00:00:00Z" });
    let calls: Vec<(u16, Method, &str, Option<&str>, Body)> = vec![
        (415, POST, "drafts/", None, Nothing),
        (
            400,
            POST,
            "drafts/",
            None,
            Form(nothing().with("category", "x")),
        ),
        (201, POST, "drafts/", None, Form(text())),
        (200, GET, "posts/2/draft/", None, Nothing),
        (404, GET, "posts/9/draft/", None, Nothing),
        (200, PUT, "posts/2/draft/", None, Form(text())),
        (
            400,
            PUT,
            "posts/2/draft/",
            None,
            Form(nothing().with("category", "x")),
        ),
        (404, PUT, "posts/9/draft/", None, Form(text())),
        (412, PUT, "posts/2/draft/", old, Form(text())),
        (415, PUT, "posts/2/draft/", None, Nothing),
        (400, POST, "posts/2/publish/", None, Text("{")),
        (413, POST, "posts/2/publish/", None, Much(more)),
        (415, POST, "posts/2/publish/", None, Nothing),
        (404, POST, "posts/9/publish/", None, Json(json!({}))),
        (412, POST, "posts/2/publish/", old, Json(json!({}))),
        (
            422,
            POST,
            "posts/2/publish/",
            None,
            Json(json!({ "languages": ["en"] })),
        ),
        (
            422,
            POST,
            "posts/2/publish/",
            None,
            Json(json!({ "languages": 1 })),
        ),
        (202, POST, "posts/2/publish/", None, Json(later.clone())),
        (
            422,
            POST,
            "posts/2/publish/",
            None,
            Json(json!({ "languages": ["xx"] })),
        ),
        (400, DELETE, "posts/2/schedule/?action=x", None, Nothing),
        (404, DELETE, "posts/9/schedule/", None, Nothing),
        (
            204,
            DELETE,
            "posts/2/schedule/?language=ru&action=publish",
            None,
            Nothing,
        ),
        (
            200,
            PUT,
            "posts/2/draft/",
            None,
            Form(nothing().with("featured", "true")),
        ),
        (409, POST, "posts/2/publish/", None, Json(json!({}))),
        (
            200,
            PUT,
            "posts/2/draft/",
            None,
            Form(nothing().with("featured", "false")),
        ),
        (200, POST, "posts/2/publish/", None, Json(json!({}))),
        (404, DELETE, "posts/2/draft/", None, Nothing),
        (
            200,
            PUT,
            "posts/2/draft/",
            None,
            Form(nothing().with("title_az", "b")),
        ),
        (412, DELETE, "posts/2/draft/", old, Nothing),
        (204, DELETE, "posts/2/draft/", None, Nothing),
        (200, GET, "posts/?state=all", None, Nothing),
        (
            200,
            GET,
            "posts/?state=all&fields=summary&page=1",
            None,
            Nothing,
        ),
        (400, GET, "posts/?missing=xx", None, Nothing),
        (200, GET, "posts/2/revisions/", None, Nothing),
        (404, GET, "posts/9/revisions/", None, Nothing),
        (200, GET, "posts/2/revisions/1/", None, Nothing),
        (404, GET, "posts/2/revisions/99/", None, Nothing),
        (200, POST, "posts/2/revisions/1/restore/", None, Nothing),
        (404, POST, "posts/2/revisions/99/restore/", None, Nothing),
        (412, POST, "posts/2/revisions/1/restore/", old, Nothing),
        (200, GET, "posts/2/translated/", None, Nothing),
        (404, GET, "posts/9/translated/", None, Nothing),
        (
            200,
            POST,
            "posts/2/translated/",
            None,
            Json(json!({ "language": "ru" })),
        ),
        (400, POST, "posts/2/translated/", None, Text("{")),
        (
            404,
            POST,
            "posts/9/translated/",
            None,
            Json(json!({ "language": "ru" })),
        ),
        (413, POST, "posts/2/translated/", None, Much(more)),
        (415, POST, "posts/2/translated/", None, Nothing),
        (
            422,
            POST,
            "posts/2/translated/",
            None,
            Json(json!({ "language": "az" })),
        ),
        (201, POST, "posts/2/share/", None, Nothing),
        (404, POST, "posts/9/share/", None, Nothing),
        (204, DELETE, "posts/2/share/", None, Nothing),
        (404, DELETE, "posts/9/share/", None, Nothing),
        (200, GET, "posts/1/links/", None, Nothing),
        (404, GET, "posts/9/links/", None, Nothing),
        (400, POST, "posts/2/unpublish/", None, Text("{")),
        (404, POST, "posts/9/unpublish/", None, Json(json!({}))),
        (412, POST, "posts/2/unpublish/", old, Json(json!({}))),
        (413, POST, "posts/2/unpublish/", None, Much(more)),
        (415, POST, "posts/2/unpublish/", None, Nothing),
        (
            422,
            POST,
            "posts/2/unpublish/",
            None,
            Json(json!({ "redirect_to": "x" })),
        ),
        (202, POST, "posts/2/unpublish/", None, Json(later)),
        (
            422,
            PUT,
            "posts/2/redirect/",
            None,
            Json(json!({ "redirect_to": "/faq/" })),
        ),
        (
            200,
            POST,
            "posts/2/unpublish/",
            None,
            Json(json!({ "redirect_to": "/faq/" })),
        ),
        (
            200,
            PUT,
            "posts/2/redirect/",
            None,
            Json(json!({ "redirect_to": "/terms/" })),
        ),
        (400, PUT, "posts/2/redirect/", None, Text("{")),
        (
            404,
            PUT,
            "posts/9/redirect/",
            None,
            Json(json!({ "redirect_to": "/faq/" })),
        ),
        (413, PUT, "posts/2/redirect/", None, Much(more)),
        (415, PUT, "posts/2/redirect/", None, Nothing),
        (422, PUT, "posts/2/redirect/", None, Json(json!({}))),
        (204, DELETE, "posts/2/redirect/", None, Nothing),
        (404, DELETE, "posts/9/redirect/", None, Nothing),
        (200, POST, "posts/2/publish/", None, Json(json!({}))),
        (412, PUT, "posts/2/", old, Form(Draft::new("b"))),
        (412, DELETE, "posts/2/", old, Nothing),
        (422, DELETE, "posts/2/?redirect_to=x", None, Nothing),
        (
            400,
            DELETE,
            "posts/2/?redirect_to=1&redirect_to=2",
            None,
            Nothing,
        ),
        (204, DELETE, "posts/2/?redirect_to=%2Ffaq%2F", None, Nothing),
        (200, GET, "trash/", None, Nothing),
        (200, GET, "posts/?state=trash", None, Nothing),
        (200, POST, "trash/2/restore/", None, Nothing),
        (404, POST, "trash/2/restore/", None, Nothing),
        (204, DELETE, "posts/2/", None, Nothing),
        (204, DELETE, "trash/2/", None, Nothing),
        (404, DELETE, "trash/2/", None, Nothing),
    ];
    let mut wrong = Vec::new();
    for (status, method, rest, tag, body) in calls {
        let path = format!("/api/blog/{rest}");
        let mut request = admin.request(method.clone(), &path);
        if let Some(tag) = tag {
            request = request.header("if-match", tag);
        }
        let response = body.onto(request).send().await.unwrap();
        let answered = response.status();
        let complaint = contract.complaint(&method, &path, response).await;
        if answered != status || complaint.is_err() {
            wrong.push(format!(
                "{method} {path}: {answered}, expected {status}: {complaint:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let keyed = |form: Draft| {
        let request = admin.request(POST, "/api/blog/drafts/");
        request
            .header("idempotency-key", "k")
            .multipart(form.form())
    };
    assert_eq!(keyed(text()).send().await.unwrap().status(), 201);
    let other = keyed(azerbaijani("other")).send().await.unwrap();
    assert_eq!(other.status(), 422);
    let complaint = contract.complaint(&POST, "/api/blog/drafts/", other).await;
    assert_eq!(complaint, Ok(()));
}
