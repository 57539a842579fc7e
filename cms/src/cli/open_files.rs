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
/// Where there are fewer connections than configured, one address has at most this part of them.
const PART: usize = 4;

/// How many may be connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seats {
    /// All together.
    pub all: usize,
    /// Of one address.
    pub of_one_address: usize,
}

impl Seats {
    fn configured(config: &Config) -> Self {
        Self {
            all: config.max_connections,
            of_one_address: config.max_connections_per_address,
        }
    }

    /// As many as so many files are for. A share that was meant for more connections would be all of them, and one client
    /// could keep everybody else out.
    fn fitted(self, open: u64) -> Self {
        let all = self.all.min(enough_for(open));
        if all == self.all {
            return self;
        }
        let part = (all / PART).max(1);
        Self {
            all,
            of_one_address: self.of_one_address.min(part),
        }
    }
}

/// Sees to it that as many files may be open as the connections that are configured need, and returns how many there may be.
///
/// Systems begin with few, 1,024 mostly, for the sake of programs that cannot count further, and let each program ask for more.
/// Where that is not enough there are fewer connections, and it is logged: without files left a connection could not be accepted,
/// and nothing be answered on any. Where nothing would work it is an error, which says what to raise.
pub fn make_room(config: &Config) -> anyhow::Result<Seats> {
    let configured = Seats::configured(config);
    let connections = configured.all as u64;
    let needed = connections.saturating_mul(2).saturating_add(BESIDE);
    let limit = getrlimit(Resource::Nofile);
    let has = |limit: &Rlimit| limit.current.unwrap_or(u64::MAX);
    if has(&limit) >= needed {
        return Ok(configured);
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
        return Ok(configured);
    }
    let allowed = configured.fitted(open);
    tracing::warn!(
        open,
        needed,
        connections,
        allowed = allowed.all,
        of_one_address = allowed.of_one_address,
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
    use super::{Seats, enough_for};

    #[test]
    fn two_files_are_for_each_connection() {
        for (open, connections) in [(64, 8), (120, 8), (144, 8), (300, 86), (1024, 448)] {
            assert_eq!(enough_for(open), connections, "{open}");
        }
    }

    #[test]
    fn one_address_has_a_part_of_fewer_connections() {
        let fitted = |all, of_one_address, open| {
            let configured = Seats {
                all,
                of_one_address,
            };
            let seats = configured.fitted(open);
            (seats.all, seats.of_one_address)
        };
        assert_eq!(fitted(1024, 128, 300), (86, 21));
        assert_eq!(fitted(1024, 128, 1024), (448, 112));
        assert_eq!(fitted(1024, 128, 64), (8, 2));
        // What is configured to be less, or fits, stays.
        assert_eq!(fitted(1024, 16, 300), (86, 16));
        assert_eq!(fitted(80, 128, 300), (80, 128));
        assert_eq!(fitted(2, 2, 64), (2, 2));
    }
}
