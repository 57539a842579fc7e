//! Where pictures go that the store need not keep itself.

use clap::Args;

use super::{bucket::Bucket, deploy::S3, target::Target, target_error::TargetError};

/// Where pictures go that the store need not keep itself.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Settings")]
#[group(skip)]
pub struct Settings {
    /// Keep pictures that are older than a day in object storage, `s3://bucket/prefix` as deployments take it, in a place
    /// that nobody else can read [default: all of them in the store]
    #[arg(long, env = "CMS_ORIGINALS", global = true, value_name = "BUCKET")]
    pub originals: Option<Bucket>,
}

impl Settings {
    /// Refuses to send the site, which everyone can read, where these pictures are.
    pub fn keep_apart(&self, site: &Target, servers: &S3) -> Result<(), TargetError> {
        match (&self.originals, site) {
            (Some(originals), Target::Bucket(bucket)) if servers.overlap(bucket, originals) => {
                Err(TargetError::Public(originals.to_string(), site.to_string()))
            }
            _ => Ok(()),
        }
    }
}
