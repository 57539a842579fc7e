//! Entity tags and the headers that compare them.

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};

use crate::http::coding::{Coding, is_text, marked};

/// What compressing proxies and our own compression append to an entity tag.
const CODING_SUFFIXES: [&str; 3] = ["-br", "-gzip", "-zstd"];

const DRAFT_MATCH: HeaderName = HeaderName::from_static("x-draft-match");
const REVISION_MATCH: HeaderName = HeaderName::from_static("x-revision-match");

/// A strong entity tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ETag(String);

impl ETag {
    /// Of a name made of characters that need no escaping.
    pub fn new(name: impl AsRef<str>) -> Self {
        Self(format!("\"{}\"", name.as_ref()))
    }

    /// As it stands in headers.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// As a header value.
    pub fn value(&self) -> HeaderValue {
        HeaderValue::from_str(&self.0).unwrap_or(HeaderValue::from_static("\"\""))
    }

    /// 304 when the client has the very representation that it would get, with the tag, `Vary` and caching rule of the
    /// full answer.
    pub fn not_modified(
        &self,
        headers: &HeaderMap,
        content_type: &str,
        cache: HeaderValue,
    ) -> Option<Response> {
        let coding = Coding::of(headers, content_type);
        self.not_modified_in(coding, headers, content_type, cache)
    }

    /// The same where the answer is there in a coding already.
    pub fn not_modified_in(
        &self,
        coding: Coding,
        headers: &HeaderMap,
        content_type: &str,
        cache: HeaderValue,
    ) -> Option<Response> {
        let selected = self.coded(coding);
        selected.is_known(headers).then(|| {
            let mut response = StatusCode::NOT_MODIFIED.into_response();
            let out = response.headers_mut();
            out.insert(header::ETAG, selected.value());
            out.insert(header::CACHE_CONTROL, cache);
            if is_text(content_type) {
                out.append(header::VARY, HeaderValue::from_static("accept-encoding"));
            }
            response
        })
    }

    /// The tag of the state in the coding that was chosen for a request.
    pub fn selected(&self, headers: &HeaderMap, content_type: &str) -> Self {
        self.coded(Coding::of(headers, content_type))
    }

    fn coded(&self, coding: Coding) -> Self {
        match coding {
            Coding::Identity => self.clone(),
            coding => Self(marked(&self.0, coding.name())),
        }
    }

    /// `If-None-Match`: the client has this representation already.
    pub fn is_known(&self, headers: &HeaderMap) -> bool {
        listed(headers, header::IF_NONE_MATCH, |tag| {
            tag.trim_start_matches("W/") == self.0
        })
    }

    /// `If-Match`: the client's change is based on this state, read in whatever coding, or it does not say. A weak tag
    /// never matches.
    pub fn allows(&self, headers: &HeaderMap) -> bool {
        self.allows_in(headers, header::IF_MATCH)
    }

    /// `X-Draft-Match`: the same for the working copy of a post whose own tag `If-Match` names.
    pub fn allows_draft(&self, headers: &HeaderMap) -> bool {
        self.allows_in(headers, DRAFT_MATCH)
    }

    /// `X-Revision-Match`: the same for a revision of a post whose working copy `If-Match` names.
    pub fn allows_revision(&self, headers: &HeaderMap) -> bool {
        self.allows_in(headers, REVISION_MATCH)
    }

    fn allows_in(&self, headers: &HeaderMap, name: HeaderName) -> bool {
        !headers.contains_key(&name) || listed(headers, name, |tag| self.names(tag))
    }

    fn names(&self, tag: &str) -> bool {
        let Some(name) = tag
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
        else {
            return false;
        };
        let plain = CODING_SUFFIXES
            .iter()
            .find_map(|suffix| name.strip_suffix(suffix))
            .unwrap_or(name);
        plain == self.0.trim_matches('"')
    }
}

fn listed(headers: &HeaderMap, name: HeaderName, matches: impl Fn(&str) -> bool) -> bool {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|tag| tag.trim() == "*" || matches(tag.trim()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn with(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn none_match_compares_weakly() {
        let tag = ETag::new("a1");
        for value in ["\"a1\"", "W/\"a1\"", "\"x\", \"a1\"", "*"] {
            assert!(tag.is_known(&with(header::IF_NONE_MATCH, value)), "{value}");
        }
        for value in ["\"a2\"", "a1", "", "\"a1", "\"a1-br\""] {
            assert!(
                !tag.is_known(&with(header::IF_NONE_MATCH, value)),
                "{value}"
            );
        }
        assert!(!tag.is_known(&HeaderMap::new()));
    }

    #[test]
    fn each_coding_has_its_tag() {
        let mut headers = with(header::ACCEPT_ENCODING, "gzip");
        let tag = ETag::new("a1").selected(&headers, "application/json");
        assert_eq!(tag.value(), "\"a1-gzip\"");
        headers.insert(header::IF_NONE_MATCH, "\"a1-gzip\"".parse().unwrap());
        assert!(tag.is_known(&headers));
        let picture = ETag::new("a1").selected(&headers, "image/png");
        assert_eq!(picture.value(), "\"a1\"");
        assert!(!picture.is_known(&headers));
    }

    #[test]
    fn match_compares_strongly() {
        let tag = ETag::new("a1");
        assert!(tag.allows(&HeaderMap::new()));
        assert!(tag.allows(&with(header::IF_MATCH, "\"a1\"")));
        assert!(tag.allows(&with(header::IF_MATCH, "*")));
        assert!(tag.allows(&with(header::IF_MATCH, "\"a1-gzip\"")));
        assert!(!tag.allows(&with(header::IF_MATCH, "W/\"a1\"")));
        assert!(!tag.allows(&with(header::IF_MATCH, "\"a0\"")));
        assert!(tag.allows_draft(&with(header::IF_MATCH, "\"a0\"")));
        assert!(tag.allows_draft(&with(DRAFT_MATCH, "\"a1\"")));
        assert!(!tag.allows_draft(&with(DRAFT_MATCH, "\"a0\"")));
    }
}
