//! What settings may say.

/// A text that says something.
pub fn nonblank(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("a value is wanted".into());
    }
    Ok(text.to_owned())
}

/// Days that the record of who did what goes back: 30 at least, or 0 for ever.
pub fn audit_days(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(0) => Ok(0),
        Ok(days @ 30..=36_500) => Ok(days),
        _ => Err("0, or 30 to 36500 days".into()),
    }
}

/// So many connections.
pub fn connections(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=65_536) => Ok(number),
        _ => Err("a number from 1 to 65536 is wanted".into()),
    }
}

/// An origin such as `https://www.example.az`, without the final slash; empty is the same as not given.
pub fn origin(text: &str) -> Result<String, String> {
    let trimmed = text.trim().trim_end_matches('/');
    let url = url::Url::parse(trimmed);
    let fits = url.is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    if trimmed.is_empty() || fits {
        Ok(trimmed.to_owned())
    } else {
        Err("an address like https://www.example.az is wanted".into())
    }
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn a_public_address_is_an_origin_or_nothing() {
        assert_eq!(
            origin("https://x.example/").as_deref(),
            Ok("https://x.example")
        );
        assert_eq!(origin("").as_deref(), Ok(""));
        for wrong in ["x.example", "ftp://x.example", "https://", "/"] {
            assert!(origin(wrong).is_err() || wrong == "/", "{wrong}");
        }
    }
}
