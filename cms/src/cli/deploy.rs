//! `cms deploy`.

use anyhow::{Context as _, bail};
use clap::Args;

use crate::{
    config::{Config, target::Target},
    deploy::{self, Job},
    time::clock::Clock,
};

/// `cms deploy`
#[derive(Debug, Args)]
pub struct DeployArgs {
    /// A folder, `host:path` or `rsync://host/module/path` [default: --deploy-to]
    destination: Option<Target>,
    /// Tell what would change and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Also a shrunken site, over files that others put in the place of the site's, or onto a target that another CMS
    /// deployed to. Files of others that are in nobody's way are never removed
    #[arg(long)]
    force: bool,
}

/// Carries `dist` to where visitors get it.
pub fn deploy(config: &Config, arguments: &DeployArgs) -> anyhow::Result<()> {
    let target = arguments
        .destination
        .clone()
        .or_else(|| config.deploy.deploy_to.clone());
    let target = target.context(
        "where to? Name the target (`cms deploy DEST`), or set --deploy-to (CMS_DEPLOY_TO)",
    )?;
    let job = Job {
        force: arguments.force,
        dry_run: arguments.dry_run,
        ..Job::new(config, target)
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let done = runtime.block_on(deploy::deploy(&job, Clock::System.now()))?;
    for change in &done.changes {
        println!("{change}");
    }
    let verb = if job.dry_run { "would send" } else { "sent" };
    println!(
        "{} pages, {} files: {verb} {}, removed {}, in {} ms",
        done.pages, done.files, done.sent, done.removed, done.ms
    );
    if done.left_alone > 0 {
        println!(
            "other files of the target that are left alone: {} (--dry-run names them)",
            done.left_alone
        );
    }
    if let Some(why) = done.refused {
        bail!("nothing of this would be done as it is: {why}");
    }
    Ok(())
}
