//! Where the site goes by itself.

use clap::Args;

use super::{target::Target, values::nonblank};

/// Where the site goes by itself.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Deployment")]
#[group(skip)]
pub struct Settings {
    /// Deploy after each publication: a folder, `host:path` or `rsync://host/module/path` [default: nowhere]
    #[arg(long, env = "CMS_DEPLOY_TO", global = true, value_name = "DEST")]
    pub deploy_to: Option<Target>,
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
}
