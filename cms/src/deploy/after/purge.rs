//! Tells a CDN which addresses have changed, some at a time, and again where that is of use.

use std::time::Duration;

use base64::Engine as _;
use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use hyper::{Method, Request, StatusCode, header};
use serde_json::{Value, json};

use crate::{
    config::purge::{Cdn, Settings},
    deploy::error::DeployError,
    hosting::caching,
    net::{Body, NetError, Web, full},
};

/// Addresses in a call, as Cloudflare takes them.
const TOGETHER: usize = 30;
/// Calls at a time.
const PARALLEL: usize = 4;
/// More addresses are told as "everything" to whoever understands that.
const MANY: usize = 900;
/// More are not told one by one.
const MOST: usize = 20_000;
const MAX_ANSWER: usize = 64 * 1024;
/// An answer that asks us to wait is believed up to this.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Characters of an address that stay as they are.
const PATH: percent_encoding::AsciiSet = percent_encoding::NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// Who is told, and of which site.
#[derive(Debug, Clone)]
pub struct Purge {
    cdn: Cdn,
    settings: Settings,
    origin: String,
}

/// The address of a file as visitors ask for it.
pub fn address(origin: &str, path: &str) -> String {
    let address = caching::address(path);
    let path = percent_encoding::utf8_percent_encode(&address, &PATH);
    format!("{}{path}", origin.trim_end_matches('/'))
}

impl Purge {
    /// By the settings; nothing where nobody is to be told or the site's address is not set.
    pub fn new(settings: &Settings, origin: Option<&str>) -> Option<Self> {
        Some(Self {
            cdn: settings.purge.clone()?,
            settings: settings.clone(),
            origin: origin?.to_owned(),
        })
    }

    /// Tells it of these files.
    pub async fn tell<'a>(
        &self,
        web: &Web,
        paths: impl IntoIterator<Item = &'a String>,
    ) -> Result<(), DeployError> {
        let addresses: Vec<String> = paths
            .into_iter()
            .map(|path| address(&self.origin, path))
            .collect();
        if addresses.is_empty() {
            return Ok(());
        }
        let calls: Vec<_> = self
            .calls(&addresses)?
            .into_iter()
            .map(|call| self.insist(web, call))
            .collect();
        stream::iter(calls)
            .buffer_unordered(PARALLEL)
            .try_collect()
            .await
    }

    fn base(&self, known: &str) -> String {
        self.settings
            .api
            .clone()
            .unwrap_or_else(|| known.to_owned())
    }

    /// Address and body of each call.
    fn calls(&self, addresses: &[String]) -> Result<Vec<(String, Value)>, DeployError> {
        if let (Cdn::Cloudflare(zone), true) = (&self.cdn, addresses.len() > MANY) {
            let base = self.base("https://api.cloudflare.com");
            let to = format!("{base}/client/v4/zones/{zone}/purge_cache");
            return Ok(vec![(to, json!({"purge_everything": true}))]);
        }
        if addresses.len() > MOST {
            return Err(DeployError::Purge(format!(
                "{} addresses are too many to tell one by one; run `cms deploy --purge-by-hand`, then purge its whole cache",
                addresses.len()
            )));
        }
        let together = addresses.chunks(TOGETHER);
        let calls = match &self.cdn {
            Cdn::Cloudflare(zone) => {
                let base = self.base("https://api.cloudflare.com");
                let to = format!("{base}/client/v4/zones/{zone}/purge_cache");
                together
                    .map(|some| (to.clone(), json!({"files": some})))
                    .collect()
            }
            Cdn::Fastly => {
                let base = self.base("https://api.fastly.com");
                let bare = |address: &String| {
                    let bare = address
                        .split_once("://")
                        .map_or(address.as_str(), |(_, rest)| rest);
                    (format!("{base}/purge/{bare}"), Value::Null)
                };
                addresses.iter().map(bare).collect()
            }
            Cdn::Bunny => {
                let base = self.base("https://api.bunny.net");
                let named = |address: &String| {
                    let all = percent_encoding::NON_ALPHANUMERIC;
                    let address = percent_encoding::utf8_percent_encode(address, all);
                    (format!("{base}/purge?url={address}"), Value::Null)
                };
                addresses.iter().map(named).collect()
            }
            Cdn::Post(to) => {
                let template = self.settings.purge_body.as_deref();
                let template = template.unwrap_or(r#"{"urls": {urls}}"#);
                let filled = |some: &[String]| {
                    let text = template.replace("{urls}", &json!(some).to_string());
                    let body = serde_json::from_str(&text);
                    // It was JSON with an empty list when the settings were read.
                    body.map(|body| (to.clone(), body))
                        .map_err(|error| DeployError::Purge(error.to_string()))
                };
                return together.map(filled).collect();
            }
        };
        Ok(calls)
    }

    fn request(&self, (to, body): &(String, Value)) -> Result<Request<Body>, DeployError> {
        // What cannot be sent is told without the address and the token, which may be secrets.
        let wrong = |what: &str| DeployError::Purge(format!("{what} cannot be sent"));
        // hyper leaves a name and a password in an address to us.
        let mut url = url::Url::parse(to).map_err(|_| wrong("the address"))?;
        let user = (url.username().to_owned(), url.password().map(str::to_owned));
        let _ = url.set_username("");
        let _ = url.set_password(None);
        let mut request = Request::builder().method(Method::POST).uri(url.as_str());
        if let Some(token) = &self.settings.purge_token {
            request = match self.cdn {
                Cdn::Cloudflare(_) | Cdn::Post(_) => {
                    request.header(header::AUTHORIZATION, format!("Bearer {token}"))
                }
                Cdn::Fastly => request.header("fastly-key", token),
                Cdn::Bunny => request.header("accesskey", token),
            };
        } else if let (name, Some(password)) = user {
            let both =
                base64::engine::general_purpose::STANDARD.encode(format!("{name}:{password}"));
            request = request.header(header::AUTHORIZATION, format!("Basic {both}"));
        }
        let text = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        request
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_LENGTH, text.len())
            .body(full(text))
            .map_err(|_| wrong("the token or the address"))
    }

    /// One call, again where time may help.
    async fn insist(&self, web: &Web, call: (String, Value)) -> Result<(), DeployError> {
        let patience = *web.patience();
        let mut pause = patience.pause;
        let mut left = patience.retries;
        loop {
            let (why, wait) = match web.send(self.request(&call)?, 0, MAX_ANSWER).await {
                Ok(answer) if answer.status().is_success() => {
                    return self.taken(answer.body());
                }
                Ok(answer) => {
                    let status = answer.status();
                    let passing =
                        status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS;
                    let why = format!("it answered {}", status.as_u16());
                    if !passing {
                        return Err(DeployError::Purge(why));
                    }
                    let asked = answer.headers().get(header::RETRY_AFTER);
                    let asked = asked.and_then(|value| value.to_str().ok()?.parse().ok());
                    (why, asked.map(Duration::from_secs))
                }
                Err(error) => (without_names(&error), None),
            };
            if left == 0 {
                return Err(DeployError::Purge(why));
            }
            left -= 1;
            tokio::time::sleep(wait.unwrap_or(pause).min(LONGEST_PAUSE)).await;
            pause *= 2;
        }
    }

    /// Cloudflare says in the body whether it did what it answered 200 to.
    fn taken(&self, body: &Bytes) -> Result<(), DeployError> {
        let refused = serde_json::from_slice::<Value>(body)
            .is_ok_and(|said| said["success"] == Value::Bool(false));
        match (&self.cdn, refused) {
            (Cdn::Cloudflare(_), true) => Err(DeployError::Purge("it refused".into())),
            _ => Ok(()),
        }
    }
}

/// An error of a connection may hold the address, and that a secret.
fn without_names(error: &NetError) -> String {
    match error {
        NetError::Unreachable(_) => "it cannot be reached".into(),
        NetError::Slow(_) => "it did not answer in time".into(),
        NetError::Broken(_) => "the connection broke".into(),
        NetError::TooMuch(_) => "its answer is too large".into(),
        NetError::Settings(_) => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(cdn: Cdn, addresses: usize) -> Option<usize> {
        let settings = Settings {
            purge: Some(cdn),
            ..Settings::default()
        };
        let purge = Purge::new(&settings, Some("https://www.site.example"))?;
        let all: Vec<String> = (0..addresses)
            .map(|n| format!("https://www.site.example/{n}/"))
            .collect();
        let calls = purge.calls(&all).ok()?;
        let whole = json!({"purge_everything": true});
        let said = calls
            .iter()
            .all(|(_, body)| *body != whole || calls.len() == 1);
        assert!(said, "everything is said once");
        Some(if calls[0].1 == whole { 0 } else { calls.len() })
    }

    /// 0 where everything is purged at once, nothing where that is refused.
    #[test]
    fn more_addresses_than_are_told_are_everything_or_refused() {
        let cloudflare = || Cdn::Cloudflare("ab12".into());
        let post = || Cdn::Post("https://cdn.example/".into());
        for (cdn, addresses, wanted) in [
            (cloudflare(), 1, Some(1)),
            (cloudflare(), 900, Some(30)),
            (cloudflare(), 901, Some(0)),
            (cloudflare(), 20_001, Some(0)),
            (post(), 901, Some(31)),
            (post(), 20_000, Some(667)),
            (post(), 20_001, None),
            (Cdn::Bunny, 20_000, Some(20_000)),
            (Cdn::Fastly, 20_001, None),
        ] {
            assert_eq!(
                calls(cdn.clone(), addresses),
                wanted,
                "{cdn:?}, {addresses}"
            );
        }
    }
}
