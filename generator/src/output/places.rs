//! Folders that must not be `dist` or the cache: a slip in a setting must not cost what people made.

use std::path::{Component, Path, PathBuf};

use crate::base::{Problem, Problems};
use crate::options::Options;

/// Refuses places where writing or removing could meet what is not ours.
pub fn check(options: &Options) -> Result<(), Problems> {
    let mut problems = Problems::default();
    let written = [("dist", &options.dist), ("the cache", &options.cache)];
    let shared = options.pictures.iter();
    let shared = shared.map(|folder| ("the folder of pictures", folder));
    for (name, folder) in written.into_iter().chain(shared) {
        if let Some(reason) = unfit(folder, options) {
            problems.push(refused(name, folder, &reason));
        }
    }
    let (dist, cache) = (resolve(&options.dist), resolve(&options.cache));
    if problems.is_empty() && (dist.starts_with(&cache) || cache.starts_with(&dist)) {
        problems.push(refused("dist", &options.dist, "overlaps the cache"));
    }
    let pictures = options.pictures.as_deref().map(resolve);
    let overlaps = |other: &PathBuf| dist.starts_with(other) || other.starts_with(&dist);
    if problems.is_empty() && pictures.as_ref().is_some_and(overlaps) {
        problems.push(refused("dist", &options.dist, "overlaps the pictures"));
    }
    problems.finish(()).map(|_| ())
}

fn refused(name: &str, folder: &Path, reason: &str) -> Problem {
    let problem = Problem::error(
        "unfit-folder",
        format!("{name} cannot be here: it {reason}"),
    );
    problem.in_file(folder).hint("give a folder of its own")
}

/// What speaks against a folder that is to be written.
fn unfit(folder: &Path, options: &Options) -> Option<String> {
    if folder.as_os_str().is_empty() {
        return Some("has no name".into());
    }
    let folder = resolve(folder);
    let inputs = [
        ("the content", resolve(&options.content)),
        ("the templates", resolve(&options.templates)),
    ];
    if let Some((name, _)) = inputs.iter().find(|(_, input)| folder.starts_with(input)) {
        return Some(format!("is or lies in {name}"));
    }
    let persons = [
        ("the root of the file system", Some(PathBuf::from("/"))),
        ("the working directory", std::env::current_dir().ok()),
        ("the home folder", std::env::home_dir()),
    ];
    let persons = persons.into_iter().filter_map(|(name, place)| {
        let place = place.filter(|place| !place.as_os_str().is_empty())?;
        Some((name, resolve(&place)))
    });
    let kept = persons
        .chain(inputs)
        .find(|(_, kept)| kept.starts_with(&folder));
    kept.map(|(name, _)| format!("is or contains {name}"))
}

/// The folder without links and `..`, as far as it exists.
fn resolve(folder: &Path) -> PathBuf {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let parts: Vec<Component<'_>> = absolute.components().collect();
    for known in (0..=parts.len()).rev() {
        let start: PathBuf = parts[..known].iter().collect();
        if let Ok(real) = start.canonicalize() {
            return parts[known..].iter().fold(real, step);
        }
    }
    absolute
}

fn step(mut folder: PathBuf, part: &Component<'_>) -> PathBuf {
    match part {
        Component::ParentDir => {
            folder.pop();
        }
        Component::CurDir => {}
        other => folder.push(other),
    }
    folder
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::images::ImageMode;

    #[test]
    fn what_people_made_is_never_written_into() {
        let root = tempfile::tempdir().unwrap();
        let at = |path: &str| root.path().join(path);
        for folder in ["site/content/media", "site/templates", "out"] {
            std::fs::create_dir_all(at(folder)).unwrap();
        }
        std::os::unix::fs::symlink(at("site"), at("link")).unwrap();
        let home = std::env::home_dir().unwrap();
        let here = std::env::current_dir().unwrap();
        let try_dist = |dist: &Path, cache: &Path| {
            check(&Options {
                content: at("site/content"),
                templates: at("site/templates"),
                dist: dist.to_owned(),
                cache: cache.to_owned(),
                pictures: None,
                public_url: None,
                images: ImageMode::Wait,
            })
        };
        let cache = at("cache");
        let refused = [
            (PathBuf::new(), "has no name"),
            ("/".into(), "root of the file system"),
            (".".into(), "working directory"),
            (here.join("src/../.."), "working directory"),
            (home, ""),
            (at("site"), "contains the content"),
            (at("link"), "contains the content"),
            (at("site/content"), "lies in the content"),
            (at("link/content/new/dist"), "lies in the content"),
            (at("site/templates/dist"), "lies in the templates"),
            (at("out/../site/content/dist"), "lies in the content"),
            (at("cache/dist"), "overlaps the cache"),
            (at("cache"), "overlaps the cache"),
        ];
        for (dist, reason) in refused {
            let said = try_dist(&dist, &cache).unwrap_err().to_string();
            assert!(said.contains(reason), "{}: {said}", dist.display());
            if !reason.contains("cache") {
                try_dist(&at("out"), &dist).unwrap_err();
            }
        }
        try_dist(&at("out"), &at("out/cache")).unwrap_err();
        for good in ["out", "new/dist", "site/dist", "link/dist"] {
            try_dist(&at(good), &cache).unwrap();
        }
    }
}
