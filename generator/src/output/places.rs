//! Folders that must not be `dist` or the cache: a slip in a setting must not cost what people made.

use std::path::Path;

use crate::base::place::{Place, Relation, grounds};
use crate::base::{Problem, Problems};
use crate::options::Options;

/// Refuses places where writing or removing could meet what is not ours.
pub fn check(options: &Options) -> Result<(), Problems> {
    let mut problems = Problems::default();
    let dist = ("dist", options.dist.as_path());
    let cache = ("the cache", options.cache.as_path());
    let pictures = options.pictures.as_deref();
    let pictures = pictures.map(|folder| ("the folder of pictures", folder));
    let written = [dist, cache].into_iter().chain(pictures);
    for (name, folder) in written {
        if let Some(reason) = unfit(folder, options) {
            problems.push(refused(name, folder, &reason));
        }
    }
    if problems.is_empty() {
        for (name, other) in [Some(cache), pictures].into_iter().flatten() {
            if relation(&options.dist, other).is_ok_and(|relation| relation.is_some()) {
                problems.push(refused(dist.0, dist.1, &format!("overlaps {name}")));
            }
        }
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

fn relation(one: &Path, other: &Path) -> std::io::Result<Option<Relation>> {
    Ok(Place::of(one)?.relation(&Place::of(other)?))
}

/// What speaks against a folder that is to be written.
fn unfit(folder: &Path, options: &Options) -> Option<String> {
    if folder.as_os_str().is_empty() {
        return Some("has no name".into());
    }
    let inputs = [
        ("the content", options.content.clone(), true),
        ("the templates", options.templates.clone(), true),
    ];
    // Everybody's output lies in the home folder: only above these nothing is written.
    let grounds = grounds()
        .into_iter()
        .map(|(name, path)| (name, path, false));
    grounds
        .chain(inputs)
        .find_map(|(name, other, inside_too)| match relation(folder, &other) {
            Ok(Some(Relation::LiesIn)) if !inside_too => None,
            Ok(relation) => relation.map(|relation| format!("{relation} {name}")),
            Err(error) => Some(format!("cannot be compared with {name}: {error}")),
        })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

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
            ("/".into(), "the root folder"),
            (".".into(), "working directory"),
            (here.join("src/../.."), "working directory"),
            (home, ""),
            (at("site"), "contains the content"),
            (at("link"), "contains the content"),
            (at("site/content"), "is the content"),
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
