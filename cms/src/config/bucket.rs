//! A place in object storage: `s3://bucket/prefix?endpoint=https://host`, `gs://bucket/prefix`, `az://container/prefix`.

use std::{fmt, str::FromStr};

use url::Url;

use super::target_error::TargetError;

/// Whose protocol is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// S3 of any maker.
    S3,
    /// Google Cloud Storage.
    Google,
    /// Azure Blob Storage.
    Azure,
}

impl Provider {
    fn scheme(self) -> &'static str {
        match self {
            Self::S3 => "s3",
            Self::Google => "gs",
            Self::Azure => "az",
        }
    }

    /// By the beginning of a target.
    pub fn of(text: &str) -> Option<Self> {
        let (scheme, _) = text.split_once("://")?;
        [Self::S3, Self::Google, Self::Azure]
            .into_iter()
            .find(|provider| provider.scheme() == scheme)
    }
}

/// A bucket, or all of it that begins with a prefix. No secret is part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bucket {
    /// The protocol.
    pub provider: Provider,
    /// Its name; with Azure, that of the container.
    pub name: String,
    /// Without slashes at its ends; empty for the whole bucket.
    pub prefix: String,
    /// `endpoint=`: where an S3 server is, if not with Amazon and not as `CMS_S3_ENDPOINT` says.
    pub endpoint: Option<String>,
    /// `region=`, if not as `CMS_S3_REGION` says.
    pub region: Option<String>,
    /// `keys=NAME`: the keys are `CMS_S3_NAME_ACCESS_KEY_ID` and `CMS_S3_NAME_SECRET_ACCESS_KEY`.
    pub keys: Option<String>,
}

impl Bucket {
    /// Whether some objects would belong to both, with servers as they are written: `S3::overlap` knows those that are not.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let same = self.provider == other.provider
            && self.name == other.name
            && self.endpoint == other.endpoint;
        let (one, two) = (self.inside(), other.inside());
        same && (one.starts_with(&two) || two.starts_with(&one))
    }

    /// What all names of its objects begin with.
    pub fn inside(&self) -> String {
        if self.prefix.is_empty() {
            String::new()
        } else {
            format!("{}/", self.prefix)
        }
    }
}

impl FromStr for Bucket {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let text = text.trim();
        let wrong = |why: &str| TargetError::Bucket(text.to_owned(), why.to_owned());
        let provider =
            Provider::of(text).ok_or_else(|| wrong("s3://, gs:// or az:// is wanted"))?;
        let url = Url::parse(text).map_err(|error| wrong(&error.to_string()))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(TargetError::SecretInside);
        }
        let name = url.host_str().filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| wrong("it names no bucket"))?.to_owned();
        if url.port().is_some() || url.fragment().is_some() {
            return Err(wrong(
                "a bucket has no port and no #; a server is endpoint=https://host:port",
            ));
        }
        // As written: an address would be read with escapes.
        let path = text.split(['?', '#']).next().unwrap_or_default();
        let path = path.splitn(4, '/').nth(3).unwrap_or_default();
        let prefix = path.trim_matches('/').to_owned();
        let odd = |part: &str| matches!(part, "" | "." | "..") || part.contains(['%', '\\', ' ']);
        if !prefix.is_empty() && prefix.split('/').any(odd) {
            return Err(wrong(
                "its prefix has an empty part, . or .., %, \\ or a blank",
            ));
        }
        let mut bucket = Self {
            provider,
            name,
            prefix,
            endpoint: None,
            region: None,
            keys: None,
        };
        for (key, value) in url.query_pairs() {
            if provider != Provider::S3 || value.trim().is_empty() {
                return Err(wrong(&format!("{key}= is not for this one, or is empty")));
            }
            match &*key {
                "endpoint" => bucket.endpoint = Some(endpoint(&value).map_err(|why| wrong(&why))?),
                "region" => bucket.region = Some(value.into_owned()),
                "keys" => bucket.keys = Some(keys(&value).ok_or_else(|| {
                    wrong(
                        "keys= takes the NAME of CMS_S3_NAME_ACCESS_KEY_ID: letters, digits and _",
                    )
                })?),
                other => {
                    return Err(wrong(&format!(
                        "{other}= is unknown; endpoint=, region= and keys= are known"
                    )));
                }
            }
        }
        Ok(bucket)
    }
}

/// The address of an S3 server.
pub fn endpoint(text: &str) -> Result<String, String> {
    let text = text.trim().trim_end_matches('/');
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    if url.host().is_none() {
        return Err("the endpoint names no server".into());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("an endpoint holds no password".into());
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("an endpoint has no ? and no #".into());
    }
    match url.scheme() {
        "https" | "http" => Ok(text.to_owned()),
        _ => Err("an endpoint is https://host".into()),
    }
}

/// Whether what goes to such a server can be read on the way: `http://`, elsewhere than on this machine.
pub fn is_clear_text(endpoint: &str) -> bool {
    let Ok(url) = Url::parse(endpoint) else {
        return false;
    };
    let here = match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    url.scheme() == "http" && !here
}

fn keys(name: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(fits).then(|| name.to_ascii_uppercase())
}

impl fmt::Display for Bucket {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}://{}", self.provider.scheme(), self.name)?;
        if !self.prefix.is_empty() {
            write!(formatter, "/{}", self.prefix)?;
        }
        // What decides where that is; the rest may change without becoming another place.
        match &self.endpoint {
            Some(endpoint) => write!(formatter, "?endpoint={endpoint}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn bucket(text: &str) -> Result<Bucket, TargetError> {
        text.parse()
    }

    #[test]
    fn a_bucket_is_read_with_its_prefix_and_its_server() {
        let found =
            bucket("s3://site/www/?endpoint=https://s3.example:9000/&region=eu&keys=backup");
        let found = found.unwrap();
        assert_eq!(
            (found.name.as_str(), found.prefix.as_str()),
            ("site", "www")
        );
        assert_eq!(found.endpoint.as_deref(), Some("https://s3.example:9000"));
        assert_eq!(found.keys.as_deref(), Some("BACKUP"));
        assert_eq!(
            found.to_string(),
            "s3://site/www?endpoint=https://s3.example:9000"
        );
        assert_eq!(bucket("gs://site").unwrap().inside(), "");
        assert_eq!(bucket(" s3://site/www\n").unwrap().inside(), "www/");
        assert!(bucket("s3://site?endpoint=http://127.0.0.1:9000").is_ok());
    }

    #[test]
    fn what_is_no_bucket_is_refused() {
        for text in [
            "s3://",
            "s3:///www",
            "s3://key:secret@site/www",
            "s3://site:9000/www",
            "s3://site/a/../b",
            "s3://site/a//b",
            "s3://site/a%2Fb",
            "s3://site?endpoint=",
            "s3://site?endpoint=ftp://s3.example",
            "s3://site?endpoint=https://me:secret@s3.example",
            "s3://site?keys=a-b",
            "s3://site?colour=red",
            "gs://site?region=eu",
        ] {
            let refused = bucket(text).unwrap_err();
            assert!(!refused.to_string().contains("secret@site"), "{refused}");
        }
    }

    #[test]
    fn only_this_machine_is_reached_in_clear_text_without_a_word() {
        for here in [
            "https://s3.example",
            "http://localhost:9000",
            "http://127.0.0.1",
            "http://[::1]:9000",
        ] {
            assert!(!is_clear_text(here), "{here}");
        }
        for elsewhere in [
            "http://minio:9000",
            "http://10.0.0.2",
            "http://0.0.0.0:9000",
        ] {
            assert!(is_clear_text(elsewhere), "{elsewhere}");
        }
    }

    #[test]
    fn one_in_the_other_is_an_overlap() {
        let overlap = |one: &str, two: &str| bucket(one).unwrap().overlaps(&bucket(two).unwrap());
        assert!(overlap("s3://site", "s3://site/www"));
        assert!(overlap("s3://site/www", "s3://site/www/"));
        assert!(!overlap("s3://site/www", "s3://site/www2"));
        assert!(!overlap("s3://site", "s3://other"));
        assert!(!overlap("s3://site", "gs://site"));
        assert!(!overlap(
            "s3://site",
            "s3://site?endpoint=https://s3.example"
        ));
    }
}
