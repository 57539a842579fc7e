//! Commands and what they print.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use generator::content::samples::Samples;
use generator::{
    BuildError, Generator, ImageMode, ImageStore, NoImages, Options, Post, Posts, Problem,
    Problems, Report, Severity,
};
use indicatif::{ProgressBar, ProgressStyle};
use notify_debouncer_full::notify::{self, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, new_debouncer};

/// Pre-renders the public site: content + posts + templates -> dist.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Brings the site up to date.
    Build(Paths),
    /// Checks content and templates and prints every problem; writes nothing into --out.
    Check(Paths),
    /// Builds, then builds again whenever content, templates or posts change.
    Watch(Paths),
}

#[derive(Args, Clone)]
struct Paths {
    /// JSON array of posts as the API gives them; without it the sample posts of the content folder
    #[arg(long, value_name = "FILE")]
    posts: Option<PathBuf>,
    /// What the firm says
    #[arg(
        long,
        env = "CMS_CONTENT",
        default_value = "content",
        value_name = "DIR"
    )]
    content: PathBuf,
    /// How it looks
    #[arg(
        long,
        env = "CMS_TEMPLATES",
        default_value = "templates",
        value_name = "DIR"
    )]
    templates: PathBuf,
    /// The generated site
    #[arg(long, env = "CMS_DIST", default_value = "dist", value_name = "DIR")]
    out: PathBuf,
    /// Image variants and the record of the last build
    #[arg(long, default_value = "data/cache/generator", value_name = "DIR")]
    cache: PathBuf,
    /// Canonical origin instead of the one in content/site.toml
    #[arg(long, env = "CMS_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
}

/// Runs the command.
pub fn run() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_default_env()
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn")),
        )
        .with_writer(std::io::stderr)
        .init();
    let done = match Cli::parse().command {
        Command::Build(paths) => build(&paths),
        Command::Check(paths) => check(&paths),
        Command::Watch(paths) => watch(&paths),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problems) => {
            print_problems(&problems.0);
            ExitCode::FAILURE
        }
    }
}

impl Paths {
    fn options(&self) -> Options {
        Options {
            content: self.content.clone(),
            templates: self.templates.clone(),
            dist: self.out.clone(),
            cache: self.cache.clone(),
            pictures: None,
            public_url: self.public_url.clone(),
            images: ImageMode::Wait,
        }
    }

    fn posts(&self) -> Result<(Posts, Box<dyn ImageStore>), Problems> {
        match &self.posts {
            Some(file) => Ok((read_posts(file)?, Box::new(NoImages))),
            None => {
                let samples = Samples::read(&self.content)?;
                Ok((samples.posts(), Box::new(samples)))
            }
        }
    }
}

fn read_posts(file: &Path) -> Result<Posts, Problems> {
    let failed = |code, error: String| Problems::from(Problem::error(code, error).in_file(file));
    let json = fs::read(file).map_err(|error| failed("unreadable", error.to_string()))?;
    let posts: Vec<Post> =
        serde_json::from_slice(&json).map_err(|error| failed("posts", error.to_string()))?;
    let mut problems = Problems::default();
    let mut numbers = BTreeSet::new();
    for Post { id, .. } in &posts {
        let message = match numbers.insert(id) {
            _ if *id < 1 => format!("{id} is no number of a post; they begin with 1"),
            false => format!("two posts have the number {id}"),
            true => continue,
        };
        problems.extend(failed("posts", message).0);
    }
    let posts = posts.into_iter().collect();
    problems.finish(posts).map(|(posts, _)| posts)
}

fn build(paths: &Paths) -> Result<(), Problems> {
    let progress = spinner("reading content and templates");
    let mut generator = Generator::open(paths.options()).map_err(|error| error.problems())?;
    let (posts, images) = paths.posts()?;
    progress.set_message(format!("making pages of {} posts", posts.set.len()));
    let report = generator
        .build(&posts, &*images)
        .map_err(|error| error.problems())?;
    while generator.tidy() {}
    progress.finish_and_clear();
    print_report(&report);
    Ok(())
}

/// Renders everything into a folder that is thrown away.
fn check(paths: &Paths) -> Result<(), Problems> {
    let progress = spinner("checking content and templates");
    let failed = |error: std::io::Error| Problems::from(Problem::error("io", error.to_string()));
    let scratch = tempfile::tempdir().map_err(failed)?;
    let options = Options {
        dist: scratch.path().join("dist"),
        cache: scratch.path().join("cache"),
        images: ImageMode::Background,
        ..paths.options()
    };
    let posts = paths.posts();
    let opened = Generator::open(options).map_err(|error| error.problems());
    let (mut generator, (posts, images)) = match (opened, posts) {
        (Ok(generator), Ok(posts)) => (generator, posts),
        (opened, posts) => {
            let mut problems = Problems::default();
            problems.extend(opened.err().into_iter().flat_map(|found| found.0));
            problems.extend(posts.err().into_iter().flat_map(|found| found.0));
            return Err(problems);
        }
    };
    let report = generator
        .build(&posts, &*images)
        .map_err(|error: BuildError| error.problems())?;
    progress.finish_and_clear();
    print_problems(&report.warnings);
    println!(
        "no errors, {}, {}",
        counted(report.warnings.len(), "warning"),
        counted(report.total.pages, "page")
    );
    Ok(())
}

fn watch(paths: &Paths) -> Result<(), Problems> {
    let failed = |error: notify::Error| Problems::from(Problem::error("watch", error.to_string()));
    let absolute = |path: &PathBuf| {
        let failed = |error: std::io::Error| Problem::error("watch", error.to_string());
        std::path::absolute(path).map_err(|error| Problems::from(failed(error).in_file(path)))
    };
    let folders = [absolute(&paths.content)?, absolute(&paths.templates)?];
    let posts = paths.posts.as_ref().map(absolute).transpose()?;
    let inputs: Vec<PathBuf> = folders.iter().chain(&posts).cloned().collect();
    let (sender, events) = mpsc::channel();
    let forward = move |result: DebounceEventResult| {
        let _ = sender.send(may_differ(result, &inputs));
    };
    let mut debouncer = new_debouncer(Duration::from_millis(30), None, forward).map_err(failed)?;
    // Watching begins before anything is read, so that no change falls in between.
    for folder in &folders {
        debouncer
            .watch(folder, RecursiveMode::Recursive)
            .map_err(failed)?;
    }
    // Of the file of posts the folder: most programs put another file in its place, and that one nobody would watch.
    let around = posts.as_deref().and_then(Path::parent);
    if let Some(around) = around.filter(|around| !folders.iter().any(|one| around.starts_with(one)))
    {
        debouncer
            .watch(around, RecursiveMode::NonRecursive)
            .map_err(failed)?;
    }
    let mut generator = Generator::open(paths.options()).map_err(|error| error.problems())?;
    rebuild(&mut generator, paths);
    println!("watching; stop with Ctrl-C");
    for changed in events {
        if !changed {
            continue;
        }
        match generator.reload() {
            Ok(()) => rebuild(&mut generator, paths),
            Err(problems) => print_problems(&problems.0),
        }
    }
    Ok(())
}

/// Whether the inputs may be others than before. What the watcher could not see is said, and may be that they are.
fn may_differ(noticed: DebounceEventResult, inputs: &[PathBuf]) -> bool {
    let ours = |path: &PathBuf| inputs.iter().any(|input| path.starts_with(input));
    match noticed {
        Ok(events) => {
            let mut events = events.iter().filter(|event| !event.kind.is_access());
            events.any(|event| event.paths.is_empty() || event.paths.iter().any(ours))
        }
        Err(errors) => {
            let warned = |error: &notify::Error| Problem::warning("watch", error.to_string());
            let warnings: Vec<Problem> = errors.iter().map(warned).collect();
            print_problems(&warnings);
            true
        }
    }
}

fn rebuild(generator: &mut Generator, paths: &Paths) {
    let built = paths.posts().and_then(|(posts, images)| {
        generator
            .build(&posts, &*images)
            .map_err(|error| error.problems())
    });
    match built {
        Ok(report) => print_report(&report),
        Err(problems) => print_problems(&problems.0),
    }
    while generator.tidy() {}
}

fn spinner(message: &'static str) -> ProgressBar {
    let progress = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        progress.set_style(style);
    }
    progress.set_message(message);
    progress.enable_steady_tick(Duration::from_millis(120));
    if progress.is_hidden() {
        eprintln!("{message}");
    }
    progress
}

fn print_report(report: &Report) {
    print_problems(&report.warnings);
    println!(
        "{}: {} rendered, {} written, {} removed in {:.1} ms",
        counted(report.total.pages, "page"),
        counted(report.rendered, "file"),
        report.written,
        report.removed,
        report.duration.as_secs_f64() * 1000.0
    );
}

/// So many of them: `1 page`, `2 pages`.
fn counted(count: usize, one: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {one}{ending}")
}

fn print_problems(problems: &[Problem]) {
    for problem in problems {
        eprintln!("{problem}");
    }
    let errors = problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .count();
    if errors > 0 {
        eprintln!("{}", counted(errors, "error"));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use notify_debouncer_full::DebouncedEvent;

    use super::*;
    use notify::{Event, EventKind, event::AccessKind};

    #[test]
    fn what_the_watcher_could_not_see_may_be_a_change() {
        let inputs = [PathBuf::from("/srv/content")];
        let noticed = |kind: EventKind, path: &str| {
            let event = Event::new(kind).add_path(path.into());
            may_differ(
                Ok(vec![DebouncedEvent::new(event, Instant::now())]),
                &inputs,
            )
        };
        assert!(noticed(EventKind::Any, "/srv/content/site.toml"));
        assert!(!noticed(EventKind::Any, "/srv/dist/index.html"));
        let read = EventKind::Access(AccessKind::Any);
        assert!(!noticed(read, "/srv/content/site.toml"));
        let full = notify::Error::new(notify::ErrorKind::MaxFilesWatch);
        assert!(may_differ(Err(vec![full]), &inputs));
    }
}
