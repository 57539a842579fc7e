//! The Content-Security-Policy of a page.

use std::collections::BTreeSet;

use url::{Host, Url};

use super::frame::Frame;
use crate::render::theme::scripts_of;

/// The Content-Security-Policy of a page: nothing but its own files, and by hash what stands in it.
pub fn policy(frame: &Frame, kind: &str, origins: &BTreeSet<String>, inline: bool) -> String {
    let mut scripts = String::from("'self'");
    for name in scripts_of(kind, frame.lang).iter().filter(|_| inline) {
        if let Some(hash) = frame.script_hashes.get(*name) {
            scripts.push(' ');
            scripts.push_str(hash);
        }
    }
    let mut styles = String::from("'self'");
    if inline {
        styles.push(' ');
        styles.push_str(&frame.style_hash);
    }
    let mut images = String::from("'self'");
    for source in origins.iter().filter_map(|origin| source(origin)) {
        images.push(' ');
        images.push_str(&source);
    }
    let (mut connect, mut frames, mut forms) = (
        String::from("'self'"),
        String::new(), // as `default-src` says
        String::from("'self'"),
    );
    if kind == "contact" {
        if let Some(origin) = source(&frame.site.mail.endpoint) {
            connect = format!("'self' {origin}");
            forms = format!("'self' {origin}");
        }
        if let Some(origin) = source(&frame.site.map.embed_url) {
            frames = format!("frame-src {origin};");
        }
    }
    format!(
        "default-src 'none';script-src {scripts};style-src {styles};img-src {images};\
         font-src 'self';media-src 'self';connect-src {connect};{frames}\
         manifest-src 'self';base-uri 'none';form-action {forms}"
    )
}

/// What a policy may name: `https://cdn.example:8443` of an absolute http(s) address.
///
/// A host as URLs know it may hold `;`, `,`, `*` or quotes, which mean something in a policy and in the
/// attribute it stands in. Such an address gets no source, so its picture is not shown.
fn source(address: &str) -> Option<String> {
    let parsed = Url::parse(address).ok()?;
    let plain = match parsed.host()? {
        Host::Domain(name) => name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.')),
        Host::Ipv4(_) => true,
        // The grammar of policies has no place for it.
        Host::Ipv6(_) => false,
    };
    let known = matches!(parsed.scheme(), "http" | "https");
    (known && plain).then(|| parsed.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::source;

    #[test]
    fn a_source_is_scheme_host_and_port() {
        let of = |address| source(address).unwrap_or_default();
        assert_eq!(of("https://cdn.example/a.png?b#c"), "https://cdn.example");
        assert_eq!(of("HTTP://CDN.Example:8080"), "http://cdn.example:8080");
        assert_eq!(of("https://user:word@cdn.example/"), "https://cdn.example");
        assert_eq!(
            of("https://bücher.example/"),
            "https://xn--bcher-kva.example"
        );
        assert_eq!(of("http://10.0.0.1/x.png"), "http://10.0.0.1");
    }

    #[test]
    fn whatever_else_a_host_may_hold_is_no_source() {
        for address in [
            "https://a;script-src/x.png",
            "https://a,b/x.png",
            "https://*/x.png",
            "https://*.example/x.png",
            "https://'unsafe-inline'/x.png",
            "https://a\"b/x.png",
            "https://a%3Bb/x.png",
            "https://a%20b/x.png",
            "https://a b/x.png",
            "https://[::1]/x.png",
            "https://",
            "//cdn.example/x.png",
            "/x.png",
            "data:image/png;base64,AAAA",
            "javascript:alert(1)",
            "ftp://cdn.example/x.png",
        ] {
            assert_eq!(source(address), None, "{address}");
        }
    }
}
