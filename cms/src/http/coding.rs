//! Which coding an answer has, and what follows for its tag.
//!
//! RFC 9110 wants a 304 to carry the tag and the `Vary` that the 200 would have had. So the choice is made once, in front
//! of everything, and is a function of two things only: what the client accepts and the type of the answer.

use axum::{
    body::HttpBody,
    http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header},
};
use tower_http::compression::Predicate;

/// What `br;q=1, gzip` and the like come to: the best that client and we can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// As it is.
    Identity,
    /// RFC 1952: of what is coded on its way.
    Gzip,
    /// RFC 7932, only of what was packed when it was built: the encoder takes 12 MB for each answer that is on its way.
    Brotli,
}

/// What a client accepts, with thousandths of preference.
struct Offers(Vec<(String, u16)>);

impl Offers {
    fn of(headers: &HeaderMap) -> Self {
        let given = headers
            .get_all(header::ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok());
        Self(
            given
                .flat_map(|value| value.split(','))
                .map(offer)
                .collect(),
        )
    }

    fn named(&self, wanted: &str) -> Option<u16> {
        let found = self.0.iter().find(|(name, _)| name == wanted);
        found.map(|(_, quality)| *quality)
    }

    fn quality(&self, wanted: &str) -> u16 {
        let quality = self.named(wanted).or_else(|| self.named("*"));
        quality.unwrap_or(0)
    }

    /// Plain bytes are acceptable without being named, but then not preferred.
    fn prefer(&self, wanted: &str, to: &str) -> bool {
        let quality = self.quality(wanted);
        quality > 0 && quality >= self.named(to).unwrap_or(0)
    }

    /// The best for an answer that is coded on its way. Who accepts nothing of ours, not even plain bytes, gets plain
    /// bytes: RFC 9110, 12.5.3 prefers that to a refusal.
    fn on_its_way(&self) -> Coding {
        if self.prefer("gzip", "identity") {
            Coding::Gzip
        } else {
            Coding::Identity
        }
    }

    /// Whether what was packed ahead with brotli is the best of all.
    fn brotli(&self) -> bool {
        self.prefer("br", "identity") && self.prefer("br", "gzip")
    }
}

impl Coding {
    /// Its name in headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        }
    }

    /// What was chosen for this request, whose answer has this type.
    pub fn of(headers: &HeaderMap, content_type: &str) -> Self {
        if chosen(headers).ends_with("gzip") && is_text(content_type) {
            Self::Gzip
        } else {
            Self::Identity
        }
    }

    /// What was chosen for this request, whose answer has this type and is there packed, too.
    pub fn of_packed(headers: &HeaderMap, content_type: &str) -> Self {
        if chosen(headers).starts_with("br") {
            Self::Brotli
        } else {
            Self::of(headers, content_type)
        }
    }
}

/// What [`choose`] has left.
fn chosen(headers: &HeaderMap) -> &str {
    let chosen = headers.get(header::ACCEPT_ENCODING);
    let chosen = chosen.and_then(|value| value.to_str().ok());
    chosen.unwrap_or_default()
}

/// `gzip;q=0.5` as a name and thousandths. What cannot be read is not accepted.
fn offer(text: &str) -> (String, u16) {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default().to_ascii_lowercase();
    let name = name.strip_prefix("x-").unwrap_or(&name).to_owned();
    let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
    let quality = match weight.map(str::parse::<f32>) {
        None => 1000,
        Some(Ok(weight)) if (0.0..=1.0).contains(&weight) => (weight * 1000.0) as u16,
        Some(_) => 0,
    };
    (name, quality)
}

/// A layer: leaves the chosen coding as the only one that is asked for, after brotli for what there is packed.
pub fn choose<B>(mut request: Request<B>) -> Request<B> {
    let offers = Offers::of(request.headers());
    let chosen = match (offers.brotli(), offers.on_its_way()) {
        (true, Coding::Gzip) => "br, gzip",
        (true, _) => "br",
        (false, coding) => coding.name(),
    };
    request
        .headers_mut()
        .insert(header::ACCEPT_ENCODING, HeaderValue::from_static(chosen));
    request
}

/// Text is worth compressing; pictures, videos and fonts are compressed already, events must flow at once.
pub fn is_text(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    let text = kind.starts_with("text/") && kind != "text/event-stream";
    text || kind.ends_with("json") || kind.ends_with("xml") || kind.ends_with("javascript")
}

/// Whether an answer is compressed for whoever accepts it: never a matter of its size where it has a tag, because a 304
/// does not know the size.
#[derive(Debug, Clone, Copy)]
pub struct WorthIt;

impl Predicate for WorthIt {
    fn should_compress<B: HttpBody>(&self, response: &Response<B>) -> bool {
        let headers = response.headers();
        let kind = headers.get(header::CONTENT_TYPE);
        let text = kind
            .and_then(|kind| kind.to_str().ok())
            .is_some_and(is_text);
        let tagged = headers.contains_key(header::ETAG);
        let large = || {
            response
                .body()
                .size_hint()
                .exact()
                .is_none_or(|size| size > 256)
        };
        text && response.status() != StatusCode::NOT_MODIFIED && (tagged || large())
    }
}

/// A layer: a compressed answer is another representation, so it has another tag.
pub fn mark<B>(mut response: Response<B>) -> Response<B> {
    let headers = response.headers();
    let value = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let marked = match (value(header::ETAG), value(header::CONTENT_ENCODING)) {
        (Some(tag), Some(coding)) => HeaderValue::from_str(&marked(tag, coding)).ok(),
        _ => None,
    };
    if let Some(tag) = marked {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The tag of the representation in this coding.
pub fn marked(tag: &str, coding: &str) -> String {
    match tag.strip_suffix('"') {
        Some(open) => format!("{open}-{coding}\""),
        None => tag.to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_best_that_both_can_do() {
        let table = [
            ("", Coding::Identity),
            ("br", Coding::Identity),
            ("gzip, deflate, br, zstd", Coding::Gzip),
            ("gzip;q=0.1, br;q=1", Coding::Gzip),
            ("GZIP", Coding::Gzip),
            ("x-gzip", Coding::Gzip),
            ("br, gzip;q=0", Coding::Identity),
            ("*", Coding::Gzip),
            ("*, gzip;q=0", Coding::Identity),
            ("identity, gzip;q=0.5", Coding::Identity),
            ("identity;q=0", Coding::Identity),
            ("zstd", Coding::Identity),
            ("gzip;q=nonsense", Coding::Identity),
            ("gzip;q=7", Coding::Identity),
        ];
        for (given, expected) in table {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, given.parse().unwrap());
            assert_eq!(Offers::of(&headers).on_its_way(), expected, "{given}");
        }
        let nothing = Offers::of(&HeaderMap::new());
        assert_eq!(nothing.on_its_way(), Coding::Identity);
    }

    #[test]
    fn the_best_of_what_is_packed() {
        let table = [
            ("br", Coding::Brotli, Coding::Identity),
            ("gzip, deflate, br, zstd", Coding::Brotli, Coding::Gzip),
            ("gzip, br;q=0.9", Coding::Gzip, Coding::Gzip),
            ("gzip;q=0.1, br", Coding::Brotli, Coding::Gzip),
            ("identity, br;q=0.5", Coding::Identity, Coding::Identity),
            ("gzip", Coding::Gzip, Coding::Gzip),
            ("*", Coding::Brotli, Coding::Gzip),
            ("*, br;q=0", Coding::Gzip, Coding::Gzip),
            ("", Coding::Identity, Coding::Identity),
        ];
        for (given, packed, coded) in table {
            let request = Request::builder().header(header::ACCEPT_ENCODING, given);
            let request = choose(request.body(()).unwrap());
            let kind = "text/css";
            assert_eq!(
                Coding::of_packed(request.headers(), kind),
                packed,
                "{given}"
            );
            assert_eq!(Coding::of(request.headers(), kind), coded, "{given}");
        }
    }

    #[test]
    fn only_text_is_coded() {
        let chosen = HeaderMap::from_iter([(header::ACCEPT_ENCODING, "gzip".parse().unwrap())]);
        for (kind, expected) in [
            ("application/json", Coding::Gzip),
            ("text/html; charset=utf-8", Coding::Gzip),
            ("text/event-stream", Coding::Identity),
            ("image/png", Coding::Identity),
        ] {
            assert_eq!(Coding::of(&chosen, kind), expected, "{kind}");
        }
    }
}
