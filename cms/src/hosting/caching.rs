//! How long a file of the site may be kept, and how it is encoded.

use super::rules::Rules;

/// Names that change with the content are good for a year.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// Everything else is asked for again: an edit is seen at once.
pub const REVALIDATE: &str = "no-cache";
/// Rules for hosts; nobody is served them.
pub const FOR_HOSTS: [&str; 4] = [
    "_headers",
    "_redirects",
    "_redirects.nginx",
    "_redirects.caddy",
];

/// Where no rule says anything. What is not there may be there soon: it is never immutable.
pub fn by_default(address: &str, found: bool) -> &'static str {
    let hashed = address.starts_with("/assets/") || address.starts_with("/media/");
    if found && hashed {
        IMMUTABLE
    } else {
        REVALIDATE
    }
}

/// The address under which visitors meet a file of the site.
pub fn address(path: &str) -> String {
    match path.strip_suffix("index.html") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => format!("/{folder}"),
        _ => format!("/{path}"),
    }
}

/// `Cache-Control` of a file of the site, by the rules of its `_headers`.
pub fn cache_control(rules: &Rules, path: &str) -> String {
    let address = address(path);
    let ruled = rules
        .headers(&address)
        .filter(|(name, _)| *name == "cache-control")
        .last();
    ruled.map_or_else(
        || by_default(&address, true).to_owned(),
        |(_, value)| value.to_owned(),
    )
}

/// A file that is another one, packed: the name of that one, and the coding.
pub fn packed(path: &str) -> Option<(&str, &'static str)> {
    [(".gz", "gzip"), (".br", "br"), (".zst", "zstd")]
        .iter()
        .find_map(|(ending, coding)| Some((path.strip_suffix(ending)?, *coding)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_kept_as_the_rules_say() {
        let rules = Rules::parse(
            "",
            "/*\n  X-Frame-Options: DENY\n/search/*\n  Cache-Control: public, max-age=300\n/fixed/\n  Cache-Control: max-age=60\n",
        );
        let table = [
            ("index.html", "no-cache"),
            ("en/blog/1/index.html", "no-cache"),
            ("fixed/index.html", "max-age=60"),
            ("search/az.json", "public, max-age=300"),
            ("assets/a-1.css", IMMUTABLE),
            ("media/p-480.avif", IMMUTABLE),
            ("assets.html", "no-cache"),
        ];
        for (path, wanted) in table {
            assert_eq!(cache_control(&rules, path), wanted, "{path}");
        }
        assert_eq!(address("reindex.html"), "/reindex.html");
        assert_eq!(packed("a.js.br"), Some(("a.js", "br")));
        assert_eq!(packed("a.js"), None);
    }
}
