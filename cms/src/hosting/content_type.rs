//! Precise content types by file name.

/// The type of a file; unknown ones are downloads.
pub fn of(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    if name == "feed.xml" {
        return "application/atom+xml; charset=utf-8";
    }
    if name == "feed.json" {
        return "application/feed+json";
    }
    // Source maps; the library takes the ending for a text's.
    if name.ends_with(".map") {
        return "application/json";
    }
    match mime_guess::from_path(name).first_raw() {
        Some("text/html") => "text/html; charset=utf-8",
        Some("text/css") => "text/css; charset=utf-8",
        Some("text/javascript" | "application/javascript") => "text/javascript; charset=utf-8",
        Some("text/plain") => "text/plain; charset=utf-8",
        Some("text/xml" | "application/xml") => "application/xml; charset=utf-8",
        // The name before RFC 8081.
        Some("application/font-woff") => "font/woff",
        Some(other) => other,
        None => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn whatever_a_site_holds_has_its_type() {
        let table = [
            ("blog/index.html", "text/html; charset=utf-8"),
            ("assets/a-1.css", "text/css; charset=utf-8"),
            ("assets/a-1.js", "text/javascript; charset=utf-8"),
            ("assets/a-1.mjs", "text/javascript; charset=utf-8"),
            ("assets/a-1.js.map", "application/json"),
            ("search.json", "application/json"),
            ("site.webmanifest", "application/manifest+json"),
            ("en/feed.xml", "application/atom+xml; charset=utf-8"),
            ("feed.json", "application/feed+json"),
            ("sitemap.xml", "application/xml; charset=utf-8"),
            ("robots.txt", "text/plain; charset=utf-8"),
            ("a.svg", "image/svg+xml"),
            ("a.jpg", "image/jpeg"),
            ("A.JPEG", "image/jpeg"),
            ("a.png", "image/png"),
            ("a.gif", "image/gif"),
            ("a.webp", "image/webp"),
            ("a.avif", "image/avif"),
            ("favicon.ico", "image/x-icon"),
            ("a.mp4", "video/mp4"),
            ("a.webm", "video/webm"),
            ("a.woff2", "font/woff2"),
            ("a.woff", "font/woff"),
            ("a.pdf", "application/pdf"),
            ("a.wasm", "application/wasm"),
            ("LICENSE", "application/octet-stream"),
            ("a.unheard-of", "application/octet-stream"),
        ];
        for (path, kind) in table {
            assert_eq!(of(path), kind, "{path}");
        }
    }
}
