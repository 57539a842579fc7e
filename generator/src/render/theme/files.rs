//! The files of `templates/` as they are on disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use walkdir::WalkDir;

use crate::base::{Problem, Problems, relative};

/// All files by what they are.
#[derive(Debug, Clone, Default)]
pub struct ThemeFiles {
    /// Folder as shown in messages.
    pub root: String,
    /// `*.html`.
    pub templates: BTreeMap<String, String>,
    /// `icons/*.svg` by bare name.
    pub icons: BTreeMap<String, String>,
    /// `styles/**/*.css`.
    pub styles: BTreeMap<String, String>,
    /// `fonts/*`, `images/*`, `assets/*`.
    pub assets: BTreeMap<String, Arc<[u8]>>,
    /// `sharing.svg`.
    pub sheet: Option<String>,
    /// `islands/build/server.js`.
    pub island_server: Option<String>,
    /// `islands/build/manifest.json`.
    pub island_manifest: Option<String>,
    /// `islands/build/client/*`.
    pub island_client: BTreeMap<String, Arc<[u8]>>,
}

/// What pictures for sharing are drawn on; not published.
pub const SHEET: &str = "sharing.svg";
const ASSET_FOLDERS: [&str; 3] = ["fonts/", "images/", "assets/"];
const ASSET_TYPES: [&str; 10] = [
    "woff2", "woff", "svg", "png", "jpg", "jpeg", "webp", "avif", "gif", "ico",
];

impl ThemeFiles {
    /// Reads the folder.
    pub fn read(dir: &Path) -> Result<ThemeFiles, Problems> {
        let root = dir.display().to_string().trim_end_matches('/').to_owned();
        let mut files = ThemeFiles {
            root,
            ..ThemeFiles::default()
        };
        let mut problems = Problems::default();
        let wanted = |name: &str| name != "node_modules" && name != "src" && name != "build-dev";
        let entries = WalkDir::new(dir)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| entry.file_name().to_str().is_some_and(wanted));
        for entry in entries {
            let read = match entry {
                Ok(entry) if entry.file_type().is_dir() => continue,
                Ok(entry) => match relative(dir, entry.path()) {
                    Some(path) => files.read_file(&path, entry.path()),
                    None => continue,
                },
                Err(error) => Err(Problem::unreadable(dir, "--templates", &error)),
            };
            if let Err(problem) = read {
                problems.push(problem);
            }
        }
        if problems.is_empty() {
            Ok(files)
        } else {
            Err(problems)
        }
    }

    fn read_file(&mut self, path: &str, file: &Path) -> Result<(), Problem> {
        let failed =
            |error: std::io::Error| Problem::error("unreadable", error.to_string()).in_file(file);
        let text = || fs::read_to_string(file).map_err(failed);
        let bytes = || fs::read(file).map(Arc::from).map_err(failed);
        let extension = path.rsplit('.').next().unwrap_or("");
        if let Some(built) = path.strip_prefix("islands/") {
            match built {
                "build/server.js" => self.island_server = Some(text()?),
                "build/manifest.json" => self.island_manifest = Some(text()?),
                _ => {
                    if let Some(name) = built.strip_prefix("build/client/") {
                        self.island_client.insert(name.to_owned(), bytes()?);
                    }
                }
            }
        } else if let Some(name) = path
            .strip_prefix("icons/")
            .and_then(|n| n.strip_suffix(".svg"))
        {
            self.icons
                .insert(name.to_owned(), text()?.trim().to_owned());
        } else if path == SHEET {
            self.sheet = Some(text()?);
        } else if extension == "html" {
            self.templates.insert(path.to_owned(), text()?);
        } else if extension == "css" {
            self.styles.insert(path.to_owned(), text()?);
        } else if ASSET_FOLDERS.iter().any(|folder| path.starts_with(folder))
            && ASSET_TYPES.contains(&extension)
        {
            self.assets.insert(path.to_owned(), bytes()?);
        }
        Ok(())
    }
}
