//! Content and templates are watched while serving; changes regenerate the site. (`--watch` also reloads open pages.)

use std::{
    fs::Metadata,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    time::{Duration, SystemTime},
};

use anyhow::Context as _;
use notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use walkdir::WalkDir;

use crate::publishing::Publisher;

/// Editors save in several steps; they count as one change.
const PAUSE: Duration = Duration::from_millis(50);

/// Between two tries to begin: a folder may come back, another program may let go of its watches.
pub const RETRY: Duration = Duration::from_secs(10);

/// By as much a file system's clock may be behind.
const TICK: Duration = Duration::from_millis(20);

/// Watches as long as it lives, from the first moment at which that is possible.
pub struct Keeper {
    late: Arc<AtomicBool>,
    _ended: Sender<()>,
}

impl Keeper {
    /// Whether it was not possible at once.
    pub fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }
}

/// Watches in the background what was read `since`; when it cannot, it tries again after each pause.
pub fn keep(publisher: &Arc<Publisher>, since: SystemTime, pause: Duration) -> Keeper {
    let (ended, end) = mpsc::channel();
    let (publisher, late) = (Arc::downgrade(publisher), Arc::new(AtomicBool::new(false)));
    let is_late = late.clone();
    std::thread::spawn(move || {
        let mut watch: Option<Watch> = None;
        let mut warned = false;
        loop {
            let Some(publisher) = publisher.upgrade() else {
                return;
            };
            if watch.take_if(|watch| !watch.is_current()).is_some() {
                late.store(true, Ordering::Relaxed);
            }
            if watch.is_none() {
                watch = begin(&publisher, since, &late, &mut warned);
            }
            drop(publisher);
            if end.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
    });
    Keeper {
        late: is_late,
        _ended: ended,
    }
}

/// Starts watching, if that is possible; each time that it is not is told once.
fn begin(
    publisher: &Arc<Publisher>,
    since: SystemTime,
    late: &AtomicBool,
    warned: &mut bool,
) -> Option<Watch> {
    match start(publisher) {
        Ok(watch) => {
            *warned = false;
            if late.load(Ordering::Relaxed) {
                tracing::info!("changed templates are noticed again");
                publisher.reload();
            } else if watch.has_changed(since) {
                // The publisher begins to read before this.
                publisher.reload();
            }
            Some(watch)
        }
        Err(error) => {
            late.store(true, Ordering::Relaxed);
            if !std::mem::replace(warned, true) {
                let error = format!("{error:#}");
                tracing::warn!(error, "changed templates are not noticed; trying again");
            }
            None
        }
    }
}

/// Watches as long as it lives.
struct Watch {
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
    folders: Vec<(PathBuf, Option<Identity>)>,
}

/// Device and number of a folder, and when it was made: a new one often gets the number of the one that was removed.
type Identity = (u64, u64, Option<SystemTime>);

impl Watch {
    /// Whether the folders are still those that are watched: one may have been replaced as a whole, or a link to it.
    fn is_current(&self) -> bool {
        let mut folders = self.folders.iter();
        folders.all(|(folder, watched)| identity(folder) == *watched)
    }

    /// Whether something in them that matters was written, came or went after `moment`, whatever times its writer gave it.
    fn has_changed(&self, moment: SystemTime) -> bool {
        let since = (moment - TICK).duration_since(SystemTime::UNIX_EPOCH);
        let since = since.unwrap_or_default().as_nanos();
        self.folders.iter().any(|(folder, _)| {
            let folders = [folder.clone()];
            let inside = WalkDir::new(folder).follow_root_links(true).into_iter();
            let inside = inside.filter_entry(|entry| matters(entry.path(), &folders));
            let times = inside.flatten().flat_map(|entry| entry.metadata());
            let mut changed = times.filter_map(|found| changed_at(&found));
            changed.any(|changed| changed >= since)
        })
    }
}

/// In nanoseconds; unlike the time of its contents, the file system alone writes it.
fn changed_at(found: &Metadata) -> Option<u128> {
    let (seconds, rest) = (
        u128::try_from(found.ctime()),
        u128::try_from(found.ctime_nsec()),
    );
    Some(seconds.ok()? * 1_000_000_000 + rest.ok()?)
}

fn identity(folder: &Path) -> Option<Identity> {
    let found = folder.metadata().ok()?;
    Some((found.dev(), found.ino(), found.created().ok()))
}

/// Starts watching.
fn start(publisher: &Arc<Publisher>) -> anyhow::Result<Watch> {
    // Events name paths below the folder that was given.
    let given = publisher.watched();
    let known = given.iter().map(|given| (given.clone(), identity(given)));
    let known = known.collect();
    let folders: Vec<PathBuf> = given
        .iter()
        .map(|folder| folder.canonicalize().unwrap_or_else(|_| folder.clone()))
        .collect();
    let roots = folders.clone();
    let publisher = Arc::downgrade(publisher);
    let handler = move |result: DebounceEventResult| {
        let changed = match result {
            Ok(events) => events.iter().any(|event| {
                !matches!(event.kind, EventKind::Access(_))
                    && event.paths.iter().any(|path| matters(path, &roots))
            }),
            Err(errors) => {
                tracing::warn!(?errors, "watching files");
                true
            }
        };
        if let (true, Some(publisher)) = (changed, publisher.upgrade()) {
            publisher.reload();
        }
    };
    let mut debouncer = new_debouncer(PAUSE, None, handler).context("cannot watch files")?;
    for folder in &folders {
        debouncer
            .watch(folder, RecursiveMode::Recursive)
            .with_context(|| format!("cannot watch {}", folder.display()))?;
    }
    Ok(Watch {
        _debouncer: debouncer,
        folders: known,
    })
}

/// Not what editors and npm leave around. Where the watched folders themselves are does not matter.
fn matters(path: &Path, folders: &[PathBuf]) -> bool {
    let inside = folders
        .iter()
        .find_map(|folder| path.strip_prefix(folder).ok())
        .unwrap_or(path);
    let hidden = |part: &str| part.starts_with('.') || part == "node_modules";
    let name = inside
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    !inside.iter().any(|part| part.to_str().is_some_and(hidden))
        && !name.ends_with('~')
        && !name.ends_with(".swp")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_was_made_anew_is_another_one() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("templates");
        std::fs::create_dir(&folder).unwrap();
        let known = identity(&folder);
        assert_eq!(identity(&folder), known);
        // Moments of a file system are some milliseconds apart.
        let until = std::time::Instant::now() + Duration::from_secs(1);
        while identity(&folder) == known && std::time::Instant::now() < until {
            std::fs::remove_dir(&folder).unwrap();
            std::fs::create_dir(&folder).unwrap();
        }
        assert_ne!(identity(&folder), known);
    }

    #[test]
    fn backups_and_packages_do_not_matter() {
        let folders = [
            PathBuf::from("/srv/.site/content"),
            PathBuf::from("/srv/.site/templates"),
        ];
        let matters = |path: &str| super::matters(&Path::new("/srv/.site").join(path), &folders);
        assert!(matters("content/az/ui.toml"));
        for path in [
            "templates/islands/node_modules/a.js",
            "content/.git/x",
            "content/ui.toml~",
            "content/.b.swp",
        ] {
            assert!(!matters(path), "{path}");
        }
    }
}
