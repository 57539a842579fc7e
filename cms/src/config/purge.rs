//! How a CDN is told that addresses have changed.

use std::str::FromStr;

use clap::Args;
use url::Url;

use super::values::nonblank;

/// How a CDN is told that addresses have changed.
#[derive(Clone, Default, Args)]
#[group(skip)]
pub struct Settings {
    /// Tell the CDN after each deployment which addresses changed: `cloudflare:ZONE`, `fastly`, `bunny`, or an address that
    /// takes a POST; needs --public-url [default: nobody is told]
    #[arg(long, env = "CMS_PURGE", global = true, value_name = "WHO")]
    pub purge: Option<Cdn>,
    /// The token for that
    #[arg(
        long,
        env = "CMS_PURGE_TOKEN",
        hide_env_values = true,
        global = true,
        value_name = "TOKEN",
        value_parser = nonblank
    )]
    pub purge_token: Option<String>,
    /// Body of a POST to an address of one's own; `{urls}` is a JSON list of up to 30 addresses [default: {"urls": {urls}}]
    #[arg(long, env = "CMS_PURGE_BODY", global = true, value_name = "JSON", value_parser = body)]
    pub purge_body: Option<String>,
    /// Where the interfaces of the known ones are; tests have their own.
    #[arg(skip)]
    pub api: Option<String>,
}

impl std::fmt::Debug for Settings {
    /// The token is never shown, nor an address that may hold one.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Purge").finish_non_exhaustive()
    }
}

/// Who is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cdn {
    /// A zone of Cloudflare.
    Cloudflare(String),
    /// Fastly.
    Fastly,
    /// BunnyCDN.
    Bunny,
    /// Whoever takes a POST there.
    Post(String),
}

impl FromStr for Cdn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some(zone) = text.strip_prefix("cloudflare:") {
            let fits = !zone.is_empty() && zone.chars().all(|c| c.is_ascii_alphanumeric());
            return if fits {
                Ok(Self::Cloudflare(zone.to_owned()))
            } else {
                Err("cloudflare:ZONE takes the zone's id, letters and digits".into())
            };
        }
        match text {
            "fastly" => Ok(Self::Fastly),
            "bunny" => Ok(Self::Bunny),
            _ => match Url::parse(text) {
                Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => {
                    Ok(Self::Post(url.into()))
                }
                _ => Err("cloudflare:ZONE, fastly, bunny or https://… is wanted".into()),
            },
        }
    }
}

/// JSON once the addresses are in it.
fn body(text: &str) -> Result<String, String> {
    let filled = text.replace("{urls}", "[]");
    if !text.contains("{urls}") {
        return Err("{urls} is missing, the place of the addresses".into());
    }
    match serde_json::from_str::<serde_json::Value>(&filled) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(format!("not JSON: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_told_is_one_of_those_we_know_or_an_address() {
        assert_eq!(
            "cloudflare:ab12".parse(),
            Ok(Cdn::Cloudflare("ab12".into()))
        );
        assert_eq!(" bunny ".parse(), Ok(Cdn::Bunny));
        assert!(matches!(
            "https://x.example/purge".parse(),
            Ok(Cdn::Post(_))
        ));
        for wrong in [
            "",
            "cloudflare:",
            "cloudflare:a/b",
            "akamai",
            "ftp://x.example",
        ] {
            assert!(wrong.parse::<Cdn>().is_err(), "{wrong}");
        }
        assert!(body(r#"{"list": {urls}}"#).is_ok());
        assert!(body(r#"{"list": []}"#).is_err());
        assert!(body("{urls").is_err());
    }
}
