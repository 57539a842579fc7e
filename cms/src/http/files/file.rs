//! One file over HTTP: entity tag, dates, conditions, ranges.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use jiff::Timestamp;

use crate::http::{
    coding::is_text,
    etag::ETag,
    spool::{PIECE, in_pieces, read_at},
};

const HTTP_DATE: &str = "%a, %d %b %Y %H:%M:%S GMT";

/// An open file and what identifies its content.
#[derive(Debug)]
pub struct OpenFile {
    file: File,
    length: u64,
    modified: SystemTime,
}

impl OpenFile {
    /// Opens a regular file; `None` when there is none.
    pub fn open(path: &Path) -> io::Result<Option<Self>> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound
                        | io::ErrorKind::NotADirectory
                        // Longer than a name can be, so it is not there.
                        | io::ErrorKind::InvalidFilename
                ) =>
            {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Ok(None);
        }
        Ok(Some(Self {
            file,
            length: metadata.len(),
            modified: metadata.modified()?,
        }))
    }

    /// The whole content, for changes at serve time.
    pub fn read(mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(usize::try_from(self.length).unwrap_or(0));
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn etag(&self) -> ETag {
        let nanos = self
            .modified
            .duration_since(UNIX_EPOCH)
            .map_or(0, |age| age.as_nanos());
        ETag::new(format!("{:x}-{nanos:x}", self.length))
    }

    fn last_modified(&self) -> String {
        Timestamp::try_from(self.modified)
            .unwrap_or(Timestamp::UNIX_EPOCH)
            .strftime(HTTP_DATE)
            .to_string()
    }

    fn unchanged_since(&self, headers: &HeaderMap) -> bool {
        let since = headers
            .get(header::IF_MODIFIED_SINCE)
            .and_then(|value| value.to_str().ok());
        let parsed = since
            .and_then(|text| jiff::fmt::rfc2822::parse(text).ok())
            .map(|zoned| zoned.timestamp().as_second());
        let modified = self
            .modified
            .duration_since(UNIX_EPOCH)
            .map_or(0, |age| age.as_secs());
        parsed.is_some_and(|since| i64::try_from(modified).unwrap_or(i64::MAX) <= since)
    }

    /// The answer to a request with these headers: 200, 206, 304 or 416.
    pub fn respond(
        self,
        status: StatusCode,
        kind: &'static str,
        headers: &HeaderMap,
    ) -> io::Result<Response> {
        let etag = self.etag();
        let last_modified =
            HeaderValue::from_str(&self.last_modified()).unwrap_or(HeaderValue::from_static(""));
        let found = status == StatusCode::OK;
        let selected = etag.selected(headers, kind);
        let known = if headers.contains_key(header::IF_NONE_MATCH) {
            selected.is_known(headers)
        } else {
            self.unchanged_since(headers)
        };
        let mut response = if found && known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let range = if found && self.range_applies(headers) {
                range(headers, self.length)
            } else {
                Range::Whole
            };
            self.body(status, range)?
        };
        // Compression marks the tags of what it compresses; a 304 says what they would be.
        let etag = match response.status() {
            StatusCode::NOT_MODIFIED => selected.value(),
            _ => etag.value(),
        };
        let out = response.headers_mut();
        out.insert(header::ETAG, etag);
        if is_text(kind) {
            out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        out.insert(header::LAST_MODIFIED, last_modified);
        out.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        if response.status() != StatusCode::NOT_MODIFIED {
            response
                .headers_mut()
                .insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        }
        Ok(response)
    }

    /// `If-Range`: a part only of the very file the client has begun with.
    fn range_applies(&self, headers: &HeaderMap) -> bool {
        let Some(condition) = headers
            .get(header::IF_RANGE)
            .and_then(|value| value.to_str().ok())
        else {
            return true;
        };
        self.etag()
            .value()
            .to_str()
            .is_ok_and(|tag| tag == condition)
            || condition == self.last_modified()
    }

    fn body(self, status: StatusCode, range: Range) -> io::Result<Response> {
        let (status, first, length) = match range {
            Range::Whole => (status, 0, self.length),
            Range::Part { first, last } => (StatusCode::PARTIAL_CONTENT, first, last - first + 1),
            Range::Outside => {
                let headers = [(header::CONTENT_RANGE, format!("bytes */{}", self.length))];
                return Ok((StatusCode::RANGE_NOT_SATISFIABLE, headers).into_response());
            }
        };
        let file = self.file;
        let body = match usize::try_from(length) {
            Ok(size) if size <= PIECE => Body::from(read_at(&file, first, size)?),
            _ => in_pieces(length, move |at, size| read_at(&file, first + at, size)),
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        if status == StatusCode::PARTIAL_CONTENT {
            let text = format!("bytes {first}-{}/{}", first + length - 1, self.length);
            headers.extend(
                HeaderValue::from_str(&text)
                    .ok()
                    .map(|value| (header::CONTENT_RANGE, value)),
            );
        }
        Ok(response)
    }
}

/// What part of a file is wanted.
#[derive(Debug, PartialEq, Eq)]
enum Range {
    Whole,
    Part { first: u64, last: u64 },
    Outside,
}

/// One range of bytes. Several at once and other units are answered with the whole file, as is allowed.
fn range(headers: &HeaderMap, length: u64) -> Range {
    let text = headers
        .get(header::RANGE)
        .and_then(|value| value.to_str().ok());
    let Some((from, to)) = text
        .and_then(|text| text.strip_prefix("bytes="))
        .and_then(|spec| spec.split_once('-'))
    else {
        return Range::Whole;
    };
    let (from, to) = (from.trim(), to.trim());
    let number = |text: &str| {
        text.bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| text.parse::<u64>().ok())
            .flatten()
    };
    let (first, last) = match (number(from), number(to)) {
        (Some(first), Some(last)) if first <= last => (first, last),
        (Some(first), None) if to.is_empty() => (first, u64::MAX),
        (None, Some(0)) if from.is_empty() => return Range::Outside,
        (None, Some(count)) if from.is_empty() => (length.saturating_sub(count), u64::MAX),
        _ => return Range::Whole,
    };
    if first >= length {
        Range::Outside
    } else {
        Range::Part {
            first,
            last: last.min(length - 1),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let part = |first, last| Range::Part { first, last };
        let table = [
            ("bytes=0-3", part(0, 3)),
            ("bytes=8-", part(8, 9)),
            ("bytes=-3", part(7, 9)),
            ("bytes=-30", part(0, 9)),
            ("bytes=4-100", part(4, 9)),
            ("bytes=10-", Range::Outside),
            ("bytes=-0", Range::Outside),
            ("bytes=5-4", Range::Whole),
            ("bytes=0-1,3-4", Range::Whole),
            ("items=0-1", Range::Whole),
            ("bytes=a-b", Range::Whole),
            ("bytes=-", Range::Whole),
        ];
        for (text, expected) in table {
            let headers = HeaderMap::from_iter([(header::RANGE, text.parse().unwrap())]);
            assert_eq!(range(&headers, 10), expected, "{text}");
        }
    }
}
