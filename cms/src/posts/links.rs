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
    let found = desk::mentioning(store, id, &address)?;
    let linking = found
        .into_iter()
        .filter(|(_, _, texts)| leads_to(texts, &address))
        .map(|(id, title, _)| (id, title));
    Ok(linking.collect())
}

/// Whether a link in the texts leads there, and not to a post whose number only begins with the same digits.
fn leads_to(html: &str, address: &str) -> bool {
    html.match_indices("href=").any(|(at, _)| {
        let rest = html.get(at + "href=".len()..).unwrap_or_default();
        let target = rest.trim_start_matches(['"', '\'']);
        let end = target.find(['"', '\'', '>', ' ']).unwrap_or(target.len());
        let target = target.get(..end).unwrap_or_default();
        target
            .split(['?', '#'])
            .next()
            .is_some_and(|path| path.trim_end_matches('/').ends_with(address))
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
        ] {
            assert!(leads_to(html, "/blog/7"), "{html}");
        }
        for html in [
            "/blog/7/",
            "<a href=\"/blog/77/\">x</a>",
            "<a href=\"/blog/7/x\">x</a>",
        ] {
            assert!(!leads_to(html, "/blog/7"), "{html}");
        }
    }
}
