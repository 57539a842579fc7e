//! The publisher's thread: when it generates, and of what. `hold` has an earlier publication stand instead, `outcome` says what became
//! of it.

mod hold;
mod outcome;

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    time::{Duration, Instant},
};

use generator::{BuildError, Generator, ImageStore, Options, Problem, Published, Report};
use tokio::sync::watch;

use super::{
    command::Command,
    encoder::Encoder,
    look::{Look, Stand},
    posts::Posts,
    retry::{Cause, Retry},
    settings::Settings,
    shown::Shown,
    status::{Held, Status},
    syncer::Syncer,
};
use crate::{
    store::{Store, snapshot::Snapshot},
    time::clock::Clock,
};

/// How often it looks whether another program has changed the store.
const LOOK: Duration = Duration::from_secs(2);

/// Owns the generator and its inputs and decides when it runs.
pub struct Worker {
    options: Options,
    store: Store,
    clock: Clock,
    /// When content and templates could be loaded and `dist` is ours.
    generator: Option<Generator>,
    shown: Shown,
    status: watch::Sender<Status>,
    commands: Sender<Command>,
    posts: Posts,
    images: Arc<dyn ImageStore>,
    encoder: Encoder,
    syncer: Syncer,
    /// The earlier publication that was put in place by this process and stands since.
    held: Option<u64>,
    look: Look,
    /// Content or templates changed and could not be loaded: the next generation tries again.
    stale: bool,
    retry: Retry,
    /// Variants of pictures that could not be made, and when to try again.
    pictures: Retry,
    pictures_due: Option<Instant>,
    /// When a file goes that `dist` keeps for pages which somebody may still have open.
    expiry_due: Option<Instant>,
    /// What is live here has yet to be carried to where visitors get it.
    deployed: bool,
}

impl Worker {
    pub fn new(
        settings: Settings,
        store: Store,
        clock: Clock,
        shown: Shown,
        status: watch::Sender<Status>,
        commands: Sender<Command>,
    ) -> Self {
        Self {
            generator: None,
            images: settings.images,
            posts: Posts::default(),
            encoder: Encoder::default(),
            syncer: Syncer::start(),
            held: None,
            look: Look::default(),
            stale: false,
            retry: Retry::default(),
            pictures: Retry::default(),
            pictures_due: None,
            expiry_due: None,
            deployed: settings.deployed,
            options: settings.options,
            store,
            clock,
            shown,
            status,
            commands,
        }
    }

    /// Publishes at once, then whenever it is asked to, and again by itself after a failure that may pass.
    pub fn run(mut self, inbox: &Receiver<Command>) {
        self.publish(false);
        loop {
            let Some(first) = self.next(inbox) else {
                return;
            };
            // Whatever else was asked meanwhile is one and the same generation.
            let asked: Vec<Command> = std::iter::once(first).chain(inbox.try_iter()).collect();
            if asked.contains(&Command::RestAndPublish) {
                let wait = self.pictures.failed(Cause::Passing);
                self.pictures_due = wait.map(|wait| Instant::now() + wait);
            }
            // What was answered before the end goes live before the end.
            let calls = [Command::Publish, Command::Reload];
            if asked.iter().any(|command| calls.contains(command)) {
                self.pictures_due = None;
                self.publish(asked.contains(&Command::Reload));
            }
            if asked.contains(&Command::Stop) {
                return;
            }
        }
    }

    /// Waits for a wish, or for the time at which something has to be done without one; `None` when nobody is left to wish. What old
    /// publications kept is removed meanwhile, piece by piece.
    fn next(&mut self, inbox: &Receiver<Command>) -> Option<Command> {
        let due = self.wait().map(|wait| Instant::now() + wait);
        let mut look = Instant::now() + LOOK;
        loop {
            let wake = due.map_or(look, |due| due.min(look));
            let tidying = self.generator.as_mut().is_some_and(Generator::tidy);
            let wait = if tidying {
                Duration::ZERO
            } else {
                wake.saturating_duration_since(Instant::now())
            };
            match inbox.recv_timeout(wait) {
                Ok(command) => return Some(command),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if Instant::now() < wake => {}
                Err(RecvTimeoutError::Timeout) => {
                    let is_due = due.is_some_and(|due| due <= Instant::now());
                    if is_due || self.store_changed() {
                        return Some(Command::Publish);
                    }
                    look = Instant::now() + LOOK;
                }
            }
        }
    }

    /// Whether another program has written into the store.
    fn store_changed(&mut self) -> bool {
        let ours = Stand {
            hold: self.posts.hold.clone(),
            revision: self.posts.revision(),
        };
        let read = |store: &_| Ok::<_, anyhow::Error>(Stand::read(store)?);
        match self.store.read_blocking(read) {
            Ok(now) => self.look.is_news(now, &ours),
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the store cannot be read");
                false
            }
        }
    }

    /// How long nothing has to be done unless somebody asks.
    fn wait(&self) -> Option<Duration> {
        let due = self.pictures_due.into_iter().chain(self.expiry_due);
        let due = due.map(|due| due.saturating_duration_since(Instant::now()));
        self.retry.wait().into_iter().chain(due).min()
    }

    /// One generation. A panic in there is a failure out here, after which everything is loaded afresh.
    fn publish(&mut self, reload: bool) {
        self.status.send_modify(Status::begin);
        self.expiry_due = None;
        self.stale |= reload;
        let attempt = AssertUnwindSafe(|| self.attempt());
        if let Err(panic) = catch_unwind(attempt) {
            // Whatever was in the middle of something is not used again.
            self.generator = None;
            self.posts = Posts::default();
            let message = format!("the generator panicked: {}", words_of(panic.as_ref()));
            let revision = self.status.borrow().revision;
            self.fail(revision, Cause::Panic, &[Problem::error("panic", message)]);
        }
    }

    fn attempt(&mut self) {
        let (read, opened) = self.open_and_catch_up();
        let (revision, texts) = match read {
            Ok(read) => read,
            Err(error) => {
                // The status is public: the store's own words go to the log alone.
                tracing::error!(error = format!("{error:#}"), "the store cannot be read");
                let problem = Problem::error("store", "the store does not answer");
                return self.fail(0, Cause::Passing, &[problem]);
            }
        };
        let hold = self.posts.hold.clone();
        if let Err(error) = opened {
            // That publishing waits is so whatever cannot be loaded.
            let held = hold.as_ref().map(Held::from);
            self.status.send_modify(|status| status.held = held);
            return self.fail(revision, Cause::of(&error), &error.problems().0);
        }
        if let Some(hold) = hold {
            drop(texts);
            return self.hold(&hold);
        }
        self.held = None;
        match self.generate(&texts) {
            Ok(report) => {
                self.retry.succeeded();
                self.live(revision, &report);
            }
            Err(error) => self.fail(revision, Cause::of(&error), &error.problems().0),
        }
    }

    /// Reads what was saved. Where nothing is loaded yet, content, templates and the record of `dist` are read meanwhile: at the
    /// start of a large site each of the two takes half a second.
    fn open_and_catch_up(&mut self) -> (anyhow::Result<(i64, Snapshot)>, Result<(), BuildError>) {
        let Self { store, posts, .. } = self;
        let options = self.generator.is_none().then(|| self.options.clone());
        let (read, opened) = std::thread::scope(|scope| {
            let opening = options.map(|options| scope.spawn(|| Generator::open(options)));
            let read = store.snapshot().and_then(|snapshot| {
                let revision = posts.catch_up(&snapshot)?;
                Ok((revision, snapshot))
            });
            let opened =
                opening.map(|opening| opening.join().unwrap_or_else(|panic| resume_unwind(panic)));
            (read, opened.transpose())
        });
        let opened = opened.map(|opened| {
            if let Some(generator) = opened {
                self.stale = false;
                self.generator = Some(generator);
            }
        });
        (read, opened)
    }

    /// The generator, to be put back.
    fn taken(&mut self) -> Result<Generator, BuildError> {
        match self.generator.take() {
            Some(generator) => Ok(generator),
            None => Generator::open(self.options.clone()),
        }
    }

    /// Brings `dist` up to date, with content and templates loaded anew if they changed.
    fn generate(&mut self, texts: &Snapshot) -> Result<Report, BuildError> {
        // It is put back when it has come through: after a panic nobody knows what it holds.
        let mut generator = self.taken()?;
        let reloaded = if self.stale {
            generator.reload()
        } else {
            Ok(())
        };
        self.stale = reloaded.is_err();
        self.shown.set(&generator);
        let built = reloaded.map_err(BuildError::from).and_then(|()| {
            let published = Published {
                posts: &self.posts.set,
                texts,
                moved: &self.posts.moved,
                revision: Some(self.posts.revision()),
            };
            generator.build(published, &*self.images)
        });
        self.shown.set(&generator);
        self.generator = Some(generator);
        built
    }
}

/// What a panic said.
fn words_of(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown")
}
