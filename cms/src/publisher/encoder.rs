//! Makes the smaller versions of pictures on a thread of its own, after the pages went live without them.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
    mpsc::Sender,
};

use generator::PendingImages;

use super::{Command, StoreImages};
use crate::store::Store;

/// At most one thread that encodes.
#[derive(Debug, Default)]
pub struct Encoder {
    busy: Arc<AtomicBool>,
}

impl Encoder {
    /// Encodes what is pending, then asks for another generation. While it works, further calls do nothing: that
    /// other generation finds what they wanted.
    pub fn start(&self, pending: PendingImages, store: Store, commands: Sender<Command>) {
        if pending.is_empty() || self.busy.swap(true, Ordering::SeqCst) {
            return;
        }
        let busy = self.busy.clone();
        let work = move || {
            let waiting = pending.len();
            let done = pending.encode(&StoreImages::new(store));
            busy.store(false, Ordering::SeqCst);
            match done {
                // Nothing done: asking again would only run in circles.
                Ok(0) => tracing::warn!(waiting, "no picture could be encoded"),
                Ok(done) => {
                    tracing::info!(done, waiting, "pictures encoded");
                    let _ = commands.send(Command::Publish);
                }
                Err(error) => tracing::error!(%error, "pictures could not be encoded"),
            }
        };
        if let Err(error) = std::thread::Builder::new()
            .name("encoder".into())
            .spawn(work)
        {
            self.busy.store(false, Ordering::SeqCst);
            tracing::error!(%error, "cannot start a thread to encode pictures");
        }
    }
}
