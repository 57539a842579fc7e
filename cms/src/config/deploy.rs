//! Where the site goes by itself.

use clap::Args;

use super::{bucket, purge, target::Target, values::nonblank};

/// Where the site goes by itself.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Deployment")]
#[group(skip)]
pub struct Settings {
    /// Deploy after each publication: a folder, `host:path`, `rsync://host/module/path` or `s3://bucket/prefix`; several
    /// on a line each, or by giving the flag several times [default: nowhere]
    #[arg(
        long,
        env = "CMS_DEPLOY_TO",
        global = true,
        value_name = "DEST",
        // No target can hold one, so that a single one means what it always did.
        value_delimiter = '\n'
    )]
    pub deploy_to: Vec<Target>,
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
    /// Object storage.
    #[command(flatten)]
    pub s3: S3,
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
