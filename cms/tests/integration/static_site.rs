//! `dist` as a host would serve it, and the admin's addresses.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    path::Path,
};

use reqwest::{Method, StatusCode};

use crate::support::TestApp;

async fn site() -> TestApp {
    let app = TestApp::start().await;
    let dist = app.dir.path().join("dist");
    let files: [(&str, &[u8]); 11] = [
        ("index.html", b"<html><body>home</body></html>"),
        ("blog/index.html", b"<html><body>blog</body></html>"),
        ("services/audit/index.html", b"<html>audit</html>"),
        ("404.html", b"<html>lost</html>"),
        ("assets/app-12345678.js", &[b' '; 4000]),
        ("media/clip.mp4", b"0123456789"),
        ("sitemap.xml", b"<urlset/>"),
        ("_redirects.nginx", b"rules"),
        ("_redirects.caddy", b"rules"),
        ("_redirects", "/k%C3%B6hn%C9%99/ /blog/ 308\n/k\u{f6}hn\u{259}/ /blog/ 308\n/shop/ https://shop.example/all/ 307\n/services/tax/ /services/tax-legal/ 301\n/old/* /:splat 301!\n/services/* /services/audit/ 200\n".as_bytes()),
        ("_headers", b"/*\n  X-Frame-Options: DENY\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n"),
    ];
    for (name, bytes) in files {
        let file = dist.join(name);
        std::fs::create_dir_all(file.parent().unwrap_or(Path::new("/"))).unwrap();
        std::fs::write(file, bytes).unwrap();
    }
    app
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_redirects_and_what_is_not_there() {
    let app = site().await;
    let table = [
        ("/", 200, "home", ""),
        ("/blog/", 200, "blog", ""),
        ("/blog?q=a", 301, "", "/blog/?q=a"),
        ("/services/tax/", 301, "", "/services/tax-legal/"),
        (
            "/services/tax?utm_source=x%20y",
            301,
            "",
            "/services/tax-legal/?utm_source=x%20y",
        ),
        ("/old/blog/?a=1", 301, "", "/blog/?a=1"),
        ("/services/unknown/?a=1", 200, "audit", ""),
        ("/shop/", 307, "", "https://shop.example/all/"),
        ("/shop/?a=1", 307, "", "https://shop.example/all/"),
        ("/services/unknown/", 200, "audit", ""),
        ("/old/blog/", 301, "", "/blog/"),
        ("/nothing/", 404, "lost", ""),
        ("/k%C3%B6hn%C9%99/", 308, "", "/blog/"),
        ("/_headers", 404, "lost", ""),
        ("/_redirects", 404, "lost", ""),
        ("/_redirects.nginx", 404, "lost", ""),
        ("/_redirects.caddy", 404, "lost", ""),
        ("/%2e%2e/data/keys", 404, "lost", ""),
        ("/..%2fdata%2fkeys", 404, "lost", ""),
        ("/blog/%00", 404, "lost", ""),
        ("/index.html/", 404, "lost", ""),
        (&format!("/{}/", "a".repeat(300)), 404, "lost", ""),
        ("/assets/none-12345678.js", 404, "lost", ""),
    ];
    for (path, status, body, location) in table {
        let response = app.get(path).send().await.unwrap();
        assert_eq!(response.status(), status, "{path}");
        let target = response
            .headers()
            .get("location")
            .map_or("", |value| value.to_str().unwrap());
        assert_eq!(target, location, "{path}");
        if status == 404 {
            // It may be there a moment later.
            assert_eq!(response.headers()["cache-control"], "no-cache", "{path}");
        }
        if status < 300 || status == 404 {
            assert_eq!(response.headers()["x-frame-options"], "DENY", "{path}");
            assert!(response.text().await.unwrap().contains(body), "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_redirect_of_the_site_leads_to_another_because_the_address_says_so() {
    let app = site().await;
    let base = app.base.trim_start_matches("http://").to_owned();
    for path in [
        "/old//evil.example/",
        "/old/\\evil.example/",
        "/old//\\/evil.example/",
    ] {
        let base = base.clone();
        // As it is: a client of HTTP would have made a `\` a `/`.
        let answer = tokio::task::spawn_blocking(move || {
            let mut stream = TcpStream::connect(base).unwrap();
            let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        });
        let answer = answer.await.unwrap();
        assert!(
            answer.contains("location: /evil.example/\r\n"),
            "{path}: {answer}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn types_and_caching() {
    let app = site().await;
    let table = [
        ("/", "text/html; charset=utf-8", "no-cache"),
        (
            "/assets/app-12345678.js",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
        ),
        (
            "/media/clip.mp4",
            "video/mp4",
            "public, max-age=31536000, immutable",
        ),
        ("/sitemap.xml", "application/xml; charset=utf-8", "no-cache"),
    ];
    for (path, kind, cache) in table {
        let response = app.get(path).send().await.unwrap();
        assert_eq!(response.headers()["content-type"], kind, "{path}");
        assert_eq!(response.headers()["cache-control"], cache, "{path}");
        let again = |name: &str| {
            app.get(path).header(
                name,
                &response.headers()[match name {
                    "if-none-match" => "etag",
                    _ => "last-modified",
                }],
            )
        };
        for condition in ["if-none-match", "if-modified-since"] {
            assert_eq!(
                again(condition).send().await.unwrap().status(),
                StatusCode::NOT_MODIFIED,
                "{path} {condition}"
            );
        }
    }
    let head = app.request(Method::HEAD, "/blog/").send().await.unwrap();
    assert_eq!(
        (
            head.status().as_u16(),
            head.headers()["content-length"].to_str().unwrap()
        ),
        (200, "30")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn videos_are_served_in_parts() {
    let app = site().await;
    let part = app
        .get("/media/clip.mp4")
        .header("range", "bytes=2-5")
        .send()
        .await
        .unwrap();
    assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
    assert_eq!(part.headers()["content-range"], "bytes 2-5/10");
    assert_eq!(part.text().await.unwrap(), "2345");
    let outside = app
        .get("/media/clip.mp4")
        .header("range", "bytes=99-")
        .send()
        .await
        .unwrap();
    assert_eq!(outside.status(), StatusCode::RANGE_NOT_SATISFIABLE);
    assert_eq!(outside.headers()["content-range"], "bytes */10");
    // Ranges are GET's alone (RFC 9110, 14.2).
    for range in ["bytes=2-5", "bytes=99-"] {
        let head = app.request(Method::HEAD, "/media/clip.mp4");
        let head = head.header("range", range).send().await.unwrap();
        assert_eq!(head.status(), StatusCode::OK);
        assert_eq!(head.headers()["content-length"], "10");
    }
    let stale = app
        .get("/media/clip.mp4")
        .header("range", "bytes=2-5")
        .header("if-range", "\"old\"")
        .send()
        .await
        .unwrap();
    assert_eq!(stale.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn text_is_compressed_and_video_is_not() {
    let app = site().await;
    for accepted in ["gzip", "gzip, deflate, br, zstd"] {
        let script = app
            .get("/assets/app-12345678.js")
            .header("accept-encoding", accepted)
            .send()
            .await
            .unwrap();
        assert_eq!(script.headers()["content-encoding"], "gzip");
    }
    let video = app
        .get("/media/clip.mp4")
        .header("accept-encoding", "gzip")
        .send()
        .await
        .unwrap();
    assert!(video.headers().get("content-encoding").is_none());
}

/// Before npm has built the admin there is nothing to serve.
#[tokio::test(flavor = "multi_thread")]
async fn the_admin_is_sent_as_it_was_packed() {
    let app = site().await;
    let page = app.get("/login").send().await.unwrap();
    if page.status() == StatusCode::SERVICE_UNAVAILABLE {
        return;
    }
    let page = page.text().await.unwrap();
    let script = page.split('"').find(|part| part.ends_with(".js")).unwrap();
    for path in ["/login", script] {
        let accepted = |coding: &'static str| app.get(path).header("accept-encoding", coding);
        let packed = accepted("gzip, deflate, br, zstd").send().await.unwrap();
        assert_eq!(packed.headers()["content-encoding"], "br", "{path}");
        assert_eq!(packed.headers()["vary"], "accept-encoding", "{path}");
        let mut unpacked = Vec::new();
        let bytes = packed.bytes().await.unwrap();
        brotli::BrotliDecompress(&mut &bytes[..], &mut unpacked).unwrap();
        let plain = accepted("identity").send().await.unwrap();
        assert!(plain.headers().get("content-encoding").is_none(), "{path}");
        assert_eq!(unpacked, plain.bytes().await.unwrap(), "{path}");
        let other = accepted("gzip").send().await.unwrap();
        assert_eq!(other.headers()["content-encoding"], "gzip", "{path}");
    }
    // The packed form has no address of its own.
    let packed = app.get(&format!("{script}.br")).send().await.unwrap();
    assert_eq!(packed.status(), StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_has_its_addresses_and_a_strict_policy() {
    let app = site().await;
    for path in ["/login", "/login/", "/admin", "/admin/", "/admin/posts"] {
        let response = app.get(path).send().await.unwrap();
        // Before npm has built it there is nothing to serve, and that is said.
        if response.status() != StatusCode::SERVICE_UNAVAILABLE {
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            let policy = response.headers()["content-security-policy"]
                .to_str()
                .unwrap()
                .to_owned();
            assert!(
                policy.contains("default-src 'none'") && !policy.contains("unsafe"),
                "{policy}"
            );
        }
    }
    assert_eq!(
        app.get("/admin/assets/none.js")
            .send()
            .await
            .unwrap()
            .status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bare_api_address_answers_as_the_api_and_so_does_what_is_no_text() {
    let app = site().await;
    for path in ["/api", "/api/", "/api/nothing/", "/admin/%ff"] {
        let response = app.get(path).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(
            response.headers()["content-type"],
            "application/problem+json",
            "{path}"
        );
    }
}
