//! One sends at a time. Not even the rsync of a process that was killed, which goes on by itself for a while, meets the
//! rsync of the next: an older page would overwrite a newer one.

use std::{
    fs::{File, TryLockError},
    io,
    path::Path,
    process::Stdio,
    thread::sleep,
    time::Duration,
};

use super::error::DeployError;

/// How long the end of a killed process's rsync is waited for.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(100);

/// A lock on the folder of deployments that is free when this and every rsync that was given it have ended, however they end.
#[derive(Debug)]
pub struct Sending(File);

impl Sending {
    /// Waits for its turn, for a few seconds. Blocks.
    pub fn begin(own: &Path) -> Result<Self, DeployError> {
        let folder = File::open(own).map_err(|error| DeployError::io(own, error))?;
        for _ in 0..TRIES {
            match folder.try_lock() {
                Ok(()) => return Ok(Self(folder)),
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(DeployError::io(own, error)),
            }
        }
        Err(DeployError::Busy)
    }

    /// The lock as rsync's standard input: rsync never reads it, but has it as long as it runs.
    pub fn input(&self) -> io::Result<Stdio> {
        self.0.try_clone().map(Stdio::from)
    }
}
