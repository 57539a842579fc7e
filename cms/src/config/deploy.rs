//! Where the site goes by itself.

use clap::Args;
use url::Url;

use super::{
    bucket::{self, Bucket, Provider},
    coding::Coding,
    purge,
    target_error::TargetError,
    targets::Targets,
    values::nonblank,
};

/// Where the site goes by itself.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Deployment")]
#[group(skip)]
pub struct Settings {
    /// Targets.
    #[command(flatten)]
    pub deploy_to: Targets,
    /// The remote shell of `host:path` destinations, e.g. `ssh -i /etc/cms/deploy_key`
    #[arg(long, env = "CMS_DEPLOY_SHELL", global = true, value_name = "COMMAND", value_parser = nonblank)]
    pub deploy_shell: Option<String>,
    /// Most files that a deployment may remove, not counting hashed ones a day out of use; 0 refuses every removal
    /// [default: 3 in 10 of the site's files, at least 20]
    #[arg(
        long = "max-delete",
        env = "CMS_DEPLOY_MAX_DELETE",
        global = true,
        value_name = "N"
    )]
    pub deploy_max_delete: Option<usize>,
    /// Put packed forms of text files beside them, for a host that sends such: `br`, `gz` or `br,gz`. Folders and hosts
    /// only; object storage has no use for them [default: none]
    #[arg(
        long = "precompress",
        env = "CMS_DEPLOY_PRECOMPRESS",
        global = true,
        value_name = "CODINGS",
        value_delimiter = ',',
        hide_possible_values = true
    )]
    pub deploy_precompress: Vec<Coding>,
    /// Object storage.
    #[command(flatten)]
    pub s3: S3,
    /// Where search engines are told of changed pages; tests have their own.
    #[arg(skip)]
    pub announce_to: Option<String>,
    /// A CDN in front.
    #[command(flatten)]
    pub purge: purge::Settings,
}

/// How S3 servers are reached where the target itself does not say so. What is not set is taken from the variables that
/// Amazon's tools know (`AWS_ACCESS_KEY_ID`, `AWS_REGION`, `AWS_ENDPOINT_URL` …).
#[derive(Clone, Default, Args)]
#[group(skip)]
pub struct S3 {
    /// Address of the S3 server of `s3://` destinations, e.g. `https://s3.example` [default: Amazon's]
    #[arg(long, env = "CMS_S3_ENDPOINT", global = true, value_name = "URL", value_parser = bucket::endpoint)]
    pub s3_endpoint: Option<String>,
    /// Reach S3 servers elsewhere than on this machine by `http://`, too. Only for a network that nobody else is in, as
    /// that of a compose file: what is sent can be read there, and changed on the way
    #[arg(long, env = "CMS_S3_ALLOW_HTTP", global = true)]
    pub s3_allow_http: bool,
    /// Region of `s3://` destinations
    #[arg(long, env = "CMS_S3_REGION", global = true, value_name = "NAME", value_parser = nonblank)]
    pub s3_region: Option<String>,
    /// Name of the key for `s3://` destinations
    #[arg(
        long,
        env = "CMS_S3_ACCESS_KEY_ID",
        hide_env_values = true,
        global = true,
        value_name = "KEY",
        value_parser = nonblank
    )]
    pub s3_access_key_id: Option<String>,
    /// The key for `s3://` destinations; better in the environment, where other users do not see it
    #[arg(
        long,
        env = "CMS_S3_SECRET_ACCESS_KEY",
        hide_env_values = true,
        global = true,
        value_name = "SECRET",
        value_parser = nonblank
    )]
    pub s3_secret_access_key: Option<String>,
}

impl S3 {
    /// Where the server of a bucket is, if our settings say so. Clear text over a network must be allowed.
    pub fn endpoint_of<'a>(&'a self, bucket: &'a Bucket) -> Result<Option<&'a str>, TargetError> {
        let ours = self.s3_endpoint.as_ref();
        let endpoint = bucket.endpoint.as_ref().or(ours).map(String::as_str);
        match endpoint {
            Some(endpoint) if !self.s3_allow_http && bucket::is_clear_text(endpoint) => {
                Err(TargetError::ClearText(endpoint.to_owned()))
            }
            endpoint => Ok(endpoint),
        }
    }

    /// Whether some objects would belong to both buckets, wherever it is written at which servers they are.
    pub fn overlap(&self, one: &Bucket, other: &Bucket) -> bool {
        let at_its_server = |bucket: &Bucket| Bucket {
            endpoint: self.server_of(bucket),
            ..bucket.clone()
        };
        at_its_server(one).overlaps(&at_its_server(other))
    }

    /// The server in one way of writing it; none is Amazon's, who gives a name once in all regions.
    fn server_of(&self, bucket: &Bucket) -> Option<String> {
        if bucket.provider != Provider::S3 {
            return None;
        }
        let ours = bucket.endpoint.as_ref().or(self.s3_endpoint.as_ref());
        let given = ours.cloned().or_else(endpoint_of_the_makers)?;
        let Ok(url) = Url::parse(given.trim()) else {
            return Some(given);
        };
        let is_amazons = |host: &str| host.ends_with(".amazonaws.com");
        let written = url.as_str().trim_end_matches('/').to_owned();
        (!url.host_str().is_some_and(is_amazons)).then_some(written)
    }
}

/// What Amazon's tools would take, and we where nothing else is said.
fn endpoint_of_the_makers() -> Option<String> {
    ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.trim().is_empty())
}

impl std::fmt::Debug for S3 {
    /// Keys are never shown.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("S3")
            .field("endpoint", &self.s3_endpoint)
            .field("region", &self.s3_region)
            .finish_non_exhaustive()
    }
}
