//! What content names beside words: pictures, films and icons, each of which is a file.

use std::collections::{BTreeMap, BTreeSet};

use super::{Content, Sources};
use crate::base::{Problem, Problems};
use crate::images::{MediaBytes, fault};

/// Where a page looks for the picture of a sector: a file of the icon's name.
const SECTORS: &str = "sectors/";

/// Checks that every picture, video and icon that content names exists, and that browsers show the pictures.
pub fn check_references(
    content: &Content,
    (sources, media): (&Sources, &MediaBytes),
    icons: &BTreeSet<String>,
) -> Problems {
    let mut problems = Problems::default();
    let mut faults: BTreeMap<String, Option<Problem>> = BTreeMap::new();
    let has_sectors = sources.media.iter().any(|name| name.starts_with(SECTORS));
    for ((lang, file), node) in &content.trees {
        node.each_text(&mut |key, text, place| {
            let mut tell = |problem: Problem| {
                let problem = place.mark(problem).key(key);
                if !problems.0.contains(&problem) {
                    problems.push(problem);
                }
            };
            let mut wrong = |code, message: String, hint: &str| {
                tell(Problem::error(code, message).hint(hint));
            };
            if lang.is_none() && is_media_key(key) || is_image_key(key) {
                if !sources.media.contains(text) {
                    let message = format!("there is no content/media/{text}");
                    wrong(
                        "missing-media",
                        message,
                        "paths are relative to content/media",
                    );
                } else if !is_film_key(key)
                    && let Some(bytes) = media.get(text)
                {
                    let found = faults.entry(text.to_owned());
                    if let Some(problem) = found.or_insert_with(|| fault(text, bytes)) {
                        tell(problem.clone());
                    }
                }
            } else if is_icon_key(key) {
                let picture = format!("{SECTORS}{text}.jpg");
                if !icons.contains(text) {
                    let message = format!("there is no templates/icons/{text}.svg");
                    wrong(
                        "missing-icon",
                        message,
                        "the name of a file there, without .svg",
                    );
                } else if has_sectors && is_sector(file, key) && !sources.media.contains(&picture) {
                    let message = format!("there is no content/media/{picture}");
                    let hint = "a sector's picture has the name of its icon";
                    wrong("missing-media", message, hint);
                }
            }
        });
    }
    problems
}

/// Whether a key names a file: that is looked at by itself.
pub fn is_reference(key: &str) -> bool {
    is_media_key(key) || is_image_key(key) || is_icon_key(key)
}

fn is_sector(file: &str, key: &str) -> bool {
    file == "pages/about.toml" && key.starts_with("sectors.items[")
}

fn is_film_key(key: &str) -> bool {
    key.ends_with(".webm") || key.ends_with(".mp4")
}

fn is_media_key(key: &str) -> bool {
    key.starts_with("hero[")
        || key.starts_with("header_video.")
        || key.starts_with("not_found_video.")
        || (key.starts_with("partners[") && key.ends_with(".logo"))
        || (key.starts_with("certificates[") && key.ends_with(".image"))
        || matches!(key, "og_image" | "logo" | "portrait")
}

fn is_image_key(key: &str) -> bool {
    key == "image"
}

fn is_icon_key(key: &str) -> bool {
    key == "icon" || key.ends_with(".icon")
}
