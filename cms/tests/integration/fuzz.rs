//! Random requests to every route find no 5xx, and no answer that the OpenAPI document does not announce.

use proptest::{prelude::*, test_runner::TestRunner};
use reqwest::{Method, RequestBuilder};

use crate::conformance::Contract;
use crate::support::{Draft, TestApp, png};

#[derive(Debug, Clone)]
struct Case {
    method: Method,
    path: String,
    signed_in: bool,
    headers: Vec<(&'static str, String)>,
    body: Body,
}

#[derive(Debug, Clone)]
enum Body {
    None,
    Raw(&'static str, Vec<u8>),
    Form(Vec<(String, String)>, Option<Vec<u8>>),
}

fn path() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "/api/blog/posts/",
        "/api/blog/posts",
        "/api/blog/posts/1/",
        "/api/blog/posts/2",
        "/api/blog/images/1/",
        "/api/blog/preview/",
        "/api/auth/token/",
        "/api/auth/token/refresh/",
        "/api/auth/logout/",
        "/api/site/",
        "/api/openapi.json",
        "/healthz",
        "/",
        "/login",
        "/admin/x",
        "/blog/",
        "/404.html",
    ]);
    let query = prop_oneof![
        Just(String::new()),
        "(page|page_size|category|fields)=[0-9a-z%&=-]{0,12}".prop_map(|query| format!("?{query}")),
    ];
    let wild = "/(api/)?[a-z0-9%./_-]{0,30}";
    prop_oneof![4 => (known, query).prop_map(|(path, query)| format!("{path}{query}")), 1 => wild]
}

fn field() -> impl Strategy<Value = (String, String)> {
    let name = prop::sample::select(vec![
        "title_az",
        "title_en",
        "title_ru",
        "author",
        "excerpt_az",
        "content_az",
        "content_en",
        "category",
        "featured",
        "trending",
        "image_id",
        "id",
        "lang",
        "x",
    ]);
    let value = prop_oneof![
        any::<String>(),
        "[a-z<>/=\"' &;]{0,40}",
        prop::sample::select(vec![
            "true",
            "audit",
            "1",
            "-1",
            "az",
            "<img src=\"data:image/png;base64,AAAA\">",
            "99999999999999999999"
        ])
        .prop_map(str::to_owned),
    ];
    (name.prop_map(str::to_owned), value)
}

fn body() -> impl Strategy<Value = Body> {
    let image = prop::option::of(prop_oneof![
        any::<u8>().prop_map(png),
        prop::collection::vec(any::<u8>(), 0..64),
        (any::<u8>(), 8_usize..120).prop_map(|(shade, at)| {
            let mut bytes = png(shade);
            let at = at % bytes.len();
            bytes[at] ^= 0x55;
            bytes
        }),
    ]);
    let json = prop_oneof![
        any::<String>(),
        prop::collection::btree_map(
            prop::sample::select(vec![
                "username",
                "password",
                "refresh",
                "lang",
                "id",
                "title_az",
                "content_en"
            ]),
            prop_oneof![
                any::<String>().prop_map(serde_json::Value::from),
                any::<i64>().prop_map(serde_json::Value::from),
                Just(serde_json::Value::Null)
            ],
            0..4,
        )
        .prop_map(|map| serde_json::to_string(&map).unwrap()),
    ];
    prop_oneof![
        1 => Just(Body::None),
        1 => json.prop_map(|text| Body::Raw("application/json", text.into_bytes())),
        1 => prop::collection::vec(any::<u8>(), 0..200).prop_map(|bytes| Body::Raw("multipart/form-data; boundary=x", bytes)),
        3 => (prop::collection::vec(field(), 0..14), image).prop_map(|(fields, image)| Body::Form(fields, image)),
    ]
}

fn case() -> impl Strategy<Value = Case> {
    let method = prop::sample::select(vec![
        Method::GET,
        Method::POST,
        Method::PUT,
        Method::DELETE,
        Method::PATCH,
        Method::HEAD,
    ]);
    let header = (
        prop::sample::select(vec![
            "if-match",
            "if-none-match",
            "range",
            "if-modified-since",
            "accept-encoding",
            "x-forwarded-for",
        ]),
        prop_oneof![4 => "[ -~]{0,30}", 1 => Just("*".to_owned()), 1 => Just("gzip".to_owned())],
    );
    (
        method,
        path(),
        any::<bool>(),
        prop::collection::vec(header, 0..3),
        body(),
    )
        .prop_map(|(method, path, signed_in, headers, body)| Case {
            method,
            path,
            signed_in,
            headers,
            body,
        })
}

fn request(app: &TestApp, access: &str, case: Case) -> RequestBuilder {
    let mut request = app.request(case.method, &case.path);
    if case.signed_in {
        request = request.bearer_auth(access);
    }
    for (name, value) in case.headers {
        request = request.header(name, value.trim());
    }
    match case.body {
        Body::None => request,
        Body::Raw(kind, bytes) => request.header("content-type", kind).body(bytes),
        Body::Form(fields, image) => {
            let draft = fields
                .into_iter()
                .fold(Draft::new("f"), |draft, (name, value)| {
                    draft.with(&name, &value)
                });
            request.multipart(match image {
                Some(bytes) => draft.image(bytes).form(),
                None => draft.form(),
            })
        }
    }
}

#[test]
fn no_request_makes_the_server_fail_or_break_its_contract() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let app = runtime.block_on(TestApp::start());
    let access = runtime.block_on(async { app.sign_in().await.access.clone() });
    let contract = Contract::of_the_code();
    let asked_for = ProptestConfig::default();
    let mut runner = TestRunner::new(ProptestConfig {
        // More of them, to look for what is rare: PROPTEST_CASES=60000.
        cases: asked_for.cases.max(600),
        failure_persistence: None,
        ..asked_for
    });
    runner
        .run(&case(), |case| {
            let shown = format!("{case:?}");
            let (method, path) = (case.method.clone(), case.path.clone());
            let response =
                runtime.block_on(async { request(&app, &access, case).send().await.unwrap() });
            let status = response.status();
            let complaint = runtime.block_on(contract.complaint(&method, &path, response));
            prop_assert_eq!(complaint, Ok(()), "{}", shown);
            // 503 is an answer of its own: the admin may not have been built here.
            prop_assert!(
                !status.is_server_error() || status.as_u16() == 503,
                "{status} for {shown}"
            );
            Ok(())
        })
        .unwrap();
    assert_eq!(
        runtime.block_on(async { app.get("/healthz").send().await.unwrap().status() }),
        200
    );
}
