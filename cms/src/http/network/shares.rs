//! So many of a thing for each address.

use std::{
    collections::{HashMap, hash_map::Entry},
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use crate::net::network;

/// Who holds how many; clones count together.
#[derive(Debug, Clone, Default)]
pub struct Shares(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One of those of an address, given back when it is dropped.
#[derive(Debug)]
pub struct Share {
    shares: Shares,
    network: IpAddr,
}

impl Shares {
    /// One more, unless the address has all it may have; with how many it holds now.
    pub fn take(&self, address: IpAddr, limit: usize) -> Option<(Share, usize)> {
        let network = network(address);
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let held = table.get(&network).copied().unwrap_or_default() + 1;
        if held > limit {
            return None;
        }
        table.insert(network, held);
        let share = Share {
            shares: self.clone(),
            network,
        };
        Some((share, held))
    }

    /// Whether nobody holds any.
    pub fn is_empty(&self) -> bool {
        let table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.is_empty()
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut table = self.shares.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut held) = table.entry(self.network) {
            *held.get_mut() -= 1;
            if *held.get() == 0 {
                held.remove();
            }
        }
    }
}
