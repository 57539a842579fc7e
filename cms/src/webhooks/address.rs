//! Where webhooks may lead.

use hyper::Uri;
use url::{Host, Url};

/// Bytes of the longest address.
const LONGEST: usize = 2000;

/// The address as it is kept, or the code of what is wrong with it. Owners are trusted: it may lead into a network that only this
/// machine sees. But nothing goes over a network in clear text.
pub fn check(text: &str) -> Result<String, &'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Err("required");
    }
    if text.len() > LONGEST {
        return Err("too_long");
    }
    let url = Url::parse(text).map_err(|_| "invalid")?;
    let here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return Err("invalid"),
    };
    match url.scheme() {
        "https" => {}
        "http" if here => {}
        "http" => return Err("insecure"),
        _ => return Err("invalid"),
    }
    // What is told by the signature needs no password, and a fragment is never sent.
    if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return Err("invalid");
    }
    // Port 0 is nobody's, and what is an address to browsers need not be one to HTTP.
    let is_sent = url.port() != Some(0) && url.as_str().parse::<Uri>().is_ok();
    is_sent.then(|| url.into()).ok_or("invalid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_anywhere_and_http_to_this_machine_alone() {
        for text in [
            "https://hooks.site.example/a?b=c",
            "https://10.0.0.7:8443/",
            "http://localhost:9000/",
            "http://127.0.0.9/",
            "http://[::1]:9000/x",
        ] {
            assert_eq!(check(text).as_deref(), Ok(text));
        }
        assert_eq!(
            check(" HTTPS://Hooks.Site.example ").as_deref(),
            Ok("https://hooks.site.example/")
        );
        for (text, code) in [
            ("", "required"),
            ("  ", "required"),
            ("http://hooks.site.example/", "insecure"),
            ("http://10.0.0.7/", "insecure"),
            ("http://localhost.site.example/", "insecure"),
            ("http://127.0.0.1.site.example/", "insecure"),
            ("ftp://hooks.site.example/", "invalid"),
            ("file:///etc/passwd", "invalid"),
            ("hooks.site.example", "invalid"),
            ("https://", "invalid"),
            ("https://a:b@hooks.site.example/", "invalid"),
            ("https://hooks.site.example/#a", "invalid"),
            ("https://hooks.site.example:0/", "invalid"),
        ] {
            assert_eq!(check(text), Err(code), "{text}");
        }
        let long = format!("https://hooks.site.example/{}", "a".repeat(LONGEST));
        assert_eq!(check(&long), Err("too_long"));
    }
}
