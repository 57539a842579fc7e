//! The record of the last build as a clock, another program or an accident may have left it.

use std::collections::BTreeSet;
use std::fs;
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::support::SiteTest;

const RECORD: &str = "cache/manifest.jsonl";

/// What the record says. A kill in the middle of a write leaves half a line at its end, and that says nothing.
fn lines(site: &SiteTest) -> Vec<Value> {
    let text = fs::read_to_string(site.path(RECORD)).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn rewrite(site: &SiteTest, lines: &[Value]) {
    let text: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(site.path(RECORD), text.concat()).unwrap();
}

/// Files that are on their way out, as the record says.
pub fn retired(site: &SiteTest) -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    for line in lines(site) {
        let named = |kind: &str| {
            let entry = line.get(kind)?;
            let name = entry.get(0).unwrap_or(entry);
            Some(name.as_str().unwrap().to_owned())
        };
        files.extend(named("Retired"));
        for file in ["Blob", "Gone"].into_iter().filter_map(named) {
            files.remove(&file);
        }
    }
    files
}

/// As if all that is on its way out had been so for two days.
pub fn two_days_later(site: &mut SiteTest) {
    site.restart();
    let mut lines = lines(site);
    for line in &mut lines {
        if let Some(Value::Array(entry)) = line.get_mut("Retired") {
            for clock in ["wall", "up"] {
                let since = entry[3][clock].as_i64().unwrap();
                entry[3][clock] = json!(since - 2 * 24 * 60 * 60);
            }
        }
    }
    rewrite(site, &lines);
}

/// Forgets what the last build did.
pub fn lose(site: &mut SiteTest) {
    site.restart();
    fs::remove_file(site.path(RECORD)).unwrap();
}

/// Puts a record of earlier in the place of the last one, and keeps that for the next call.
pub fn swap_with_an_older_one(site: &mut SiteTest) {
    site.restart();
    let older = site.path("older-record");
    let there = older.exists().then(|| fs::read(&older).unwrap());
    fs::copy(site.path(RECORD), &older).unwrap();
    if let Some(bytes) = there {
        fs::write(site.path(RECORD), bytes).unwrap();
    }
}

/// `dist` and the record as another version of the program leaves them: of equal things it made other bytes.
pub fn become_of_another_program(site: &mut SiteTest) {
    site.restart();
    let mut lines = lines(site);
    lines[0]["Head"]["program"] = json!("another");
    for line in &mut lines {
        let Some(Value::Array(entry)) = line.get_mut("File") else {
            continue;
        };
        let path = site.path("dist").join(entry[0].as_str().unwrap());
        let bytes = format!("{} by another program", entry[0]);
        if !path.exists() {
            continue;
        }
        fs::write(&path, &bytes).unwrap();
        let data = fs::metadata(&path).unwrap();
        let modified = data.modified().unwrap();
        let since = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap();
        entry[2] = json!(fingerprint(bytes.as_bytes()));
        entry[3] = json!({ "len": data.len(), "mtime": since.as_nanos() as u64 });
    }
    rewrite(site, &lines);
}

/// As the record writes it: the first half of the hash, the other way round.
fn fingerprint(bytes: &[u8]) -> String {
    let hash = imaging::content_hash(bytes);
    let pairs = (0..16).rev().map(|at| &hash[2 * at..2 * at + 2]);
    pairs.collect()
}
