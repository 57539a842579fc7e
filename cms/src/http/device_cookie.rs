//! The cookie by which a device is known (`people::device`) on its way through headers.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum_extra::headers::{Cookie, HeaderMapExt as _};

use crate::people::device::DAYS;

const NAME: &str = "cms_device";

/// Its value, when the request carries it.
pub fn of(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.typed_get::<Cookie>()?;
    cookies.get(NAME).map(str::to_owned)
}

/// The header that sets it, for the sign-in's path only. Scripts cannot read it, and other sites cannot send it.
pub fn set(headers: &HeaderMap, value: &str) -> HeaderValue {
    let age = DAYS * 24 * 60 * 60;
    let secure = if over_tls(headers) { "; Secure" } else { "" };
    let text = format!(
        "{NAME}={value}; Path=/api/auth/token; Max-Age={age}; HttpOnly; SameSite=Strict{secure}"
    );
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

/// What the browser says its page came over. Who lies here only changes a cookie of their own.
fn over_tls(headers: &HeaderMap) -> bool {
    let says = |name: HeaderName, text: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.starts_with(text))
    };
    says(header::ORIGIN, "https://") || says(HeaderName::from_static("x-forwarded-proto"), "https")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn over_tls_it_stays_there() {
        let text = |origin: &'static str| {
            let headers =
                HeaderMap::from_iter([(header::ORIGIN, HeaderValue::from_static(origin))]);
            set(&headers, "7.1.aa.00").to_str().unwrap().to_owned()
        };
        assert!(text("https://cms.khazri.example").ends_with("; Secure"));
        let plain = text("http://127.0.0.1:8080");
        assert!(
            plain.contains("HttpOnly; SameSite=Strict") && !plain.contains("Secure"),
            "{plain}"
        );
    }

    #[test]
    fn what_was_set_comes_back() {
        let set = set(&HeaderMap::new(), "7.1.aa.00");
        let pair = set.to_str().unwrap().split(';').next().unwrap().to_owned();
        let headers = HeaderMap::from_iter([(header::COOKIE, pair.parse().unwrap())]);
        assert_eq!(of(&headers).as_deref(), Some("7.1.aa.00"));
        assert_eq!(of(&HeaderMap::new()), None);
    }
}
