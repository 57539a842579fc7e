//! Makes the smaller versions of pictures on a thread of its own, after the pages went live without them.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
};

use generator::{ImageStore, PendingImages};

use super::command::Command;

/// At most one thread that encodes.
#[derive(Debug, Default)]
pub struct Encoder {
    busy: Arc<AtomicBool>,
    /// Somebody asked while it was busy.
    again: Arc<AtomicBool>,
}

impl Encoder {
    /// Encodes what is pending, then asks for another generation. Calls that come while it works are remembered:
    /// the generation that follows finds what they wanted.
    pub fn start(
        &self,
        pending: PendingImages,
        images: Arc<dyn ImageStore>,
        commands: Sender<Command>,
    ) {
        if pending.is_empty() {
            return;
        }
        if self.busy.swap(true, Ordering::SeqCst) {
            self.again.store(true, Ordering::SeqCst);
            return;
        }
        let (busy, again) = (self.busy.clone(), self.again.clone());
        let work = move || {
            let waiting = pending.len();
            // A codec that panics must not stop all later pictures.
            let done = catch_unwind(AssertUnwindSafe(|| pending.encode(&*images)));
            busy.store(false, Ordering::SeqCst);
            let asked_again = again.swap(false, Ordering::SeqCst);
            let progress = match done {
                Ok(Ok(0)) => {
                    tracing::warn!(waiting, "no picture could be encoded");
                    false
                }
                Ok(Ok(done)) => {
                    tracing::info!(done, waiting, "pictures encoded");
                    true
                }
                Ok(Err(error)) => {
                    tracing::error!(%error, "pictures could not be encoded");
                    false
                }
                Err(_) => {
                    tracing::error!("a codec panicked; pictures stay as they were uploaded");
                    false
                }
            };
            // Without progress and without a new wish, asking again at once would only run in circles.
            let _ = commands.send(if progress || asked_again {
                Command::Publish
            } else {
                Command::RestAndPublish
            });
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
