//! Facts of `site.toml`: what machines read is of the form that they read.

use std::collections::BTreeSet;

use super::tree::{Node, Place, Value};
use crate::base::{Problem, Problems};

/// What a text of `site.toml` has to be.
struct Form {
    /// Its key, without places in lists.
    key: &'static str,
    is: fn(&str) -> bool,
    /// What is said of another one, behind it.
    not: &'static str,
    hint: &'static str,
}

const fn form(
    key: &'static str,
    is: fn(&str) -> bool,
    not: &'static str,
    hint: &'static str,
) -> Form {
    Form { key, is, not, hint }
}

const ORIGIN: &str = "like https://www.example.com, without a slash at the end";
const ADDRESS: &str = "like https://www.example.com/page";
const NO_ADDRESS: &str = "is no whole address";

const FORMS: [Form; 11] = [
    form("public_url", is_origin, "is not an origin", ORIGIN),
    form(
        "indexnow_key",
        is_indexnow_key,
        "is no key of IndexNow",
        "8 to 128 letters, digits and hyphens",
    ),
    form(
        "contact.phone_href",
        is_phone,
        "is not a phone number",
        "like +994125550180",
    ),
    form(
        "contact.email",
        is_email,
        "is no e-mail address",
        "like info@example.com",
    ),
    form("hours.opens", is_time, "is no time", "like 09:00"),
    form("hours.closes", is_time, "is no time", "like 18:00"),
    form("map.embed_url", is_address, NO_ADDRESS, ADDRESS),
    form("map.link_url", is_address, NO_ADDRESS, ADDRESS),
    form("builder.url", is_address, NO_ADDRESS, ADDRESS),
    form("social.url", is_address, NO_ADDRESS, ADDRESS),
    form(
        "mail.endpoint",
        is_endpoint,
        "is neither a path nor a whole address",
        "/api/contact/, or like https://www.example.com/send",
    ),
];

/// Those of schema.org.
const DAYS: [&str; 8] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "PublicHolidays",
];

/// Degrees, and how far they go to both sides.
const DEGREES: [(&str, f64); 2] = [("map.latitude", 90.0), ("map.longitude", 180.0)];

/// Checks all of them. What is missing or of another type is said already.
pub fn check(site: &Node, problems: &mut Problems) {
    site.each_text(&mut |key, text, place| {
        if let Some((message, hint)) = fault(key, text) {
            problems.push(wrong(place, key, message).hint(hint));
        }
    });
    for (key, most) in DEGREES {
        let Some(node) = site.lookup(key) else {
            continue;
        };
        let degrees = match node.value {
            Value::Integer(whole) => whole as f64,
            Value::Float(degrees) => degrees,
            _ => continue,
        };
        if !(-most..=most).contains(&degrees) {
            let message = format!("{degrees} is not between -{most} and {most}");
            problems.push(wrong(&node.place, key, message).hint("degrees of WGS 84"));
        }
    }
    check_certificates(site, problems);
}

/// Whether people read the text: it has something in it then. The others have a form or are not needed (`mail`).
pub fn is_shown(key: &str) -> bool {
    key == "contact.phone" || key.starts_with("figures.") || key.ends_with(".name")
}

fn wrong(place: &Place, key: &str, message: String) -> Problem {
    let problem = Problem::error("invalid-value", message);
    place.mark(problem).key(key)
}

/// What is wrong with a text, and what to do.
fn fault(key: &str, text: &str) -> Option<(String, String)> {
    if key.starts_with("hours.days[") && !DAYS.contains(&text) {
        let hint = format!("one of {}", DAYS.join(", "));
        return Some((format!("{text:?} is no day"), hint));
    }
    let form = FORMS.iter().find(|form| match form.key.split_once('.') {
        Some(("social", name)) => key.starts_with("social[") && key.ends_with(name),
        _ => form.key == key,
    })?;
    (!(form.is)(text)).then(|| (format!("{text:?} {}", form.not), form.hint.to_owned()))
}

/// Words, year and picture of a certificate are found by its id.
fn check_certificates(site: &Node, problems: &mut Problems) {
    let certificates = site.get("certificates").map(|list| &list.value);
    let Some(Value::Array(certificates)) = certificates else {
        return;
    };
    let mut seen = BTreeSet::new();
    for id in certificates.iter().filter_map(|item| item.get("id")) {
        let Value::Text(name) = &id.value else {
            continue;
        };
        if !seen.insert(name) {
            let problem = Problem::error("duplicate-id", format!("{name:?} is used twice"));
            problems.push(id.place.mark(problem).key("certificates.id"));
        }
    }
}

/// `https://www.example.com`, without a path and a slash at the end. What the URL standard completes or leaves out (blanks,
/// `https:a`) would stand in addresses as it is written.
pub fn is_origin(url: &str) -> bool {
    let Some((scheme, host)) = url.split_once("://") else {
        return false;
    };
    let plain = |letter: char| {
        !letter.is_whitespace() && !letter.is_control() && !"/\\?#@".contains(letter)
    };
    let is_host = !host.is_empty() && !host.ends_with(':') && host.chars().all(plain);
    matches!(scheme, "http" | "https")
        && is_host
        && url::Url::parse(url).is_ok_and(|url| url.has_host())
}

/// What proves to search engines who owns the site.
fn is_indexnow_key(key: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (8..=128).contains(&key.len()) && key.bytes().all(letter)
}

fn is_phone(phone: &str) -> bool {
    let digits = phone.strip_prefix('+').unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// As it may stand behind `mailto:`.
fn is_email(address: &str) -> bool {
    let plain = |letter: char| {
        !letter.is_whitespace() && !letter.is_control() && !"@?&#%<>(),:;\"\\[]".contains(letter)
    };
    let Some((name, host)) = address.split_once('@') else {
        return false;
    };
    let of_parts = |text: &str| text.split('.').all(|part| !part.is_empty());
    of_parts(name) && of_parts(host) && name.chars().chain(host.chars()).all(plain)
}

/// `09:00`, as schema.org has it; seconds may stand there.
fn is_time(time: &str) -> bool {
    let parts: Vec<&str> = time.split(':').collect();
    let within = |part: &&str, end: u8| {
        let digits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        digits && part.parse().is_ok_and(|number: u8| number < end)
    };
    let of_day = match parts.as_slice() {
        [hours, rest @ ..] if matches!(rest.len(), 1 | 2) => {
            within(hours, 24) && rest.iter().all(|part| within(part, 60))
        }
        _ => false,
    };
    of_day || time == "24:00"
}

fn is_address(address: &str) -> bool {
    let plain = |letter: char| !letter.is_whitespace() && !letter.is_control();
    let web = address.starts_with("https://") || address.starts_with("http://");
    web && address.chars().all(plain) && url::Url::parse(address).is_ok_and(|url| url.has_host())
}

/// The CMS of this site, or a service elsewhere.
fn is_endpoint(address: &str) -> bool {
    let plain = |letter: char| !letter.is_whitespace() && !letter.is_control();
    let is_path = address.starts_with('/') && !address.starts_with("//");
    is_path && address.chars().all(plain) || is_address(address)
}

#[cfg(test)]
mod tests {
    use super::{is_address, is_email, is_endpoint, is_origin, is_time};

    #[test]
    fn an_origin_is_nothing_but_that() {
        for right in [
            "https://firm.example",
            "http://localhost:8080",
            "https://Firm.example",
            "https://şirkət.az",
            "https://xn--mnchen-3ya.example",
            "https://127.0.0.1",
            "https://[::1]:8443",
            "https://firm.example:443",
        ] {
            assert!(is_origin(right), "{right}");
        }
        for wrong in [
            "firm.example",
            "https://firm.example/",
            "https://firm.example/site",
            " https://firm.example",
            "https://firm.example ",
            "https://firm\t.example",
            "https:firm.example",
            "https:\\\\firm.example",
            "https:///firm.example",
            "https://firm.example?a=1",
            "https://firm.example#a",
            "https://user:word@firm.example",
            "https://@firm.example",
            "https://firm.example:",
            "ftp://firm.example",
        ] {
            assert!(!is_origin(wrong), "{wrong}");
        }
    }

    #[test]
    fn times_are_those_of_a_day() {
        for right in ["00:00", "09:00", "23:59", "18:30:15", "24:00"] {
            assert!(is_time(right), "{right}");
        }
        for wrong in [
            "",
            "9:00",
            "9 am",
            "24:01",
            "12:60",
            "12",
            "12:00:00:00",
            "+9:00",
        ] {
            assert!(!is_time(wrong), "{wrong}");
        }
    }

    #[test]
    fn an_email_address_is_one() {
        for right in ["info@firm.example", "a.b+c@şirkət.az", "a@localhost"] {
            assert!(is_email(right), "{right}");
        }
        for wrong in [
            "",
            "info",
            "info firm",
            "@firm.az",
            "info@",
            "a@b@c",
            "a@firm..az",
            "a?b@firm.az",
            "Firm <a@firm.az>",
        ] {
            assert!(!is_email(wrong), "{wrong}");
        }
    }

    #[test]
    fn an_address_leads_out_of_the_site() {
        for right in ["https://a.example", "http://a.example/b?c#d"] {
            assert!(is_address(right) && is_endpoint(right), "{right}");
        }
        for wrong in [
            "",
            "a.example",
            "//a.example",
            "https://",
            "mailto:a@b.az",
            "https://a b",
        ] {
            assert!(!is_address(wrong) && !is_endpoint(wrong), "{wrong}");
        }
        assert!(is_endpoint("/api/contact/") && !is_address("/api/contact/"));
    }
}
