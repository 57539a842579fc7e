//! One sends at a time. Not even the rsync of a process that was killed, which goes on by itself for a while, meets the
//! rsync of the next: an older page would overwrite a newer one.

use std::{
    fs::{File, OpenOptions, TryLockError},
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

/// A lock that is free when this and every rsync that was given it have ended, however they end.
#[derive(Debug)]
pub struct Sending(File);

impl Sending {
    /// Waits for its turn, for a few seconds. Blocks.
    pub fn begin(own: &Path) -> Result<Self, DeployError> {
        let path = own.join("sending");
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| DeployError::io(&path, error))?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Self(file)),
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(DeployError::io(&path, error)),
            }
        }
        Err(DeployError::Busy)
    }

    /// The lock as rsync's standard input: rsync never reads it, but has it as long as it runs.
    pub fn input(&self) -> io::Result<Stdio> {
        self.0.try_clone().map(Stdio::from)
    }
}
