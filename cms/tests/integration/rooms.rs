//! The rooms of the crate: each uses those below it only, no two files need each other, and what a room knows nothing of is
//! not in it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// From the top down: a room and the rooms it uses. Another direction fails, and so does one that nobody uses any more.
const ROOMS: [(&str, &[&str]); 22] = [
    (
        "cli",
        &[
            "http",
            "ops",
            "webhooks",
            "people",
            "deploy",
            "messages",
            "publishing",
            "originals",
            "time",
            "store",
            "storage",
            "disk",
            "config",
            "net",
            "output",
        ],
    ),
    (
        "http",
        &[
            "links",
            "webhooks",
            "people",
            "posts",
            "messages",
            "media",
            "publishing",
            "originals",
            "time",
            "store",
            "blocking",
            "config",
            "fields",
            "hosting",
            "net",
        ],
    ),
    (
        "ops",
        &[
            "posts",
            "media",
            "originals",
            "time",
            "store",
            "disk",
            "storage",
            "config",
            "fields",
            "net",
            "output",
        ],
    ),
    (
        "webhooks",
        &["people", "publishing", "time", "store", "fields", "net"],
    ),
    ("links", &["config", "net"]),
    (
        "people",
        &["time", "store", "disk", "config", "fields", "net"],
    ),
    (
        "deploy",
        &[
            "publishing",
            "time",
            "blocking",
            "disk",
            "storage",
            "config",
            "hosting",
            "net",
        ],
    ),
    ("posts", &["media", "store", "fields"]),
    ("messages", &["time", "store", "config", "fields"]),
    ("media", &["store", "fields"]),
    ("publishing", &["originals", "time", "store", "config"]),
    ("originals", &["store", "storage", "config", "net"]),
    ("time", &["store"]),
    ("store", &["blocking", "disk", "config", "fields"]),
    ("blocking", &[]),
    ("disk", &["config"]),
    ("storage", &["config", "net"]),
    ("config", &[]),
    ("fields", &[]),
    ("hosting", &[]),
    ("net", &[]),
    ("output", &[]),
];

/// A module by the names on the way to it.
type Module = Vec<String>;

/// Every module with its source, comments and unit tests aside.
fn modules() -> BTreeMap<Module, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = walkdir::WalkDir::new(&root).into_iter().map(Result::unwrap);
    files
        .filter_map(|entry| {
            let relative = entry.path().strip_prefix(&root).unwrap();
            let name = relative.to_str()?.strip_suffix(".rs")?;
            let name = name.strip_suffix("/mod").unwrap_or(name);
            let skipped = name.ends_with("_tests") || matches!(name, "lib" | "main");
            let module = name.split('/').map(str::to_owned).collect();
            (!skipped).then(|| (module, code(&fs::read_to_string(entry.path()).unwrap())))
        })
        .collect()
}

fn code(source: &str) -> String {
    let mut parts = source.split("\n#[cfg(test)]\n");
    let first = parts.next().unwrap_or_default();
    // Behind a module of tests in a file of its own comes more of the program.
    let rest = parts.map_while(|part| {
        part.split_once(";\n")
            .filter(|(module, _)| !module.contains('\n'))
    });
    let own = std::iter::once(first).chain(rest.map(|(_module, rest)| rest));
    let lines = own
        .flat_map(str::lines)
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Every path of a source that begins with `crate`, `super` or `self`, groups taken apart.
fn paths(source: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in source.match_indices(start) {
            let before = source[..at].chars().next_back();
            if !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                take_apart(&source[at..], &mut Vec::new(), &mut found);
            }
        }
    }
    found
}

/// Reads `a::b::{c, d::e}`; returns what follows it.
fn take_apart<'a>(
    mut text: &'a str,
    path: &mut Vec<String>,
    found: &mut Vec<Vec<String>>,
) -> &'a str {
    let depth = path.len();
    loop {
        text = text.trim_start();
        if let Some(mut group) = text.strip_prefix('{') {
            loop {
                group = take_apart(group, path, found).trim_start();
                match group.strip_prefix(',') {
                    Some(next) if !next.trim_start().starts_with('}') => group = next,
                    next => {
                        let end = next.unwrap_or(group).trim_start();
                        path.truncate(depth);
                        return end.strip_prefix('}').unwrap_or(end);
                    }
                }
            }
        }
        let length = text
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len());
        path.push(text[..length].to_owned());
        text = &text[length..];
        match text.strip_prefix("::") {
            Some(rest) => text = rest,
            None => break,
        }
    }
    found.push(path.clone());
    path.truncate(depth);
    match text.strip_prefix(" as ") {
        Some(alias) => alias.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'),
        None => text,
    }
}

/// The module that a path in `from` leads to, if it is one of ours.
fn target(path: &[String], from: &Module, all: &BTreeMap<Module, String>) -> Option<Module> {
    let mut place = from.clone();
    let mut rest = path;
    if path[0] == "crate" {
        place.clear();
        rest = &path[1..];
    }
    while let Some(first) = rest
        .first()
        .filter(|part| matches!(part.as_str(), "super" | "self"))
    {
        if first == "super" {
            place.pop();
        }
        rest = &rest[1..];
    }
    place.extend(rest.iter().filter(|part| *part != "self").cloned());
    while !place.is_empty() && !all.contains_key(&place) {
        place.pop();
    }
    (!place.is_empty() && place != *from).then_some(place)
}

/// What each module uses.
fn uses(all: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let of = |(module, source): (&Module, &String)| {
        let named = paths(source);
        let mut found: BTreeSet<Module> = named
            .iter()
            .filter_map(|path| target(path, module, all))
            .collect();
        // A module names those inside of it without ado.
        for inner in all
            .keys()
            .filter(|inner| inner.starts_with(module) && *inner != module)
        {
            let name = format!("{}::", inner[module.len()]);
            let bare = source.match_indices(&name).any(|(at, _)| {
                let before = source[..at].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
            });
            if bare && inner.len() == module.len() + 1 {
                found.insert(inner.clone());
            }
        }
        (module.clone(), found)
    };
    all.iter().map(of).collect()
}

#[test]
fn rooms_use_what_is_below_them_and_nothing_else() {
    let all = modules();
    let order: Vec<&str> = ROOMS.iter().map(|(room, _)| *room).collect();
    let rooms: BTreeSet<&str> = all.keys().map(|module| module[0].as_str()).collect();
    assert_eq!(
        rooms,
        order.iter().copied().collect(),
        "every room has a line"
    );
    let mut used: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (module, targets) in &uses(&all) {
        let room = order.iter().find(|room| **room == module[0]).unwrap();
        let others = targets.iter().map(|target| target[0].clone());
        let entry = used.entry(*room).or_default();
        entry.extend(others.filter(|other| other != room));
    }
    for (index, (room, allowed)) in ROOMS.iter().enumerate() {
        let below = &order[index + 1..];
        let above: Vec<_> = allowed
            .iter()
            .filter(|room| !below.contains(room))
            .collect();
        assert!(
            above.is_empty(),
            "{room} would use what is above it: {above:?}"
        );
        let allowed: BTreeSet<String> = allowed.iter().map(|room| (*room).to_owned()).collect();
        assert_eq!(used[room], allowed, "what {room} uses, and what it may use");
    }
}

#[test]
fn no_two_files_need_each_other() {
    let uses = uses(&modules());
    // Whoever needs nothing that is left goes; who stays is part of a circle, or above one.
    let mut left: BTreeSet<&Module> = uses.keys().collect();
    loop {
        let before = left.len();
        let stuck = left.clone();
        left.retain(|module| uses[*module].iter().any(|other| stuck.contains(other)));
        left = {
            let stuck = left.clone();
            let needed =
                |module: &&Module| stuck.iter().any(|other| uses[*other].contains(*module));
            left.into_iter().filter(needed).collect()
        };
        if left.len() == before {
            break;
        }
    }
    let circle: Vec<String> = left
        .iter()
        .map(|module| {
            let needs = uses[*module].iter().filter(|other| left.contains(other));
            let needs: Vec<String> = needs.map(|other| other.join("::")).collect();
            format!("{} -> {}", module.join("::"), needs.join(", "))
        })
        .collect();
    assert!(circle.is_empty(), "{}", circle.join("\n"));
}

#[test]
fn only_http_knows_http_and_only_the_store_knows_sql() {
    let sql = [
        ".prepare(\"",
        "prepare_cached(",
        ".execute(",
        ".query_row(",
        "execute_batch(",
    ];
    for (module, source) in modules() {
        let name = module.join("::");
        if !matches!(module[0].as_str(), "http" | "cli") {
            assert!(!source.contains("axum"), "{name} speaks HTTP");
        }
        if module[0] != "store" {
            let found = sql.iter().find(|word| source.contains(**word));
            assert_eq!(found, None, "{name} speaks SQL");
        }
    }
}

#[test]
fn paths_are_taken_apart() {
    let found =
        |text: &str| -> Vec<String> { paths(text).iter().map(|path| path.join("/")).collect() };
    assert_eq!(
        found("use crate::{a::{self, B}, c as d, e::F,};\nsuper::super::g::h(1)"),
        [
            "crate/a/self",
            "crate/a/B",
            "crate/c",
            "crate/e/F",
            "super/super/g/h"
        ]
    );
}
