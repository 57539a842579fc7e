//! `serve --watch`: pages that are open in a browser reload when the site has changed.
//!
//! The script is added while serving and never written to `dist`.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

/// Where the script lives; no page of the site has such an address.
pub const PATH: &str = "/_cms/live-reload.js";
const TAG: &str = r#"<script src="/_cms/live-reload.js" defer></script>"#;
const SCRIPT: &str = r#"
let first;
new EventSource("/api/site/events/").addEventListener("site", (event) => {
  const site = JSON.parse(event.data);
  const build = site.last_build?.finished_at;
  if (site.state === "failed") console.error(site.last_error.message);
  if (first !== undefined && build && build !== first && site.last_build.written + site.last_build.removed > 0) {
    location.reload();
  }
  first = build ?? first ?? null;
});
"#;

/// The script.
pub async fn script() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, SCRIPT).into_response()
}

/// A page with the script at its end.
pub fn inject(mut html: Vec<u8>) -> Vec<u8> {
    let end = b"</body>";
    let at = html
        .windows(end.len())
        .rposition(|window| window == end)
        .unwrap_or(html.len());
    html.splice(at..at, TAG.bytes());
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_before_the_end_of_the_body() {
        let html = inject(b"<body>x</body></html>".to_vec());
        assert_eq!(
            String::from_utf8_lossy(&html),
            format!("<body>x{TAG}</body></html>")
        );
    }
}
