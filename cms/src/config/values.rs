//! What settings may say.

use std::net::{IpAddr, SocketAddr};

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

/// The address of a machine, as connections from it are known by: `::ffff:10.0.0.1` is `10.0.0.1`.
pub fn address(text: &str) -> Result<IpAddr, String> {
    let address: Result<IpAddr, _> = text.trim().parse();
    let address = address.map_err(|_| "an IP address like 10.0.0.1 is wanted")?;
    Ok(address.to_canonical())
}

/// So many connections.
pub fn connections(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=65_536) => Ok(number),
        _ => Err("a number from 1 to 65536 is wanted".into()),
    }
}

/// An origin such as `https://www.example.az`, without the final slash, by the generator's own rule; empty is the same as not given.
pub fn origin(text: &str) -> Result<String, String> {
    let trimmed = text.trim().trim_end_matches('/');
    if trimmed.is_empty() || generator::is_origin(trimmed) {
        Ok(trimmed.to_owned())
    } else {
        Err("an address like https://www.example.az is wanted, without a path".into())
    }
}

/// Where to listen.
pub fn listen(text: &str) -> Result<SocketAddr, String> {
    let address = text.trim().parse();
    address.map_err(|_| "an IP address and a port like 127.0.0.1:8080 are wanted".into())
}

#[cfg(test)]
mod tests {
    use super::{address, listen, origin};

    #[test]
    fn a_proxy_has_one_address_however_it_is_written() {
        for text in ["10.0.0.1", " 10.0.0.1 ", "::ffff:10.0.0.1"] {
            assert_eq!(address(text), Ok([10, 0, 0, 1].into()), "{text:?}");
        }
        assert!(address("2001:db8::1").is_ok_and(|address| address.is_ipv6()));
        for wrong in ["", "proxy", "10.0.0.0/8", "10.0.0.1:80"] {
            assert!(address(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_public_address_is_an_origin_or_nothing() {
        assert_eq!(
            origin("https://x.example/").as_deref(),
            Ok("https://x.example")
        );
        assert_eq!(origin("").as_deref(), Ok(""));
        assert_eq!(origin("/").as_deref(), Ok(""));
        let parts = ["/az", "?q", "#top"].map(|part| format!("https://x.example{part}"));
        let whole = [
            "x.example",
            "ftp://x.example",
            "https://",
            "https://a@x.example",
        ];
        for wrong in parts.iter().map(String::as_str).chain(whole) {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn one_listens_at_an_address_and_a_port() {
        assert!(listen(" [::1]:8080 ").is_ok_and(|address| address.port() == 8080));
        for wrong in ["8080", "localhost:8080", "127.0.0.1"] {
            assert!(listen(wrong).is_err_and(|why| why.contains("127.0.0.1:8080")));
        }
    }
}
