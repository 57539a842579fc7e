//! The generated site, served as a static host would.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse as _, Response},
};
use percent_encoding::percent_decode_str;

use super::{file::OpenFile, live_reload};
use crate::{
    hosting::{caching, content_type, rules::Rules},
    http::error::ApiError,
};

/// The folder and the rules in it.
#[derive(Debug)]
pub struct Dist {
    root: PathBuf,
    /// Add the reloading script to pages.
    watch: bool,
    rules: Mutex<Option<(Stamp, Arc<Rules>)>>,
}

/// When the two rule files changed last.
type Stamp = [Option<(SystemTime, u64)>; 2];

impl Dist {
    /// Serves this folder.
    pub fn new(root: PathBuf, watch: bool) -> Self {
        Self {
            root,
            watch,
            rules: Mutex::default(),
        }
    }

    /// The rules, read again when their files changed. While those cannot be read (too many files are open), the ones that were
    /// read before hold: pages must not go out without what protects them.
    fn rules(&self) -> io::Result<Arc<Rules>> {
        let files = [self.root.join("_redirects"), self.root.join("_headers")];
        let stamp: Stamp = files.each_ref().map(|file| {
            let metadata = std::fs::metadata(file).ok()?;
            Some((metadata.modified().ok()?, metadata.len()))
        });
        let mut known = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((when, rules)) = known.as_ref()
            && *when == stamp
        {
            return Ok(rules.clone());
        }
        let [redirects, headers] = files;
        let texts = text_of(&redirects).and_then(|text| Ok((text, text_of(&headers)?)));
        let (redirects, headers) = match (texts, known.as_ref()) {
            (Ok(texts), _) => texts,
            (Err(error), Some((_, rules))) => {
                tracing::warn!(%error, "the site's rules for hosts cannot be read: the former ones hold");
                return Ok(rules.clone());
            }
            (Err(error), None) => return Err(error),
        };
        let rules = Arc::new(Rules::parse(&redirects, &headers));
        *known = Some((stamp, rules.clone()));
        Ok(rules)
    }

    /// The answer to a request for this address. Blocks.
    pub fn answer(&self, uri: &Uri, headers: &HeaderMap) -> io::Result<Response> {
        let path = uri.path();
        let rules = self.rules()?;
        let mut response = match self.find(path, uri.query(), headers, &rules)? {
            Some(response) => response,
            None => self.not_found(headers)?,
        };
        let found = !response.status().is_client_error();
        apply_headers(&rules, path, found, response.headers_mut());
        Ok(response)
    }

    /// A forced redirect, a file, a folder's page, or any other redirect.
    fn find(
        &self,
        path: &str,
        query: Option<&str>,
        headers: &HeaderMap,
        rules: &Rules,
    ) -> io::Result<Option<Response>> {
        if let Some(forced) = self.redirected(rules, (path, query), true, headers)? {
            return Ok(Some(forced));
        }
        let Some(relative) = relative(path) else {
            return Ok(None);
        };
        if let Some(page) = self.page(&relative, path.ends_with('/'), StatusCode::OK, headers)? {
            return Ok(Some(page));
        }
        if !path.ends_with('/') && self.root.join(&relative).join("index.html").is_file() {
            return Ok(Some(moved(
                StatusCode::MOVED_PERMANENTLY,
                &with_query(&format!("{path}/"), query),
            )));
        }
        self.redirected(rules, (path, query), false, headers)
    }

    fn redirected(
        &self,
        rules: &Rules,
        (path, query): (&str, Option<&str>),
        forced: bool,
        headers: &HeaderMap,
    ) -> io::Result<Option<Response>> {
        let Some((rule, target)) = rules.redirect(path, forced) else {
            return Ok(None);
        };
        let Ok(status) = StatusCode::from_u16(rule.status) else {
            return Ok(None);
        };
        if status.is_redirection() {
            // To another site only as our own file says, never as a request's path does.
            return Ok(Some(if rule.leaves_the_site() {
                found_at(status, &target)
            } else {
                moved(status, &with_query(&target, query))
            }));
        }
        let Some(inside) = relative(&target) else {
            return Ok(None);
        };
        self.page(&inside, target.ends_with('/'), status, headers)
    }

    /// The file at a path, or the page of the folder at it.
    fn page(
        &self,
        path: &Path,
        folder: bool,
        status: StatusCode,
        headers: &HeaderMap,
    ) -> io::Result<Option<Response>> {
        let path = if folder {
            path.join("index.html")
        } else {
            path.to_owned()
        };
        let Some(file) = OpenFile::open(&self.root.join(&path))? else {
            return Ok(None);
        };
        self.send(
            file,
            content_type::of(&path.to_string_lossy()),
            status,
            headers,
        )
        .map(Some)
    }

    fn not_found(&self, headers: &HeaderMap) -> io::Result<Response> {
        match OpenFile::open(&self.root.join("404.html"))? {
            Some(file) => self.send(
                file,
                "text/html; charset=utf-8",
                StatusCode::NOT_FOUND,
                headers,
            ),
            None => Ok(ApiError::NotFound.into_response()),
        }
    }

    fn send(
        &self,
        file: OpenFile,
        kind: &'static str,
        status: StatusCode,
        headers: &HeaderMap,
    ) -> io::Result<Response> {
        if self.watch && kind.starts_with("text/html") {
            let html = live_reload::inject(file.read()?);
            return Ok((
                status,
                [
                    (header::CONTENT_TYPE, kind),
                    (header::CACHE_CONTROL, "no-store"),
                ],
                html,
            )
                .into_response());
        }
        file.respond(status, kind, headers)
    }
}

/// Of a file that there may not be.
fn text_of(file: &Path) -> io::Result<String> {
    match std::fs::read_to_string(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        other => other,
    }
}

/// The path below `dist`, or `None` for what must not or cannot be there: parent folders, hidden files, the rule
/// files, rubbish.
fn relative(path: &str) -> Option<PathBuf> {
    let decoded = percent_decode(path)?;
    let mut relative = PathBuf::new();
    for segment in decoded.split('/').filter(|segment| !segment.is_empty()) {
        let refused = segment.starts_with('.') && segment != ".well-known";
        if refused || segment.contains(['\\', '\0']) {
            return None;
        }
        relative.push(segment);
    }
    (!caching::FOR_HOSTS
        .iter()
        .any(|name| relative == Path::new(name)))
    .then_some(relative)
}

/// The text behind an address; `None` when that is no text, or a `%` is not followed by two digits.
fn percent_decode(path: &str) -> Option<String> {
    let digits = |escape: &str| escape.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    let whole = path.split('%').skip(1).all(digits);
    let decoded = percent_decode_str(path).decode_utf8().ok()?;
    whole.then(|| decoded.into_owned())
}

fn with_query(path: &str, query: Option<&str>) -> String {
    query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"))
}

fn moved(status: StatusCode, target: &str) -> Response {
    // `//host/` would leave the site, and browsers take `\` for `/`.
    found_at(
        status,
        &format!("/{}", target.trim_start_matches(['/', '\\'])),
    )
}

fn found_at(status: StatusCode, target: &str) -> Response {
    match HeaderValue::from_str(target) {
        Ok(location) => (status, [(header::LOCATION, location)]).into_response(),
        Err(_) => ApiError::NotFound.into_response(),
    }
}

/// Rules of the site first; then what any host would add.
fn apply_headers(rules: &Rules, path: &str, found: bool, headers: &mut HeaderMap) {
    let not_live = found
        && headers
            .get(header::CACHE_CONTROL)
            .is_none_or(|value| value != "no-store");
    for (name, value) in rules.headers(path) {
        let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(value))
        else {
            continue;
        };
        if not_live || name != header::CACHE_CONTROL {
            headers.insert(name, value);
        }
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        let value = caching::by_default(path, found);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_of_dist_is_reached() {
        for path in [
            "/../keys",
            "/%2e%2e/keys",
            "/a/..%2f..%2fkeys",
            "/.git/config",
            "/%00",
            "/a%5c..%5ckeys",
            "/_headers",
            "/_redirects",
            "/%zz",
            "/%f",
            "/%ff",
        ] {
            assert_eq!(relative(path), None, "{path}");
        }
        assert_eq!(relative("/a//b/"), Some(PathBuf::from("a/b")));
        assert_eq!(relative("/%C9%99/"), Some(PathBuf::from("ə")));
        assert_eq!(
            relative("/.well-known/x"),
            Some(PathBuf::from(".well-known/x"))
        );
    }

    #[test]
    fn immutable_files_say_so_but_not_missing_ones() {
        let rules = Rules::parse(
            "",
            "/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n",
        );
        for (found, expected) in [(true, true), (false, false)] {
            let mut headers = HeaderMap::new();
            apply_headers(&rules, "/assets/a-1234.js", found, &mut headers);
            let value = headers[header::CACHE_CONTROL].to_str().unwrap();
            assert_eq!(value.contains("immutable"), expected, "{value}");
        }
    }

    #[test]
    fn rules_that_cannot_be_read_are_not_taken_for_none() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::write(at("index.html"), "home").unwrap();
        let answer = |dist: &Dist| dist.answer(&Uri::from_static("/"), &HeaderMap::new());
        let dist = Dist::new(dir.path().to_owned(), false);
        assert!(answer(&dist).is_ok(), "there may be none");
        let rules = "/*\n  X-Frame-Options: DENY\n";
        std::fs::write(at("_headers"), rules).unwrap();
        let denied =
            |answer: io::Result<Response>| answer.unwrap().headers()["x-frame-options"] == "DENY";
        assert!(denied(answer(&dist)));
        // In place of all that may go wrong for a moment: what was read before holds, and a new program has nothing.
        std::fs::remove_file(at("_headers")).unwrap();
        std::fs::create_dir(at("_headers")).unwrap();
        let begun = Dist::new(dir.path().to_owned(), false);
        assert!(answer(&begun).is_err());
        assert!(denied(answer(&dist)));
        std::fs::remove_dir(at("_headers")).unwrap();
        std::fs::write(at("_headers"), rules).unwrap();
        assert!(denied(answer(&begun)));
    }
}
