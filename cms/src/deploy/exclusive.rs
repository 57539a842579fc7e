//! One process deploys from a data folder at a time; within it, one deployment to each target.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use super::{error::DeployError, marker, sending::Sending, snapshot};
use crate::{config::target::Target, disk::lock::FileLock};

/// What this process holds, by folder.
static HELD: Mutex<Vec<(PathBuf, Weak<Process>)>> = Mutex::new(Vec::new());

/// The right of this process to deploy from a folder.
#[derive(Debug)]
struct Process {
    /// The name of this CMS on targets: several that begin at once must not each make one up.
    owner: String,
    sending: Arc<Sending>,
    targets: Mutex<BTreeSet<String>>,
    /// Packed forms are kept once for all targets.
    packing: Arc<Mutex<()>>,
    _lock: FileLock,
}

impl Process {
    /// Blocks for a few seconds.
    fn of(own: &Path) -> Result<Arc<Self>, DeployError> {
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|(_, process)| process.strong_count() > 0);
        let known = held.iter().find(|(folder, _)| folder == own);
        if let Some(process) = known.and_then(|(_, process)| process.upgrade()) {
            return Ok(process);
        }
        let process = Arc::new(Self::take(own)?);
        held.push((own.to_owned(), Arc::downgrade(&process)));
        Ok(process)
    }

    fn take(own: &Path) -> Result<Self, DeployError> {
        let path = own.join("lock");
        let lock = FileLock::try_take(&path)
            .map_err(|error| DeployError::io(&path, error))?
            .ok_or(DeployError::Busy)?;
        // Before anything is cleared away: it may be what a killed process is still sending.
        let sending = Arc::new(Sending::begin(own)?);
        snapshot::clear(own).map_err(|error| DeployError::io(own, error))?;
        Ok(Self {
            owner: marker::owner(own)?,
            sending,
            targets: Mutex::default(),
            packing: Arc::default(),
            _lock: lock,
        })
    }
}

/// The right to deploy to one target, until it is dropped.
#[derive(Debug)]
pub struct Turn {
    owner: String,
    sending: Arc<Sending>,
    packing: Arc<Mutex<()>>,
    process: Option<Arc<Process>>,
    target: String,
}

impl Turn {
    /// Takes it from the folder of deployments, or refuses. Blocks for a few seconds.
    pub fn take(own: &Path, target: &Target) -> Result<Self, DeployError> {
        let process = Process::of(own)?;
        let target = target.key();
        let mut targets = process
            .targets
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if !targets.insert(target.clone()) {
            return Err(DeployError::Busy);
        }
        drop(targets);
        Ok(Self {
            owner: process.owner.clone(),
            sending: process.sending.clone(),
            packing: process.packing.clone(),
            process: Some(process),
            target,
        })
    }

    /// The name of this CMS on targets.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// What every rsync is given.
    pub fn sending(&self) -> Arc<Sending> {
        self.sending.clone()
    }

    /// While this is held, no other target's deployment makes, forgets or takes packed forms. Blocks.
    pub fn packing(&self) -> MutexGuard<'_, ()> {
        self.packing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    /// Whoever begins at this moment either goes on with the locks or finds them free.
    fn drop(&mut self) {
        let _held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(process) = self.process.take() {
            let targets = &process.targets;
            let mut targets = targets.lock().unwrap_or_else(PoisonError::into_inner);
            targets.remove(&self.target);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_free_when_its_deployment_has_ended_whatever_the_others_do() {
        let own = tempfile::tempdir().unwrap();
        let [one, two] = ["/srv/one", "/srv/two"].map(|target| target.parse().unwrap());
        let first = Turn::take(own.path(), &one).unwrap();
        let other = Turn::take(own.path(), &two).unwrap();
        assert_eq!(first.owner(), other.owner());
        let busy = Turn::take(own.path(), &one).unwrap_err();
        assert!(matches!(busy, DeployError::Busy), "{busy}");
        drop(first);
        let again = Turn::take(own.path(), &one).unwrap();
        let busy = Turn::take(own.path(), &two).unwrap_err();
        assert!(matches!(busy, DeployError::Busy), "{busy}");
        drop((again, other));
        Turn::take(own.path(), &two).unwrap();
    }
}
