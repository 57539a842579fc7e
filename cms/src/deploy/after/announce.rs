//! Tells search engines which pages changed (IndexNow, indexnow.org), where the site has a key for that. One call reaches all
//! who take part.

use std::{fs, path::Path};

use generator::routes::INDEXNOW;
use hyper::{Method, Request, StatusCode, header};
use serde_json::json;

use super::{pending::Pending, purge::address};
use crate::{
    deploy::error::DeployError,
    net::{Web, full},
};

/// Who passes it on to all the others.
pub const SERVICE: &str = "https://api.indexnow.org/indexnow";
/// Addresses in a call, by its documentation.
const TOGETHER: usize = 10_000;
const MAX_ANSWER: usize = 64 * 1024;
/// A key has at most 128 letters.
const LONGEST_KEY: usize = 128;

/// Whether a file of the site is a page with an address of its own.
pub fn is_announced(path: &str) -> bool {
    path == "index.html" || path.ends_with("/index.html")
}

/// The key by which the site says who may announce its pages; none where nobody may.
pub fn key(dist: &Path) -> Option<String> {
    let key = fs::read_to_string(dist.join(INDEXNOW)).ok()?;
    (!key.is_empty() && key.len() <= LONGEST_KEY).then_some(key)
}

/// Announces what is written down, and forgets it when it was taken. Search engines look at the addresses themselves: what is
/// gone is announced like what is new.
pub async fn announce(
    web: &Web,
    service: &str,
    origin: &str,
    key: &str,
    pending: Pending,
) -> Result<(), DeployError> {
    let origin = origin.trim_end_matches('/');
    let host = url::Url::parse(origin).ok();
    let host = host
        .as_ref()
        .and_then(url::Url::host_str)
        .unwrap_or_default();
    let addresses: Vec<String> = pending
        .paths
        .iter()
        .map(|path| address(origin, path))
        .collect();
    for some in addresses.chunks(TOGETHER) {
        let body = json!({
            "host": host,
            "key": key,
            "keyLocation": format!("{origin}/{INDEXNOW}"),
            "urlList": some,
        });
        let body = body.to_string();
        let bytes = u64::try_from(body.len()).unwrap_or(u64::MAX);
        let request = Request::builder()
            .method(Method::POST)
            .uri(service)
            .header(header::CONTENT_TYPE, "application/json; charset=utf-8")
            .header(header::CONTENT_LENGTH, body.len())
            .body(full(body))
            .map_err(|error| DeployError::Announcement(error.to_string()))?;
        let answer = web.send(request, bytes, MAX_ANSWER).await;
        let status = answer
            .map_err(|error| DeployError::Announcement(error.to_string()))?
            .status();
        // 202: the key has yet to be looked at.
        if !matches!(status, StatusCode::OK | StatusCode::ACCEPTED) {
            let why = format!("the service answered {}", status.as_u16());
            return Err(DeployError::Announcement(why));
        }
    }
    pending.done()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_one_to_128_letters() {
        let dist = tempfile::tempdir().unwrap();
        assert_eq!(key(dist.path()), None);
        for (letters, is_one) in [(0, false), (1, true), (128, true), (129, false)] {
            let text = "k".repeat(letters);
            fs::write(dist.path().join(INDEXNOW), &text).unwrap();
            assert_eq!(key(dist.path()), is_one.then_some(text), "{letters}");
        }
    }
}
