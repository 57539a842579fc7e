//! Whatever an editor's browser sends: what comes out of the sanitiser is harmless and of a bounded
//! size, and cleaning it again changes nothing.
#![no_main]

// The module itself rather than the whole CMS: it is pure, and instrumented in a minute.
#[allow(dead_code)]
#[path = "../../src/posts/rich_text.rs"]
mod rich_text;

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use lol_html::{RewriteStrSettings, element, rewrite_str};

const TAGS: &[&str] = &[
    "h1", "h2", "h3", "p", "strong", "b", "em", "i", "u", "s", "ol", "ul", "li", "a", "img", "br",
];

fuzz_target!(|html: &str| {
    let Ok(cleaned) = rich_text::clean(html) else {
        return;
    };
    assert!(cleaned.len() <= 8 * html.len() + 64 * 1024, "bounded");
    assert_eq!(rich_text::clean(&cleaned).as_deref(), Ok(cleaned.as_str()), "idempotent");
    assert_eq!(complaints(&cleaned), Vec::<String>::new(), "{cleaned}");
    let images = rich_text::embedded_images(&cleaned);
    let addresses: Vec<String> = (1..=images.len())
        .map(|id| format!("/api/blog/images/{id}/"))
        .collect();
    let pointed = rich_text::point_to(&cleaned, &addresses);
    assert!(rich_text::embedded_images(&pointed).is_empty(), "{pointed}");
    assert_eq!(rich_text::clean(&pointed).as_deref(), Ok(pointed.as_str()), "addresses are clean");
});

/// Elements, attributes and addresses that no toolbar makes.
fn complaints(html: &str) -> Vec<String> {
    let found = RefCell::new(Vec::new());
    let handler = element!("*", |element| {
        let name = element.tag_name();
        if !TAGS.contains(&name.as_str()) {
            found.borrow_mut().push(name.clone());
        }
        for attribute in element.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            let fine = match (name.as_str(), key.as_str()) {
                ("a", "href") => is_web(&value),
                ("img", "src") => is_web(&value) || value.to_ascii_lowercase().starts_with("data:image/"),
                ("img", "alt") => true,
                _ => false,
            };
            if !fine {
                found.borrow_mut().push(format!("{name} {key}={value}"));
            }
        }
        Ok(())
    });
    let read = rewrite_str(
        html,
        RewriteStrSettings::new().append_element_content_handler(handler),
    );
    if let Err(error) = read {
        found.borrow_mut().push(error.to_string());
    }
    found.into_inner()
}

/// As a browser on our own pages would see it.
fn is_web(address: &str) -> bool {
    let address = address.replace("&amp;", "&");
    let base = url::Url::parse("https://www.khazri.example/blog/1/").ok();
    let Ok(resolved) = url::Url::options().base_url(base.as_ref()).parse(&address) else {
        // Nowhere to go is harmless.
        return true;
    };
    let ours = resolved.host_str() == Some("www.khazri.example");
    let absolute = url::Url::parse(&address).is_ok();
    matches!(resolved.scheme(), "http" | "https") && (ours || absolute)
}
