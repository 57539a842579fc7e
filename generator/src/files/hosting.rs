//! Files for hosts, crawlers and devices: `_headers`, `_redirects`, `robots.txt`, the web manifest.

use serde_json::json;

use crate::lang::Lang;
use crate::pages::Chrome;
use crate::post::Category;
use crate::routes::{Alias, Route};

/// `_headers`
pub fn headers() -> String {
    "/*\n\
     \x20 X-Content-Type-Options: nosniff\n\
     \x20 Referrer-Policy: strict-origin-when-cross-origin\n\
     \x20 Content-Security-Policy: frame-ancestors 'none'\n\
     \x20 X-Frame-Options: DENY\n\
     \x20 Cross-Origin-Opener-Policy: same-origin\n\
     \x20 Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=()\n\
     \x20 Strict-Transport-Security: max-age=31536000\n\
     \n\
     /assets/*\n\
     \x20 Cache-Control: public, max-age=31536000, immutable\n\
     \n\
     /media/*\n\
     \x20 Cache-Control: public, max-age=31536000, immutable\n\
     \n\
     /search/*\n\
     \x20 Cache-Control: public, max-age=300\n\
     \x20 X-Robots-Tag: noindex\n"
        .to_owned()
}

/// `_redirects`: the old service addresses lead on; any other unknown service shows the audit page.
///
/// Known services are named first, because some hosts apply rules before they look for files.
pub fn redirects() -> String {
    let mut rules = String::new();
    for lang in Lang::ALL {
        let target = Route::Service(Category::TaxLegal).path(lang);
        for alias in Alias::ALL {
            let path = Route::Alias(alias).path(lang);
            rules.push_str(&format!(
                "{} {target} 301\n{path} {target} 301\n",
                path.trim_end_matches('/')
            ));
        }
        let services = Route::Services.path(lang);
        rules.push_str(&format!("{services} {services} 200\n"));
        for category in Category::ALL {
            let path = Route::Service(category).path(lang);
            let bare = path.trim_end_matches('/');
            rules.push_str(&format!("{bare} {path} 200\n{path} {path} 200\n"));
        }
        rules.push_str(&format!(
            "{services}* {} 200\n",
            Route::Service(Category::Audit).path(lang)
        ));
    }
    rules
}

/// `robots.txt`
pub fn robots(public_url: &str) -> String {
    format!("User-agent: *\nAllow: /\nDisallow: /search/\n\nSitemap: {public_url}/sitemap.xml\n")
}

/// `site.webmanifest`
pub fn web_manifest(chrome: &Chrome) -> String {
    let icon = |name: &str, sizes: &str, mime: &str, purpose: &str| {
        let url = chrome.media.url(name)?;
        Some(json!({ "src": url, "sizes": sizes, "type": mime, "purpose": purpose }))
    };
    let icons: Vec<_> = [
        icon("favicon.svg", "any", "image/svg+xml", "any"),
        icon("icon-192.png", "192x192", "image/png", "any"),
        icon("icon-512.png", "512x512", "image/png", "any"),
        icon("maskable-512.png", "512x512", "image/png", "maskable"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let manifest = json!({
        "name": chrome.firm.legal_name,
        "short_name": chrome.firm.name,
        "description": chrome.firm.description,
        "lang": chrome.lang,
        "start_url": "/",
        "scope": "/",
        "display": "browser",
        "background_color": "#F7F2E8",
        "theme_color": "#12242F",
        "icons": icons
    });
    format!("{manifest:#}\n")
}
