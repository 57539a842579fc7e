//! What the record of the last build keeps, and how it is read again.

use super::*;

#[test]
fn the_journal_does_not_grow_for_ever_and_still_tells_all() {
    let root = tempfile::tempdir().unwrap();
    let (cache, dist) = (root.path().join("cache"), root.path().join("dist"));
    for folder in [&cache, &dist] {
        std::fs::create_dir(folder).unwrap();
    }
    std::fs::write(dist.join("robots.txt"), "robots").unwrap();
    let stamp = Stamp::of(&std::fs::metadata(dist.join("robots.txt")).unwrap());
    let mut manifest = Manifest::open(&cache, &dist, Languages::USUAL).unwrap();
    let (_, first) = manifest.synced();
    for round in 0..10_000_u32 {
        let record = Record {
            fingerprint: Fingerprint::of_parts(&round),
            content: Fingerprint::of_bytes(b"robots"),
            stamp,
        };
        manifest.wrote(Output::Robots, record);
        manifest.flush().unwrap();
    }
    let lines = std::fs::read_to_string(cache.join("manifest.jsonl")).unwrap();
    assert!(lines.lines().count() < 4200, "{}", lines.lines().count());
    // What had been synced before it was written anew is no word about the lines it has now.
    let (journal, _) = manifest.synced();
    append_line(&journal, &first).unwrap();
    let again = Manifest::open(&cache, &dist, Languages::USUAL).unwrap();
    let record = again.output(Output::Robots).unwrap();
    assert_eq!(record.fingerprint, Fingerprint::of_parts(&9_999_u32));
}

/// A site of one file and one that is on its way out since `since`, the record of both, and the journal.
fn recorded(root: &Path, since: Moment) -> (Manifest, PathBuf) {
    let (cache, dist) = (root.join("cache"), root.join("dist"));
    std::fs::create_dir(&cache).unwrap();
    std::fs::create_dir_all(dist.join("media")).unwrap();
    let stamp = |file: &str| {
        std::fs::write(dist.join(file), file).unwrap();
        Stamp::of(&std::fs::metadata(dist.join(file)).unwrap())
    };
    let mut manifest = Manifest::open(&cache, &dist, Languages::USUAL).unwrap();
    let record = Record {
        fingerprint: Fingerprint::of_parts(&1_u32),
        content: Fingerprint::of_bytes(b"robots.txt"),
        stamp: stamp("robots.txt"),
    };
    manifest.wrote(Output::Robots, record);
    let blob = BlobRecord {
        content: Fingerprint::of_bytes(b"media/a.jpg"),
        stamp: stamp("media/a.jpg"),
    };
    let line = manifest.retired.add("media/a.jpg", blob, since);
    manifest.journal.note(&line);
    manifest.flush().unwrap();
    (manifest, cache.join("manifest.jsonl"))
}

fn again(root: &Path) -> Manifest {
    let (cache, dist) = (root.join("cache"), root.join("dist"));
    Manifest::open(&cache, &dist, Languages::USUAL).unwrap()
}

#[test]
fn a_journal_that_says_what_is_there_is_written_on() {
    let root = tempfile::tempdir().unwrap();
    let (manifest, journal) = recorded(root.path(), Moment::now());
    let (_, synced) = manifest.synced();
    let before = std::fs::read(&journal).unwrap();
    let mut second = again(root.path());
    assert_eq!(std::fs::read(&journal).unwrap(), before);
    // It is the same journal: what reached the disk before the start is believed of it.
    append_line(&journal, &synced).unwrap();
    let told = Journal::new(&root.path().join("cache"), &root.path().join("dist")).read();
    assert!(told.synced);
    let mut record = *second.output(Output::Robots).unwrap();
    record.fingerprint = Fingerprint::of_parts(&2_u32);
    second.wrote(Output::Robots, record);
    second.flush().unwrap();
    let third = again(root.path());
    let found = third.output(Output::Robots).unwrap().fingerprint;
    assert_eq!(found, record.fingerprint);
    assert!(third.retired("media/a.jpg").is_some());
}

#[test]
fn a_journal_that_says_something_else_is_written_anew() {
    type Spoil = fn(&Path, &Path);
    let spoils: [(i64, Spoil); 5] = [
        // Cut short, so that the next line would be part of it.
        (0, |_, journal| {
            let text = std::fs::read_to_string(journal).unwrap();
            std::fs::write(journal, text.trim_end()).unwrap();
        }),
        (0, |_, journal| {
            let text = std::fs::read_to_string(journal).unwrap();
            std::fs::write(journal, format!("{text}{{\n")).unwrap();
        }),
        // Of a file that has gone.
        (0, |root, _| {
            std::fs::remove_file(root.join("dist/media/a.jpg")).unwrap();
        }),
        // Of another program.
        (0, |_, journal| {
            let text = std::fs::read_to_string(journal).unwrap();
            std::fs::write(journal, text.replace(crate::base::PROGRAM, "x")).unwrap();
        }),
        // Of an earlier start of the machine: told by the present one's time, also for the next program.
        (3600, |_, _| {}),
    ];
    for (case, (ahead, spoil)) in spoils.into_iter().enumerate() {
        let root = tempfile::tempdir().unwrap();
        let now = Moment::now();
        let up = now.up + ahead;
        let (_, journal) = recorded(root.path(), Moment { up, ..now });
        let head = |text: String| text.lines().next().map(str::to_owned);
        let before = head(std::fs::read_to_string(&journal).unwrap());
        spoil(root.path(), &journal);
        let mut manifest = again(root.path());
        let text = std::fs::read_to_string(&journal).unwrap();
        assert_ne!(head(text.clone()), before, "{case}");
        assert!(text.ends_with('\n'), "{case}");
        let record = *manifest.output(Output::Robots).unwrap();
        manifest.wrote(Output::Robots, record);
        manifest.flush().unwrap();
        assert!(
            again(root.path()).output(Output::Robots).is_some(),
            "{case}"
        );
        for line in text.lines() {
            if let Ok(Line::Retired(_, _, _, since)) = serde_json::from_str(line) {
                assert!(since.up <= Moment::now().up, "{case}");
            }
        }
    }
}
