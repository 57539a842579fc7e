//! Content and templates are watched while serving; changes regenerate the site. (`--watch` also reloads open pages.)

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::Context as _;
use notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use crate::app::App;

/// Editors save in several steps; they count as one change.
const PAUSE: Duration = Duration::from_millis(50);

/// Watches as long as it lives.
pub struct Watch {
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
}

/// Starts watching.
pub fn start(app: &App) -> anyhow::Result<Watch> {
    let publisher = Arc::downgrade(app);
    let handler = move |result: DebounceEventResult| {
        let changed = match result {
            Ok(events) => events.iter().any(|event| {
                !matches!(event.kind, EventKind::Access(_))
                    && event.paths.iter().any(|path| matters(path))
            }),
            Err(errors) => {
                tracing::warn!(?errors, "watching files");
                true
            }
        };
        if let (true, Some(app)) = (changed, publisher.upgrade()) {
            app.publisher.reload();
        }
    };
    let mut debouncer = new_debouncer(PAUSE, None, handler).context("cannot watch files")?;
    for folder in app.publisher.watched() {
        debouncer
            .watch(folder, RecursiveMode::Recursive)
            .with_context(|| format!("cannot watch {}", folder.display()))?;
    }
    Ok(Watch {
        _debouncer: debouncer,
    })
}

/// Not what editors and npm leave around.
fn matters(path: &Path) -> bool {
    let hidden = |part: &str| part.starts_with('.') || part == "node_modules";
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    !path.iter().any(|part| part.to_str().is_some_and(hidden))
        && !name.ends_with('~')
        && !name.ends_with(".swp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backups_and_packages_do_not_matter() {
        assert!(matters(Path::new("content/az/ui.toml")));
        for path in [
            "templates/islands/node_modules/a.js",
            "content/.git/x",
            "content/ui.toml~",
            "a/.b.swp",
        ] {
            assert!(!matters(Path::new(path)), "{path}");
        }
    }
}
