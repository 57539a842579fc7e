//! The text files of `content/` as they are on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::base::{Problem, Problems, relative};

/// Contents of all TOML files by path below `content/`, and the names of the media.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// How the folder is called in messages.
    pub root: String,
    /// `az/ui.toml` -> text. Sample posts are not among them.
    pub files: BTreeMap<String, String>,
    /// Paths below `content/media`.
    pub media: BTreeSet<String>,
}

impl Sources {
    /// Reads the folder.
    pub fn read(dir: &Path) -> Result<Sources, Problems> {
        let mut sources = Sources {
            root: dir.display().to_string(),
            ..Sources::default()
        };
        let mut problems = Problems::default();
        for entry in WalkDir::new(dir).sort_by_file_name() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    problems.push(Problem::unreadable(dir, "--content", &error));
                    continue;
                }
            };
            if entry.file_type().is_dir() {
                continue;
            }
            let Some(path) = relative(dir, entry.path()) else {
                continue;
            };
            if let Some(media) = path.strip_prefix("media/") {
                sources.media.insert(media.to_owned());
            } else if path.ends_with(".toml") && !path.starts_with("posts/") {
                match text_of(entry.path()) {
                    Ok(text) => {
                        sources.files.insert(path, text);
                    }
                    Err(problem) => problems.push(problem),
                }
            }
        }
        if problems.is_empty() {
            Ok(sources)
        } else {
            Err(problems)
        }
    }

    /// How a file is called in messages.
    pub fn display(&self, path: &str) -> String {
        format!("{}/{path}", self.root.trim_end_matches('/'))
    }
}

/// The text of a file that people write.
pub fn text_of(path: &Path) -> Result<String, Problem> {
    let unreadable = |error: std::io::Error| Problem::error("unreadable", error.to_string());
    let bytes = fs::read(path).map_err(|error| unreadable(error).in_file(path))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
        let line = before.rsplit('\n').next().unwrap_or("");
        Problem::error("encoding", "this file is not in UTF-8")
            .in_file(path)
            .at(before.matches('\n').count() + 1, line.chars().count() + 1)
            .hint("save it again in that encoding")
    })
}
