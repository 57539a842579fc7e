//! Addresses of the service itself in a text: whoever copies one from the admin or from the preview of the site means this site.

use std::borrow::Cow;

use url::Url;

use super::{STORED, addresses::web_address, stored_image_id};

/// What the service has and the site does not: an address in one of these folders leads to the service.
const NOT_ON_THE_SITE: &[&str] = &["admin", "api", "shared"];

/// A path of this site with what stands behind it, of an address on `host` as a request names it; none of any other address.
pub fn path_at<'a>(address: &'a str, host: &str) -> Option<Cow<'a, str>> {
    let url = Url::parse(address).ok()?;
    let own = Url::parse(&format!("http://{host}")).ok()?;
    let same = (url.host(), url.port()) == (own.host(), own.port());
    if !same || !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() {
        return None;
    }
    let (_, rest) = address.split_once("://")?;
    let path = match rest.find(['/', '\\', '?', '#']) {
        None => return Some("/".into()),
        Some(at) => rest.get(at..)?,
    };
    if !path.starts_with('/') {
        return (!path.starts_with('\\')).then(|| format!("/{path}").into());
    }
    let path = web_address(path)?;
    let folder = path.split(['/', '?', '#']).nth(1)?;
    (!NOT_ON_THE_SITE.contains(&folder) || path.starts_with(STORED)).then_some(path)
}

/// The address of a stored picture without what is asked of it (`?v=` names its file for caches).
pub fn bare(address: Cow<'_, str>) -> Cow<'_, str> {
    match address.split_once(['?', '#']) {
        Some((path, _)) if stored_image_id(path).is_some() => Cow::Owned(path.to_owned()),
        _ => address,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_that_very_host_are_paths() {
        let table = [
            ("http://cms.example/blog/1/", Some("/blog/1/")),
            (
                "HTTPS://CMS.example/blog/1/?a=1&amp;b=2#c",
                Some("/blog/1/?a=1&amp;b=2#c"),
            ),
            ("https://cms.example:443", Some("/")),
            ("https://cms.example?x#y", Some("/?x#y")),
            (
                "https://cms.example/api/blog/images/7/",
                Some("/api/blog/images/7/"),
            ),
            ("https://cms.example/api/blog/posts/", None),
            ("https://cms.example/admin/", None),
            ("https://cms.example/admin?from=mail", None),
            (
                "https://cms.example/administration/",
                Some("/administration/"),
            ),
            ("https://cms.example/shared/abc/", None),
            ("https://cms.example//evil.example/", None),
            ("https://cms.example/\\evil.example/", None),
            ("https://cms.example\\evil.example/", None),
            ("https://cms.example:8443/blog/1/", None),
            ("https://a@cms.example/blog/1/", None),
            ("https://cms.example.az/blog/1/", None),
            ("https://cms.example@evil.example/blog/1/", None),
            ("mailto:a@cms.example", None),
            ("/blog/1/", None),
        ];
        for (address, path) in table {
            assert_eq!(
                path_at(address, "cms.example").as_deref(),
                path,
                "{address}"
            );
        }
        assert_eq!(
            path_at("http://[::1]:9000/a/", "[::1]:9000").unwrap(),
            "/a/"
        );
        assert_eq!(path_at("http://a.example/a/", "no host"), None);
    }

    #[test]
    fn a_stored_picture_is_named_by_its_path_alone() {
        let table = [
            ("/api/blog/images/7/?v=abc", "/api/blog/images/7/"),
            ("/api/blog/images/7?now#x", "/api/blog/images/7"),
            ("/api/blog/images/7/", "/api/blog/images/7/"),
            ("/api/blog/images/x/?v=1", "/api/blog/images/x/?v=1"),
            ("/blog/1/?v=1", "/blog/1/?v=1"),
            (
                "https://a.example/api/blog/images/7/?v=1",
                "https://a.example/api/blog/images/7/?v=1",
            ),
        ];
        for (address, wanted) in table {
            assert_eq!(bare(address.into()), wanted);
        }
    }
}
