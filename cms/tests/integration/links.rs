//! Links to other sites are looked at when somebody asks: with real servers, each with its own manners.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    extract::Request,
    http::{Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::Notify, task::JoinHandle, time::timeout};

use crate::{
    people::signed_in,
    support::{Session, TestApp, problem},
};

const LINKS: &str = "/api/links/";

/// Longer than any test takes, however much else this machine has to do: who asks waits until told otherwise.
const LONG: Duration = Duration::from_secs(3600);

/// Another site on this machine.
struct Other {
    base: String,
    /// Method and path of what was asked, in order.
    asked: Arc<Mutex<Vec<String>>>,
    /// Questions that wait for an answer that never comes.
    waiting: Arc<AtomicUsize>,
    wait: Arc<Notify>,
}

impl Other {
    async fn start() -> Self {
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))
            .await
            .unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let (waiting, wait): (Arc<AtomicUsize>, Arc<Notify>) = Default::default();
        let (known, held, woken) = (asked.clone(), waiting.clone(), wait.clone());
        let router = Router::new().fallback(move |request: Request| {
            let (known, held, woken) = (known.clone(), held.clone(), woken.clone());
            async move {
                let (method, path) = (request.method().clone(), request.uri().path().to_owned());
                known.lock().unwrap().push(format!("{method} {path}"));
                answer(&method, &path, &held, &woken).await
            }
        });
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self {
            base,
            asked,
            waiting,
            wait,
        }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// So many of its addresses that never answer.
    fn silent(&self, count: usize) -> Vec<String> {
        vec![format!("{}/never", self.base); count]
    }

    fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }
}

async fn answer(method: &Method, path: &str, held: &AtomicUsize, woken: &Notify) -> Response {
    let leads = |status: StatusCode, to: &str| (status, [(header::LOCATION, to)]).into_response();
    let is_get = method == Method::GET;
    match path {
        "/there" | "/new" => StatusCode::OK.into_response(),
        "/no-head" if is_get => StatusCode::OK.into_response(),
        "/no-head" => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        "/gone" => StatusCode::GONE.into_response(),
        "/robots" => StatusCode::FORBIDDEN.into_response(),
        "/broken" => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        "/moved" => leads(StatusCode::MOVED_PERMANENTLY, "/moved-again"),
        "/moved-again" => leads(StatusCode::PERMANENT_REDIRECT, "new"),
        "/for-now" => leads(StatusCode::FOUND, "/there"),
        "/moved-to-nothing" => leads(StatusCode::MOVED_PERMANENTLY, "/nothing"),
        "/round" => leads(StatusCode::FOUND, "/round"),
        "/mail" => leads(StatusCode::FOUND, "mailto:info@site.example"),
        "/never" => {
            let _held = Held::one_more(held);
            woken.notified().await;
            StatusCode::OK.into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A question that waits, until it is given up.
struct Held<'a>(&'a AtomicUsize);

impl<'a> Held<'a> {
    fn one_more(all: &'a AtomicUsize) -> Self {
        all.fetch_add(1, Ordering::SeqCst);
        Self(all)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A CMS that may look into its own network.
async fn app() -> TestApp {
    TestApp::start_with(|config| config.links_private = true).await
}

/// The same, which waits for sites that hang.
async fn patient_app() -> TestApp {
    TestApp::start_with(|config| {
        config.links_private = true;
        config.limits.link = LONG;
        config.limits.links = LONG;
        config.request_timeout = LONG.as_secs();
    })
    .await
}

async fn checked(session: &Session<'_>, urls: &[String]) -> Vec<Value> {
    let answer = session
        .json(Method::POST, LINKS, json!({ "urls": urls }))
        .await;
    assert_eq!(answer.status(), StatusCode::OK);
    answer.json().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_link_is_what_a_visitor_would_find() {
    let (app, other) = (app().await, Other::start().await);
    let session = app.sign_in().await;
    let at = |path: &str| format!("{}{path}", other.base);
    let new = json!(at("/new"));
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let closed = format!("http://{}/", nobody.local_addr().unwrap());
    drop(nobody);
    let table = [
        (at("/there"), "there", json!(200), Value::Null),
        (at("/there#section"), "there", json!(200), Value::Null),
        (at("/no-head"), "there", json!(200), Value::Null),
        (at("/nothing"), "gone", json!(404), Value::Null),
        (at("/gone"), "gone", json!(410), Value::Null),
        (at("/moved"), "moved", json!(200), new.clone()),
        (at("/for-now"), "there", json!(200), Value::Null),
        (at("/moved-to-nothing"), "gone", json!(404), Value::Null),
        (at("/robots"), "unsure", json!(403), Value::Null),
        (at("/broken"), "unsure", json!(500), Value::Null),
        (at("/round"), "unsure", json!(508), Value::Null),
        (at("/mail"), "unsure", json!(302), Value::Null),
        (closed, "unreachable", Value::Null, Value::Null),
        (
            "https://name.invalid/".to_owned(),
            "unreachable",
            Value::Null,
            Value::Null,
        ),
    ];
    let urls: Vec<String> = table.iter().map(|(url, ..)| url.clone()).collect();
    let found = checked(&session, &urls).await;
    assert_eq!(found.len(), table.len());
    for (found, (url, state, status, to)) in found.iter().zip(&table) {
        let expected = json!({ "url": url, "state": state, "status": status, "to": to });
        assert_eq!(found, &expected);
    }
    let asked = other.asked();
    assert!(asked.contains(&"GET /no-head".to_owned()), "{asked:?}");
    assert!(!asked.contains(&"GET /there".to_owned()), "{asked:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_has_this_machine_ask_its_neighbours() {
    let (app, other) = (TestApp::start().await, Other::start().await);
    let session = app.sign_in().await;
    let port = other.base.rsplit(':').next().unwrap();
    let urls: Vec<String> = [
        "127.0.0.1",
        "localhost",
        "LOCALHOST",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        // As browsers read addresses.
        "2130706433",
        "0x7f.1",
        "127.1",
    ]
    .iter()
    .map(|host| format!("http://{host}:{port}/there"))
    .collect();
    for found in checked(&session, &urls).await {
        assert_eq!(found["state"], "unreachable", "{found}");
    }
    assert_eq!(other.asked(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_asked_for_is_refused() {
    let app = app().await;
    let session = app.sign_in().await;
    let many: Vec<String> = (0..51)
        .map(|n| format!("https://site.example/{n}"))
        .collect();
    let long = format!("https://site.example/{}", "a".repeat(2000));
    let wrong = |url: &str| vec![url.to_owned()];
    for (urls, code) in [
        (many, "too_many"),
        (wrong("ftp://site.example/"), "invalid"),
        (wrong("file:///etc/passwd"), "invalid"),
        (wrong("javascript:alert(1)"), "invalid"),
        (wrong("https://a:b@site.example/"), "invalid"),
        (wrong("https://"), "invalid"),
        (wrong("/blog/1/"), "invalid"),
        (wrong(&long), "invalid"),
    ] {
        let answer = session
            .json(Method::POST, LINKS, json!({ "urls": urls }))
            .await;
        let (status, _, body) = problem(answer).await;
        assert_eq!(
            (status, &body["errors"]["urls"]),
            (400, &json!([code])),
            "{urls:?}"
        );
    }
    assert_eq!(checked(&session, &[]).await, Vec::<Value>::new());
}

/// A question that goes on beside the test.
fn asks(session: &Session<'_>, urls: &[String]) -> JoinHandle<Vec<Value>> {
    let request = session
        .request(Method::POST, LINKS)
        .timeout(LONG)
        .json(&json!({ "urls": urls }));
    tokio::spawn(async move { request.send().await.unwrap().json().await.unwrap() })
}

/// What never comes is a failure, not a test without an end.
const AT_MOST: Duration = Duration::from_secs(120);
/// From one look to the next: whoever is looked at needs this machine, too.
const LOOKS: Duration = Duration::from_millis(5);

/// Waits for that; no question may end before.
async fn until(reached: impl Fn() -> bool, questions: &[&JoinHandle<Vec<Value>>]) {
    let looks = async {
        while !reached() {
            let over = questions.iter().any(|question| question.is_finished());
            assert!(!over, "a question is over");
            tokio::time::sleep(LOOKS).await;
        }
    };
    timeout(AT_MOST, looks).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_away_leaves_nothing_that_waits() {
    let app = patient_app().await;
    let (other, more) = (Other::start().await, Other::start().await);
    let session = app.sign_in().await;
    let silent = [other.silent(4), more.silent(4)].concat();
    let asked = asks(&session, &silent);
    until(|| other.waiting() + more.waiting() == 8, &[&asked]).await;
    asked.abort();
    // All turns were taken. Another question of theirs gets one as soon as they are given back.
    let found = checked(&session, &[format!("{}/there", other.base)]).await;
    assert_eq!(found[0]["state"], "there");
    other.wait.notify_waiters();
    more.wait.notify_waiters();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_hangs_leaves_turns_for_the_others() {
    let app = patient_app().await;
    let (hangs, good) = (Other::start().await, Other::start().await);
    let session = app.sign_in().await;
    let there = vec![format!("{}/there", good.base); 5];
    let question = asks(&session, &[hangs.silent(30), there].concat());
    until(|| hangs.waiting() == 4, &[&question]).await;
    until(|| good.asked().len() == 5, &[&question]).await;
    assert_eq!(hangs.asked().len(), 4);
    let looks = async {
        while !question.is_finished() {
            hangs.wait.notify_waiters();
            tokio::time::sleep(LOOKS).await;
        }
    };
    timeout(AT_MOST, looks).await.unwrap();
    let found = question.await.unwrap();
    assert!(found.iter().all(|link| link["state"] == "there"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_the_links_of_colleagues() {
    let app = patient_app().await;
    let (hangs, more) = (Other::start().await, Other::start().await);
    let owner = app.sign_in().await;
    for name in ["aygun", "orxan"] {
        owner.adds(name, "author").await;
    }
    let silent = [hangs.silent(15), more.silent(15)].concat();
    let aygun = signed_in(&app, "aygun").await;
    let orxan = signed_in(&app, "orxan").await;
    let first = asks(&aygun, &silent);
    let second = asks(&orxan, &silent);
    let both = [&first, &second];
    until(|| hangs.waiting() + more.waiting() == 16, &both).await;
    let found = checked(&owner, &[format!("{}/there", hangs.base)]).await;
    assert_eq!(found[0]["state"], "there");
    assert_eq!((hangs.waiting(), more.waiting()), (8, 8));
    first.abort();
    second.abort();
}
