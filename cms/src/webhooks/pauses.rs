//! When a delivery that failed is tried again.

use hyper::{StatusCode, header, http::response::Parts};
use jiff::{Timestamp, fmt::rfc2822};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
/// Milliseconds after each failure until the next attempt: what passes by itself in a moment, in an evening, in a night. Eight
/// attempts in a little more than a day, as the specification advises.
pub const PAUSES: [i64; 7] = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    10 * HOUR,
];
/// The longest of them.
pub const LONGEST: i64 = 10 * HOUR;
/// Statuses with which a receiver may ask to be left alone for a while (RFC 9110 section 15.6.4, RFC 6585 section 4).
const BUSY: [StatusCode; 2] = [
    StatusCode::TOO_MANY_REQUESTS,
    StatusCode::SERVICE_UNAVAILABLE,
];

/// Milliseconds for which it asks by `Retry-After` (RFC 9110 section 10.2.3), from `now`; none where it does not ask, or not in a way that can be read.
pub fn asked(answer: &Parts, now: Timestamp) -> Option<i64> {
    if !BUSY.contains(&answer.status) {
        return None;
    }
    let text = answer.headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    if let Ok(seconds) = text.parse::<u32>() {
        return Some(i64::from(seconds) * 1000);
    }
    let until = rfc2822::parse(text).ok()?.timestamp();
    Some((until.as_millisecond() - now.as_millisecond()).max(0))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use hyper::Response;

    use super::*;

    #[test]
    fn seconds_and_dates_are_read_and_nothing_else() {
        let now: Timestamp = "2026-11-23T10:00:00Z".parse().unwrap();
        let table = [
            (503, "0", Some(0)),
            (429, "120", Some(120_000)),
            (503, "Mon, 23 Nov 2026 10:00:30 GMT", Some(30_000)),
            (503, "Mon, 23 Nov 2026 09:00:00 GMT", Some(0)),
            (503, "4294967295", Some(4_294_967_295_000)),
            (503, "99999999999999999999", None),
            (503, "-5", None),
            (503, "soon", None),
            (500, "120", None),
        ];
        for (status, text, wanted) in table {
            let answer = Response::builder().status(status);
            let answer = answer.header(header::RETRY_AFTER, text).body(()).unwrap();
            assert_eq!(asked(&answer.into_parts().0, now), wanted, "{text}");
        }
        let silent = Response::builder().status(503).body(()).unwrap();
        assert_eq!(asked(&silent.into_parts().0, now), None);
    }

    #[test]
    fn the_pauses_grow_and_take_about_a_day() {
        assert!(PAUSES.is_sorted());
        assert_eq!(PAUSES.iter().max(), Some(&LONGEST));
        let hours = PAUSES.iter().sum::<i64>() / HOUR;
        assert!((24..30).contains(&hours), "{hours}");
    }
}
