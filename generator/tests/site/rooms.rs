//! The rooms of `generator/src` and which of them may know which: docs/architecture.md in a form that fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

/// Each room with the rooms that it may use. Arrows go down only: a room stands below all that it uses.
const ROOMS: [(&str, &[&str]); 15] = [
    ("main", &["cli"]),
    ("cli", &["lib"]),
    (
        "generator",
        &[
            "base", "files", "images", "inputs", "options", "output", "pages", "plan", "posts",
            "routes",
        ],
    ),
    (
        "plan",
        &[
            "base", "content", "files", "images", "inputs", "output", "pages", "posts", "routes",
        ],
    ),
    ("output", &["base", "images", "options", "routes"]),
    (
        "inputs",
        &[
            "base", "content", "images", "options", "pages", "render", "routes", "sharing",
        ],
    ),
    (
        "sharing",
        &[
            "base", "content", "images", "pages", "posts", "render", "routes",
        ],
    ),
    (
        "files",
        &["base", "content", "pages", "posts", "routes", "text"],
    ),
    (
        "pages",
        &[
            "base", "content", "images", "posts", "render", "routes", "text",
        ],
    ),
    ("render", &["base", "images", "routes", "text"]),
    ("content", &["base", "images", "posts", "routes"]),
    ("routes", &["base", "posts"]),
    ("posts", &["base", "images", "text"]),
    ("options", &["images"]),
    ("images", &["base", "text"]),
];
/// These use no other room but those of the list before them.
const GROUND: [(&str, &[&str]); 2] = [("text", &["base"]), ("base", &[])];

fn rooms() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    ROOMS.into_iter().chain(GROUND)
}

#[test]
fn arrows_go_down_only() {
    let order: Vec<&str> = rooms().map(|(room, _)| room).collect();
    for (room, uses) in rooms() {
        let own = order.iter().position(|other| *other == room);
        for used in uses.iter().filter(|used| **used != "lib") {
            let place = order.iter().position(|other| other == used);
            assert!(own < place, "{room} may not stand below {used}");
        }
    }
}

#[test]
fn every_room_uses_what_the_table_allows() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = BTreeSet::new();
    for entry in WalkDir::new(&source).into_iter().flatten() {
        let Some(file) = entry.path().strip_prefix(&source).unwrap().to_str() else {
            continue;
        };
        if !file.ends_with(".rs") || file == "lib.rs" {
            continue;
        }
        let room = file.split(['/', '.']).next().unwrap();
        let allowed = rooms().find(|(known, _)| *known == room);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{file}: a room that the table lacks"));
        let text = without_comments(&fs::read_to_string(entry.path()).unwrap());
        for used in used_rooms(&text) {
            assert!(
                used == room || allowed.contains(&used.as_str()),
                "{file}: {room} may not use {used}"
            );
            seen.insert((room.to_owned(), used));
        }
        let depth = file.matches('/').count();
        let up = "super::".repeat(depth + 2);
        assert!(
            !text.contains(&up),
            "{file}: leave the room by crate::, not by super::"
        );
    }
    for (room, uses) in rooms().filter(|(room, _)| !["main", "cli"].contains(room)) {
        for used in uses {
            let edge = (room.to_owned(), (*used).to_owned());
            assert!(
                seen.contains(&edge),
                "the table allows {room} -> {used}, which nothing needs"
            );
        }
    }
}

fn without_comments(text: &str) -> String {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The names after each `crate::`, also inside of `use crate::{…}`; `cli` uses the library from outside.
fn used_rooms(text: &str) -> BTreeSet<String> {
    let name = |text: &str| -> String {
        let letter = |character: &char| character.is_alphanumeric() || *character == '_';
        text.trim_start().chars().take_while(letter).collect()
    };
    let mut used = BTreeSet::new();
    for rest in text.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(group) => {
                let (mut depth, mut first) = (0, true);
                for (at, character) in group.char_indices() {
                    if depth == 0 && std::mem::take(&mut first) {
                        used.insert(name(&group[at..]));
                    }
                    match character {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => first = true,
                        _ => {}
                    }
                }
            }
            None => {
                used.insert(name(rest));
            }
        }
    }
    used.remove("");
    used
}
