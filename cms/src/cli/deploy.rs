//! `cms deploy`.

use anyhow::bail;
use clap::Args;
use tokio::runtime::Runtime;

use crate::{
    config::{
        Config, folders,
        target::{self, Target},
        wrong,
    },
    deploy::{self, Job},
    output::{counted, say},
    time::clock::Clock,
};

/// `cms deploy`
#[derive(Debug, Args)]
pub struct DeployArgs {
    /// A folder, `host:path`, `rsync://host/module/path` or `s3://bucket/prefix` [default: --deploy-to]
    destination: Option<Target>,
    /// Tell what would change and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Also a shrunken site, over files that others put in the place of the site's, or onto a target that another CMS
    /// deployed to. Files of others that are in nobody's way are never removed
    #[arg(long)]
    force: bool,
    /// Look at everything on the target, whatever the record says, and mend what is missing there or was changed
    #[arg(long)]
    verify: bool,
    /// Deploy nothing, and take what the CDN is still to be told off the list: you purge its whole cache right after this.
    /// For more addresses than it can be told one by one
    #[arg(long, conflicts_with_all = ["dry_run", "force", "verify"])]
    purge_by_hand: bool,
}

/// Carries `dist` to where visitors get it. One target that fails keeps none of the others from having it.
pub fn deploy(config: &Config, arguments: &DeployArgs) -> anyhow::Result<()> {
    folders::check(config)?;
    let named = arguments.destination.clone().map(|target| vec![target]);
    let targets = named.unwrap_or_else(|| config.deploy.deploy_to.to_vec());
    for target in &targets {
        let apart = config.originals.keep_apart(target, &config.deploy.s3);
        let fits = apart.and_then(|()| target::check(target, &config.protected()).map(drop));
        fits.map_err(|error| wrong::refusal(error.into()))?;
    }
    let several = targets.len() > 1;
    if targets.is_empty() {
        bail!("where to? Name the target (`cms deploy DEST`), or set --deploy-to (CMS_DEPLOY_TO)");
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let mut failed = Vec::new();
    for target in targets {
        if several {
            say!("{target}")?;
        }
        let job = Job {
            force: arguments.force,
            dry_run: arguments.dry_run,
            verify: arguments.verify,
            ..Job::new(config, target)
        };
        let done = if arguments.purge_by_hand {
            forget(&runtime, &job)
        } else {
            one(&runtime, &job)
        };
        if let Err(error) = done {
            if !several {
                return Err(error);
            }
            eprintln!("{error:#}");
            failed.push(job.target.to_string());
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        bail!("not deployed to {}", failed.join(", "))
    }
}

/// In this order: what changes after this is on the list again, however long the person takes.
fn forget(runtime: &Runtime, job: &Job) -> anyhow::Result<()> {
    let addresses = runtime.block_on(deploy::forget_purge(job))?;
    say!("off the list: {addresses} addresses; now purge the whole cache of the CDN")?;
    Ok(())
}

fn one(runtime: &Runtime, job: &Job) -> anyhow::Result<()> {
    let done = runtime.block_on(deploy::deploy(job, Clock::System.moment()))?;
    for change in &done.changes {
        say!("{change}")?;
    }
    let verb = if job.dry_run { "would send" } else { "sent" };
    say!(
        "{}, {}: {verb} {}, removed {}, in {} ms",
        counted(done.pages, "page"),
        counted(done.files, "file"),
        done.sent,
        done.removed,
        done.ms
    )?;
    if done.left_alone > 0 {
        say!(
            "other files of the target that are left alone: {} (--dry-run names them)",
            done.left_alone
        )?;
    }
    if let Some(why) = done.refused {
        bail!("nothing of this would be done as it is: {why}");
    }
    if !job.dry_run {
        runtime.block_on(deploy::purge(job))?;
        // It is told with the next one, and nothing is missing on the site.
        if let Err(error) = runtime.block_on(deploy::announce(job)) {
            eprintln!("{error}");
        }
    }
    Ok(())
}
