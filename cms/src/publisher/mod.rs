//! Brings what was saved to `dist`: one generation at a time, saves that arrive meanwhile coalesce.
//!
//! A thread of its own owns the work, so requests never wait for it. A generation that fails leaves `dist` as it
//! was, is told to editors and the log, and is tried again: by itself when its cause may pass (`retry`), else at the
//! next save or change of content and templates.
//! At start the site is always brought up to date, which also repairs a crash between commit and generation.

mod encoder;
mod images;
mod posts;
mod public;
mod retry;
pub mod status;
mod syncer;
#[cfg(test)]
mod tests;
mod worker;

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        mpsc::{Sender, channel},
    },
    thread::JoinHandle,
};

use anyhow::Context as _;
use generator::{ImageMode, ImageStore, Lang, Options, Post, Previewer};
use tokio::sync::watch;

pub use images::StoreImages;

use self::{status::Status, worker::Worker};
use crate::{
    clock::Clock,
    config::Config,
    error::ApiError,
    store::{Store, site},
};

/// What the generator needs to know.
#[derive(Clone)]
pub struct Settings {
    /// Folders and the public address.
    pub options: Options,
    /// Where pictures come from instead of the store.
    pub images: Option<Arc<dyn ImageStore>>,
}

impl Settings {
    /// Of a running service: pictures are encoded in the background.
    pub fn new(config: &Config) -> Self {
        Self {
            options: options(config, ImageMode::Background),
            images: None,
        }
    }
}

/// The generator's options for these settings.
pub fn options(config: &Config, images: ImageMode) -> Options {
    Options {
        content: config.content.clone(),
        templates: config.templates.clone(),
        dist: config.dist.clone(),
        cache: config.cache(),
        pictures: None,
        public_url: config.public_url.clone().filter(|url| !url.is_empty()),
        images,
    }
}

/// The site as previews show it, once content and templates could be loaded. Held for a moment only, never while a
/// generation runs.
type Shown = Arc<RwLock<Option<Previewer>>>;

/// What the worker is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    /// Something was saved, or variants of pictures are ready.
    Publish,
    /// Variants of pictures could not be made; they may be later.
    RestAndPublish,
    /// Content or templates changed.
    Reload,
    /// Finish and stop.
    Stop,
}

/// A handle on the publisher's thread.
#[derive(Debug)]
pub struct Publisher {
    commands: Sender<Command>,
    status: watch::Sender<Status>,
    shown: Shown,
    store: Store,
    watched: Vec<PathBuf>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Publisher {
    /// Starts the thread, which brings the site up to date at once.
    pub fn start(settings: Settings, store: Store, clock: Clock) -> anyhow::Result<Self> {
        let revisions = store
            .read_blocking(|connection| Ok::<_, anyhow::Error>(site::revisions(connection)?))?;
        let (commands, inbox) = channel();
        let (status, _) = watch::channel(Status::new(revisions));
        let shown = Shown::default();
        let watched = vec![
            settings.options.content.clone(),
            settings.options.templates.clone(),
        ];
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
            watched,
            thread,
        })
    }

    /// Something was saved; returns at once.
    pub fn saved(&self, revision: i64) {
        self.status.send_modify(|status| status.saved(revision));
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

    /// Folders whose changes call for [`Publisher::reload`].
    pub fn watched(&self) -> &[PathBuf] {
        &self.watched
    }

    /// The page of a post that is not saved, as of the last generation; it does not wait for the running one. Blocks.
    pub fn preview(&self, post: &Post, lang: Lang) -> Result<String, ApiError> {
        let shown = self
            .shown
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let Some(previewer) = shown else {
            let reason = self.status().last_error.map(|error| error.message);
            return Err(ApiError::Generation(
                reason.unwrap_or_else(|| "The site is still being loaded.".into()),
            ));
        };
        let images = StoreImages::new(self.store.clone());
        previewer
            .preview(post, lang, &images)
            .map_err(|error| ApiError::Generation(error.to_string()))
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
