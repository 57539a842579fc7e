//! The publisher's thread.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    time::Duration,
};

use generator::{BuildError, Generator, Options, Problem, Report};
use tokio::sync::watch;

use super::{
    Command, Site, StoreImages,
    encoder::Encoder,
    posts::Posts,
    public::public,
    status::{Failure, Status, troubles},
};
use crate::{
    clock::Clock,
    store::{Store, site},
};

/// How long to wait before a generation that disk or store made fail is tried again: long enough for a disk to be freed, short
/// enough that nobody has to help (invariant 4).
const RETRY: [Duration; 4] = [
    Duration::from_secs(2),
    Duration::from_secs(10),
    Duration::from_secs(30),
    Duration::from_secs(60),
];

/// Owns the generator's inputs and decides when it runs.
pub struct Worker {
    options: Options,
    data: PathBuf,
    store: Store,
    clock: Clock,
    site: Site,
    status: watch::Sender<Status>,
    writing: Arc<Mutex<()>>,
    commands: Sender<Command>,
    posts: Posts,
    images: StoreImages,
    encoder: Encoder,
    /// Content or templates changed and could not be loaded: the next generation tries again.
    stale: bool,
    /// Generations in a row that failed for a reason that may pass: disk or store.
    failures: usize,
}

impl Worker {
    pub fn new(
        options: Options,
        store: Store,
        clock: Clock,
        site: Site,
        status: watch::Sender<Status>,
        writing: Arc<Mutex<()>>,
        commands: Sender<Command>,
    ) -> Self {
        Self {
            images: StoreImages::new(store.clone()),
            posts: Posts::default(),
            encoder: Encoder::default(),
            stale: false,
            failures: 0,
            data: store
                .file()
                .parent()
                .map(Path::to_owned)
                .unwrap_or_default(),
            options,
            store,
            clock,
            site,
            status,
            writing,
            commands,
        }
    }

    /// Publishes at once, then whenever it is asked to.
    pub fn run(mut self, inbox: &Receiver<Command>) {
        self.publish(false);
        loop {
            let next = match self.failures {
                0 => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                many => inbox.recv_timeout(RETRY[many.min(RETRY.len()) - 1]),
            };
            let first = match next {
                Ok(command) => command,
                Err(RecvTimeoutError::Timeout) => Command::Publish,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            // Whatever else was asked meanwhile is one and the same generation.
            let asked: Vec<Command> = std::iter::once(first).chain(inbox.try_iter()).collect();
            // What was answered before the end goes live before the end.
            if asked.iter().any(|command| *command != Command::Stop) {
                self.publish(asked.contains(&Command::Reload));
            }
            if asked.contains(&Command::Stop) {
                return;
            }
        }
    }

    fn publish(&mut self, reload: bool) {
        self.status.send_modify(Status::begin);
        let revision = match self.catch_up() {
            Ok(revision) => revision,
            Err(error) => {
                // The status is public: the store's own words go to the log alone.
                tracing::error!(error = format!("{error:#}"), "the store cannot be read");
                self.failures += 1;
                return self.fail(0, &[Problem::error("store", "the store does not answer")]);
            }
        };
        match self.generate(reload) {
            Ok(report) => {
                self.failures = 0;
                self.live(revision, &report);
            }
            Err(error) => {
                // What people wrote does not mend itself; a full disk may.
                let passing = !matches!(error, BuildError::Problems(_));
                self.failures = if passing { self.failures + 1 } else { 0 };
                self.fail(revision, &error.problems().0);
            }
        }
    }

    fn catch_up(&mut self) -> anyhow::Result<i64> {
        let Self { store, posts, .. } = self;
        store.read_blocking(|connection| Ok(posts.catch_up(connection)?))
    }

    /// Loads content and templates if needed, then brings `dist` up to date. A panic in there is an error out here,
    /// after which everything is loaded afresh.
    fn generate(&mut self, reload: bool) -> Result<Report, BuildError> {
        let mut site = self.site.write().unwrap_or_else(PoisonError::into_inner);
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let stale = &mut self.stale;
        let reload = reload || *stale;
        let _nobody_deploys = crate::dist_lock::hold(&self.data)
            .map_err(|error| Problem::error("lock", error.to_string()))?;
        let run = || -> Result<Report, BuildError> {
            let mut generator = match site.take() {
                Some(generator) => generator,
                None => Generator::open(self.options.clone())?,
            };
            let reloaded = if reload { generator.reload() } else { Ok(()) };
            *stale = reloaded.is_err();
            let built = reloaded
                .map_err(BuildError::from)
                .and_then(|()| generator.build(&self.posts.set, &self.images));
            *site = Some(generator);
            built
        };
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let text = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("unknown");
            Err(Problem::error("panic", format!("the generator panicked: {text}")).into())
        })
    }

    fn live(&self, revision: i64, report: &Report) {
        for warning in &report.warnings {
            tracing::warn!(%warning, "while generating");
        }
        let noted = self
            .store
            .write_blocking(|store| Ok::<_, anyhow::Error>(site::set_published(store, revision)?));
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
        if report.images_pending > 0 {
            let site = self.site.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(generator) = site.as_ref() {
                self.encoder.start(
                    generator.pending_images(),
                    self.store.clone(),
                    self.commands.clone(),
                );
            }
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

    fn fail(&self, revision: i64, problems: &[Problem]) {
        let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
        for problem in &lines {
            tracing::error!(
                revision,
                problem,
                "the generation failed; the site stays as it was"
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
