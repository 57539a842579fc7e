//! Carries what was published to the disk, on a thread of its own: no save waits for it.

use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use generator::Unsynced;

/// Publications that follow each other closely are one. What a power cut takes within that time is made again at the
/// next start.
const REST: Duration = Duration::from_secs(2);

/// The thread that syncs.
#[derive(Debug)]
pub struct Syncer(Option<(Sender<Unsynced>, JoinHandle<()>)>);

impl Syncer {
    /// Starts the thread.
    pub fn start() -> Self {
        let (sender, inbox) = channel();
        let thread = std::thread::Builder::new()
            .name("syncer".into())
            .spawn(move || run(&inbox))
            .inspect_err(|error| tracing::error!(%error, "cannot start a thread to sync files"));
        Self(thread.ok().map(|thread| (sender, thread)))
    }

    /// Has this synced soon; returns at once.
    pub fn soon(&self, unsynced: Unsynced) {
        if let Some((sender, _)) = &self.0 {
            let _ = sender.send(unsynced);
        }
    }
}

impl Drop for Syncer {
    /// Whoever starts after a clean end need not read every file.
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.0.take() {
            drop(sender);
            if thread.join().is_err() {
                tracing::error!("the thread that syncs files panicked");
            }
        }
    }
}

fn run(inbox: &Receiver<Unsynced>) {
    while let Ok(mut latest) = inbox.recv() {
        let deadline = Instant::now() + REST;
        // At the end of the service nobody rests.
        while let Ok(newer) = inbox.recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            latest = newer;
        }
        if let Err(error) = latest.sync() {
            tracing::warn!(%error, "published files may not have reached the disk");
        }
    }
}
