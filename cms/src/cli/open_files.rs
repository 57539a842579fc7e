//! How many files may be open at a time: a connection is one, and so is what is sent on it.

use anyhow::anyhow;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::config::{Config, wrong};

/// What the store, a generation and the threads have open beside all connections, with room to spare.
const BESIDE: u64 = 256;
/// With fewer nothing can be served and nothing generated.
const LEAST: u64 = 64;

/// Sees to it that as many files may be open as the connections that are allowed need.
///
/// Systems begin with few, 1,024 mostly, for the sake of programs that cannot count further, and let each program ask for more.
/// Where that is not enough it is logged; where nothing would work it is an error, which says what to raise.
pub fn make_room(config: &Config) -> anyhow::Result<()> {
    let connections = config.max_connections as u64;
    let needed = connections.saturating_mul(2).saturating_add(BESIDE);
    let limit = getrlimit(Resource::Nofile);
    let has = |limit: &Rlimit| limit.current.unwrap_or(u64::MAX);
    if has(&limit) >= needed {
        return Ok(());
    }
    let raised = Rlimit {
        current: Some(limit.maximum.map_or(needed, |most| most.min(needed))),
        ..limit
    };
    // Where it is not allowed, what there is says the rest.
    let _ = setrlimit(Resource::Nofile, raised);
    let open = has(&getrlimit(Resource::Nofile));
    if open < LEAST {
        let error = anyhow!(
            "only {open} files may be open at a time, and the service needs {LEAST} at least, {needed} for \
             {connections} connections: raise the limit (`ulimit -n`, `LimitNOFILE=` of a unit)"
        );
        return Err(wrong::refusal(error));
    }
    if open < needed {
        tracing::warn!(
            open,
            needed,
            connections,
            "fewer files may be open than the connections need; raise the limit (`ulimit -n`, `LimitNOFILE=` of a unit) or allow fewer"
        );
    }
    Ok(())
}
