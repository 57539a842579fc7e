//! Which addresses links and images of a text may have.

use std::borrow::Cow;

/// `http(s)://…`, a path of this site, or a place on the page.
pub fn web_address(value: &str) -> Option<Cow<'_, str>> {
    let value = value.trim();
    match url::Url::parse(value) {
        Ok(url) => {
            // What browsers and the URL standard complete (`https:a`, `https:///a`) is no address that a person wrote.
            let whole = value
                .split_once("://")
                .is_some_and(|(_, rest)| !rest.starts_with(['/', '\\']));
            (whole && matches!(url.scheme(), "http" | "https")).then_some(Cow::Borrowed(value))
        }
        Err(url::ParseError::RelativeUrlWithoutBase) => {
            let mut start = value.chars();
            let ours = match start.next() {
                Some('#') => true,
                Some('/') => !matches!(start.next(), Some('/' | '\\' | '\t' | '\n' | '\r')),
                _ => false,
            };
            ours.then_some(Cow::Borrowed(value))
        }
        Err(_) => None,
    }
}

/// `mailto:` and an e-mail address (with a query, if there is one), or `tel:` and a number.
pub fn direct_address(value: &str) -> Option<Cow<'_, str>> {
    let value = value.trim();
    let (scheme, rest) = value.split_once(':')?;
    let good = match scheme.to_ascii_lowercase().as_str() {
        "mailto" => is_mail(rest),
        "tel" => is_number(rest),
        _ => false,
    };
    good.then_some(Cow::Borrowed(value))
}

/// The editor's rule is the same: `admin-ui/src/rich-text/urls.ts`.
fn is_mail(mail: &str) -> bool {
    let (address, query) = mail.split_once('?').unwrap_or((mail, ""));
    let Some((local, host)) = address.split_once('@') else {
        return false;
    };
    let made_of = |text: &str, marks: &str| {
        let mut letters = text.chars();
        !text.is_empty() && letters.all(|c| c.is_alphanumeric() || marks.contains(c))
    };
    let plain = |c: char| c.is_alphanumeric() || c.is_ascii_graphic() && !"<>\"\\".contains(c);
    made_of(local, "._%+-") && made_of(host, ".-") && query.chars().all(plain)
}

fn is_number(number: &str) -> bool {
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let rest = number.strip_prefix('+').unwrap_or(number);
    digits >= 3
        && rest
            .chars()
            .all(|c| c.is_ascii_digit() || "-.()".contains(c))
}
