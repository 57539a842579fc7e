//! How many files may be open at a time: a connection is one, and so is what is sent on it.

use anyhow::anyhow;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::config::{Config, wrong};

/// What the store, a generation and the threads have open beside all connections, with room to spare.
const BESIDE: u64 = 256;
/// The same without: 77 at most in ten minutes of load, and connections of the reserve.
const CLOSELY: u64 = 128;
/// Connections that are allowed all the same.
const FEW: u64 = 8;
/// With fewer nothing can be served and nothing generated.
const LEAST: u64 = 64;

/// Sees to it that as many files may be open as the connections that are configured need, and returns how many there may be.
///
/// Systems begin with few, 1,024 mostly, for the sake of programs that cannot count further, and let each program ask for more.
/// Where that is not enough there are fewer connections, and it is logged: without files left a connection could not be accepted,
/// and nothing be answered on any. Where nothing would work it is an error, which says what to raise.
pub fn make_room(config: &Config) -> anyhow::Result<usize> {
    let connections = config.max_connections as u64;
    let needed = connections.saturating_mul(2).saturating_add(BESIDE);
    let limit = getrlimit(Resource::Nofile);
    let has = |limit: &Rlimit| limit.current.unwrap_or(u64::MAX);
    if has(&limit) >= needed {
        return Ok(config.max_connections);
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
    if open >= needed {
        return Ok(config.max_connections);
    }
    let allowed = config.max_connections.min(enough_for(open));
    tracing::warn!(
        open,
        needed,
        connections,
        allowed,
        "fewer files may be open than the connections need, so fewer are allowed; raise the limit (`ulimit -n`, `LimitNOFILE=` of a unit)"
    );
    Ok(allowed)
}

/// Connections for which so many files are.
fn enough_for(open: u64) -> usize {
    let pairs = open.saturating_sub(CLOSELY) / 2;
    usize::try_from(pairs.max(FEW)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::enough_for;

    #[test]
    fn two_files_are_for_each_connection() {
        for (open, connections) in [(64, 8), (120, 8), (144, 8), (300, 86), (1024, 448)] {
            assert_eq!(enough_for(open), connections, "{open}");
        }
    }
}
