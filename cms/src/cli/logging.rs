//! Structured logs on standard error.

use std::io::IsTerminal as _;

use anyhow::Context as _;
use tracing_subscriber::EnvFilter;

use crate::config::wrong;

/// Starts logging with a filter such as `info` or `cms=debug`.
pub fn start(filter: &str, json: bool) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter)
        .with_context(|| format!("--log (CMS_LOG): {filter:?} is not a log filter"));
    let filter = filter.map_err(wrong::refusal)?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false);
    let started = if json {
        builder.json().try_init()
    } else {
        builder.try_init()
    };
    started.map_err(|error| anyhow::anyhow!("cannot start logging: {error}"))
}
