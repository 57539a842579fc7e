//! The publisher as the rest of the program sees it: told of saves, asked for the state.

use std::{
    fmt,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Sender, channel},
    },
    thread::JoinHandle,
};

use anyhow::Context as _;
use generator::{ImageStore, Lang, Languages, Post};
use tokio::sync::watch;

use super::{
    command::Command,
    settings::Settings,
    shown::{PreviewError, Shown},
    status::Status,
    worker::Worker,
};
use crate::{
    store::{
        Store, media,
        revisions::{self, Revisions},
    },
    time::clock::Clock,
};

/// A handle on the publisher's thread.
pub struct Publisher {
    commands: Sender<Command>,
    status: watch::Sender<Status>,
    shown: Shown,
    store: Store,
    images: Arc<dyn ImageStore>,
    watched: Vec<PathBuf>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl fmt::Debug for Publisher {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Publisher").finish_non_exhaustive()
    }
}

impl Publisher {
    /// Starts the thread, which brings the site up to date at once.
    pub fn start(settings: Settings, store: Store, clock: Clock) -> anyhow::Result<Self> {
        let revisions = store
            .read_blocking(|connection| Ok::<_, anyhow::Error>(revisions::read(connection)?))?;
        let (commands, inbox) = channel();
        let (status, _) = watch::channel(Status::new(revisions));
        let shown = Shown::default();
        let watched = vec![
            settings.options.content.clone(),
            settings.options.templates.clone(),
        ];
        let images = Arc::clone(&settings.images);
        let worker = Worker::new(
            settings,
            store.clone(),
            clock,
            shown.clone(),
            status.clone(),
            commands.clone(),
        );
        let thread = std::thread::Builder::new()
            .name("publisher".into())
            .spawn(move || worker.run(&inbox))
            .context("cannot start a thread")?;
        let thread = Mutex::new(Some(thread));
        Ok(Self {
            commands,
            status,
            shown,
            store,
            images,
            watched,
            thread,
        })
    }

    /// Something was saved; returns at once.
    pub fn saved(&self, revision: i64) {
        self.status.send_modify(|status| status.saved(revision));
        self.send(Command::Publish);
    }

    /// A change was committed; returns at once. What only staff see wakes nobody.
    pub fn committed(&self, before: &Revisions, after: &Revisions) {
        if after.edits > before.edits {
            self.note(|status| status.edits = status.edits.max(after.edits));
        }
        if after.saved > before.saved {
            self.saved(after.saved);
        }
    }

    /// An earlier publication was put in place, or publishing goes on; returns at once.
    pub fn held(&self) {
        self.send(Command::Publish);
    }

    /// Content or templates changed; returns at once.
    pub fn reload(&self) {
        self.send(Command::Reload);
    }

    /// The state at this moment.
    pub fn status(&self) -> Status {
        self.status.borrow().clone()
    }

    /// The state now and at each change.
    pub fn subscribe(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// Changes the state from outside, for parts that add to it (deployment).
    pub fn note(&self, change: impl FnOnce(&mut Status)) {
        self.status.send_modify(|status| {
            change(status);
            status.sequence += 1;
        });
    }

    /// Origin of the site's addresses, once content could be loaded.
    pub fn origin(&self) -> Option<String> {
        self.shown.origin()
    }

    /// Languages of the site as it is shown, once content could be loaded.
    pub fn languages(&self) -> Option<Languages> {
        self.shown.languages()
    }

    /// Folders whose changes call for [`Publisher::reload`].
    pub fn watched(&self) -> &[PathBuf] {
        &self.watched
    }

    /// The page of a post that is not saved, as of the last generation; it does not wait for the running one. Blocks.
    pub fn preview(&self, post: &Post, lang: Lang) -> Result<String, PreviewError> {
        self.page(post, lang, None)
    }

    /// The same for a guest who knows the address below which it stands in each language. Blocks.
    pub fn shared(&self, post: &Post, lang: Lang, base: &str) -> Result<String, PreviewError> {
        self.page(post, lang, Some(base))
    }

    fn page(&self, post: &Post, lang: Lang, base: Option<&str>) -> Result<String, PreviewError> {
        let mut post = post.clone();
        let said = self
            .store
            .read_blocking(|store| anyhow::Ok(media::attach(store, &mut post)?));
        if let Err(error) = said {
            tracing::warn!(post = post.id, %error, "a preview lacks what is said of its pictures");
        }
        let reason = || self.status().last_error.map(|error| error.message);
        self.shown.page((&post, lang), base, &*self.images, reason)
    }

    /// Lets the running generation finish and ends the thread. Blocks.
    pub fn stop(&self) {
        self.send(Command::Stop);
        let thread = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            tracing::error!("the publisher's thread panicked");
        }
    }

    fn send(&self, command: Command) {
        // The thread is gone only after `stop`; what was saved then is published at the next start.
        let _ = self.commands.send(command);
    }
}

#[cfg(test)]
#[path = "publisher_tests.rs"]
mod tests;
