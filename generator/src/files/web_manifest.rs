//! The web manifest: how devices show the site.

use serde_json::json;

use crate::pages::Frame;

/// `site.webmanifest`
pub fn web_manifest(frame: &Frame) -> String {
    let icon = |name: &str, sizes: &str, mime: &str, purpose: &str| {
        let url = frame.media.url(name)?;
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
        "name": frame.firm.legal_name,
        "short_name": frame.firm.name,
        "description": frame.firm.description,
        "lang": frame.lang,
        "start_url": "/",
        "scope": "/",
        "display": "browser",
        "background_color": "#F7F2E8",
        "theme_color": "#12242F",
        "icons": icons
    });
    format!("{manifest:#}\n")
}
