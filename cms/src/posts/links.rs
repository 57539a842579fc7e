//! What links to a post: asked before it goes off-line.

use rusqlite::Connection;

use super::error::PostError;
use crate::store::desk;

/// Number and title of every other post whose texts, on-line or being written, link to this one in any language.
pub fn to(store: &Connection, id: i64) -> Result<Vec<(i64, String)>, PostError> {
    if !desk::is_known(store, id)? {
        return Err(PostError::Missing);
    }
    let address = format!("/blog/{id}");
    Ok(desk::mentioning(store, id, &address, |text| {
        leads_to(text, &address)
    })?)
}

/// Whether a link in the text leads there, with whatever words in the address, and not to a post whose number only begins
/// with the same digits.
fn leads_to(html: &str, address: &str) -> bool {
    html.match_indices("href=").any(|(at, _)| {
        let rest = html.get(at + "href=".len()..).unwrap_or_default();
        let target = rest.trim_start_matches(['"', '\'']);
        let end = target.find(['"', '\'', '>', ' ']).unwrap_or(target.len());
        let target = target.get(..end).unwrap_or_default();
        let path = target.split(['?', '#']).next().unwrap_or_default();
        path.match_indices(address).any(|(at, _)| {
            let rest = path.get(at + address.len()..).unwrap_or_default();
            rest.is_empty() || rest.starts_with('/')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_told_from_what_looks_like_one() {
        for html in [
            "<a href=\"/blog/7/\">x</a>",
            "<a href=\"/ru/blog/7/#a\">x</a>",
            "<a href='https://example.az/en/blog/7'>x</a>",
            "<a href=\"/blog/7/edv-2026/\">x</a>",
        ] {
            assert!(leads_to(html, "/blog/7"), "{html}");
        }
        for html in [
            "/blog/7/",
            "<a href=\"/blog/77/\">x</a>",
            "<a href=\"/blog/\">7</a>",
        ] {
            assert!(!leads_to(html, "/blog/7"), "{html}");
        }
    }
}
