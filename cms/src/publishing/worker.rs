//! The publisher's thread.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
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
    images::StoreImages,
    posts::Posts,
    public::public,
    retry::{Cause, Retry},
    settings::Settings,
    shown::Shown,
    status::{Failure, Status, troubles},
    syncer::Syncer,
};
use crate::{
    store::{Store, revisions},
    time::clock::Clock,
};

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
    /// Content or templates changed and could not be loaded: the next generation tries again.
    stale: bool,
    retry: Retry,
    /// Variants of pictures that could not be made, and when to try again.
    pictures: Retry,
    pictures_due: Option<Instant>,
    /// When a file goes that `dist` keeps for pages which somebody may still have open.
    expiry_due: Option<Instant>,
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
        let images = settings
            .images
            .unwrap_or_else(|| Arc::new(StoreImages::new(store.clone())));
        Self {
            generator: None,
            images,
            posts: Posts::default(),
            encoder: Encoder::default(),
            syncer: Syncer::start(),
            stale: false,
            retry: Retry::default(),
            pictures: Retry::default(),
            pictures_due: None,
            expiry_due: None,
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
            let next = match self.wait() {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => inbox.recv_timeout(wait),
            };
            let first = match next {
                Ok(command) => command,
                Err(RecvTimeoutError::Timeout) => Command::Publish,
                Err(RecvTimeoutError::Disconnected) => return,
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
        let revision = match self.catch_up() {
            Ok(revision) => revision,
            Err(error) => {
                // The status is public: the store's own words go to the log alone.
                tracing::error!(error = format!("{error:#}"), "the store cannot be read");
                let problem = Problem::error("store", "the store does not answer");
                return self.fail(0, Cause::Passing, &[problem]);
            }
        };
        match self.generate() {
            Ok(report) => {
                self.retry.succeeded();
                self.live(revision, &report);
            }
            Err(error) => self.fail(revision, Cause::of(&error), &error.problems().0),
        }
    }

    fn catch_up(&mut self) -> anyhow::Result<i64> {
        let Self { store, posts, .. } = self;
        store.read_blocking(|connection| Ok(posts.catch_up(connection)?))
    }

    /// Loads content and templates if needed, then brings `dist` up to date.
    fn generate(&mut self) -> Result<Report, BuildError> {
        // It is put back when it has come through: after a panic nobody knows what it holds.
        let mut generator = match self.generator.take() {
            Some(generator) => generator,
            None => {
                self.stale = false;
                Generator::open(self.options.clone())?
            }
        };
        let reloaded = if self.stale {
            generator.reload()
        } else {
            Ok(())
        };
        self.stale = reloaded.is_err();
        self.shown.set(&generator);
        let built = reloaded.map_err(BuildError::from).and_then(|()| {
            let Posts { set, moved, .. } = &self.posts;
            generator.build(Published { posts: set, moved }, &*self.images)
        });
        self.shown.set(&generator);
        self.generator = Some(generator);
        built
    }

    fn live(&mut self, revision: i64, report: &Report) {
        for warning in &report.warnings {
            tracing::warn!(%warning, "while generating");
        }
        let noted = self.store.write_blocking(|store| {
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
        let now = self.clock.now();
        let warnings: Vec<Problem> = self.told(&report.warnings);
        self.status
            .send_modify(|status| status.live(revision, report, &warnings, now));
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
