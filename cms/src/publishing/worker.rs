//! The publisher's thread.

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
use jiff::Timestamp;
use tokio::sync::watch;

use super::{
    announcement::{Publication, announce},
    command::Command,
    encoder::Encoder,
    look::{Look, Stand},
    posts::Posts,
    public::public,
    retry::{Cause, Retry},
    settings::Settings,
    shown::Shown,
    status::{Failure, Held, Status, troubles},
    syncer::Syncer,
};
use crate::{
    store::{Store, hold::Hold, revisions, snapshot::Snapshot},
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

    /// Waits for a wish, or for the time at which something has to be done without one; `None` when nobody is left to wish.
    fn next(&mut self, inbox: &Receiver<Command>) -> Option<Command> {
        let due = self.wait().map(|wait| Instant::now() + wait);
        loop {
            let left = due.map(|due| due.saturating_duration_since(Instant::now()));
            match inbox.recv_timeout(left.map_or(LOOK, |left| left.min(LOOK))) {
                Ok(command) => return Some(command),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    let is_due = due.is_some_and(|due| due <= Instant::now());
                    if is_due || self.store_changed() {
                        return Some(Command::Publish);
                    }
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
        if let Err(error) = opened {
            return self.fail(revision, Cause::of(&error), &error.problems().0);
        }
        if let Some(hold) = self.posts.hold.clone() {
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

    /// An earlier publication stands: nothing is generated, whatever was saved.
    fn hold(&mut self, hold: &Hold) {
        let held = Held::from(hold);
        if self.held == Some(hold.release) {
            self.retry.succeeded();
            return self.status.send_modify(|status| status.stands_still(held));
        }
        let revision = self.status.borrow().published_revision;
        match self.go_back(hold.release) {
            Ok(report) => {
                self.retry.succeeded();
                self.held = Some(hold.release);
                tracing::warn!(
                    release = hold.release,
                    written = report.written,
                    removed = report.removed,
                    "an earlier publication stands; publishing waits"
                );
                let (now, warnings) = (self.clock.now(), self.told(&report.warnings));
                let live = self.generator.as_ref();
                let news = live.map(|live| Publication::of_return(live, revision, hold.release));
                self.tell_of_return(news.as_ref(), now);
                let release = live.and_then(Generator::release);
                self.status
                    .send_modify(|status| status.stands(held, release, &report, &warnings, now));
            }
            Err(error) => {
                // Some files may have moved: the one that stood before does not stand any more.
                self.held = None;
                self.status.send_modify(|status| status.held = Some(held));
                self.fail(revision, Cause::of(&error), &error.problems().0);
            }
        }
    }

    fn tell_of_return(&self, news: Option<&Publication>, now: Timestamp) {
        let told = self.store.write_blocking(|store| {
            let told = news.map(|news| announce(store, news, self.deployed, now));
            Ok::<_, anyhow::Error>(told.transpose()?)
        });
        if let Err(error) = told {
            let error = format!("{error:#}");
            tracing::error!(error, "webhooks are not told of the return");
        }
    }

    /// Puts an earlier publication in place, unless it was the last thing that happened before this process began and is whole.
    fn go_back(&mut self, release: u64) -> Result<Report, BuildError> {
        let mut generator = self.taken()?;
        self.shown.set(&generator);
        let back = generator.stand(release);
        let moved = |report: &Report| report.written + report.removed > 0;
        // Also what was moved before something failed.
        if back.as_ref().ok().is_none_or(moved) {
            self.syncer.soon(generator.unsynced());
        }
        self.generator = Some(generator);
        back
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

    fn live(&mut self, revision: i64, report: &Report) {
        for warning in &report.warnings {
            tracing::warn!(%warning, "while generating");
        }
        let now = self.clock.now();
        let live = self.generator.as_ref();
        let news = live.map(|live| Publication::of_posts(&self.posts, live, revision));
        let noted = self.store.write_blocking(|store| {
            if let Some(news) = &news {
                announce(store, news, self.deployed, now)?;
            }
            Ok::<_, anyhow::Error>(revisions::set_published(store, revision)?)
        });
        if let Err(error) = noted {
            // The files are live; at the next start they will be generated once more, to the same bytes.
            tracing::error!(error = format!("{error:#}"), "cannot note what is live");
        }
        tracing::info!(
            revision,
            pages = report.pages_total,
            rendered = report.rendered,
            written = report.written,
            removed = report.removed,
            ms = report.duration.as_millis(),
            "live"
        );
        let warnings: Vec<Problem> = self.told(&report.warnings);
        let release = live.and_then(Generator::release);
        self.status
            .send_modify(|status| status.live(revision, release, report, &warnings, now));
        let Some(generator) = &self.generator else {
            return;
        };
        self.expiry_due = generator.next_expiry().map(|left| Instant::now() + left);
        if report.written + report.removed > 0 {
            self.syncer.soon(generator.unsynced());
        }
        if report.images_pending > 0 {
            self.encoder.start(
                generator.pending_images(),
                Arc::clone(&self.images),
                self.commands.clone(),
            );
        } else {
            self.pictures.succeeded();
        }
    }

    /// The problem with its file named from the project's folder: where that is on this machine is no editor's business.
    fn inside(&self, problem: &Problem) -> Problem {
        let roots = [
            &self.options.content,
            &self.options.templates,
            &self.options.dist,
        ];
        let mut problem = problem.clone();
        problem.file = problem.file.map(|file| {
            let parents = roots.iter().filter_map(|root| root.parent());
            let short = parents
                .filter(|parent| !parent.as_os_str().is_empty())
                .find_map(|parent| file.strip_prefix(parent).ok());
            short.unwrap_or(&file).to_owned()
        });
        problem
    }

    /// What the state of the site, which is public, says of problems.
    fn told(&self, problems: &[Problem]) -> Vec<Problem> {
        let inside = problems.iter().map(|problem| self.inside(problem));
        inside.map(public).collect()
    }

    fn fail(&mut self, revision: i64, cause: Cause, problems: &[Problem]) {
        for problem in problems {
            let problem = problem.to_string();
            tracing::error!(
                revision,
                problem,
                "the generation failed; the site stays as it was"
            );
        }
        if let Some(wait) = self.retry.failed(cause) {
            tracing::info!(
                seconds = wait.as_secs(),
                "the generation will be tried again by itself"
            );
        }
        let problems = self.told(problems);
        let lines: Vec<String> = problems.iter().take(20).map(Problem::to_string).collect();
        let failure = Failure {
            revision,
            message: lines.join("\n"),
            problems: troubles(&problems),
            at: self.clock.now(),
        };
        self.status.send_modify(|status| status.failed(failure));
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
