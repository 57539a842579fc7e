//! Makes the smaller versions of pictures on a thread of its own, after the pages went live without them.
//!
//! It works in short rounds, one picture after the other, the most urgent first: what an editor uploads meanwhile is
//! next, whatever waits, and what is done goes live at the end of the round.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
    time::Duration,
};

use generator::{ImageStore, PendingImages};

use super::command::Command;

/// How long a round takes, but for the picture that it ends with: long enough that generations are few, short enough
/// that nobody waits.
const ROUND: Duration = Duration::from_secs(2);
/// Pictures in a round: what so few posts show is put in place without sorting all the others again, which a save that comes
/// meanwhile would wait for.
const MOST: usize = 48;

/// At most one thread that encodes.
#[derive(Debug, Default)]
pub struct Encoder {
    busy: Arc<AtomicBool>,
}

impl Encoder {
    /// Encodes what is pending, now and as long as more comes, and asks for a generation after each round. A call while
    /// it works changes nothing: it takes what came from the same queue, and the generation that it asks for in the end
    /// calls again.
    pub fn start(
        &self,
        pending: PendingImages,
        images: Arc<dyn ImageStore>,
        commands: Sender<Command>,
    ) {
        if pending.is_empty() || self.busy.swap(true, Ordering::SeqCst) {
            return;
        }
        let busy = self.busy.clone();
        let work = move || {
            loop {
                let progress = round(&pending, &*images);
                let more = progress && !pending.is_empty();
                if !more {
                    busy.store(false, Ordering::SeqCst);
                }
                // Without progress, and without a new picture that a generation found meanwhile, asking again at once
                // would only run in circles.
                let asked = commands.send(if progress || !pending.is_empty() {
                    Command::Publish
                } else {
                    Command::RestAndPublish
                });
                if !more || asked.is_err() {
                    return;
                }
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

/// One round; returns whether any picture was done.
fn round(pending: &PendingImages, images: &dyn ImageStore) -> bool {
    // A codec that panics must not stop all later pictures.
    let done = catch_unwind(AssertUnwindSafe(|| pending.encode_for(images, ROUND, MOST)));
    let waiting = pending.len();
    match done {
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
    }
}
