use super::*;

#[test]
fn the_log_gives_back_what_one_large_change_took() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("cms.db")).unwrap();
    let length = || {
        let log = dir.path().join("cms.db-wal");
        i64::try_from(std::fs::metadata(log).unwrap().len()).unwrap()
    };
    let write = |bytes: usize| {
        let written = store.write_blocking(|store| {
            let picture = images::NewImage {
                hash: bytes.to_string(),
                content_type: "image/png",
                width: 1,
                height: 1,
                bytes: vec![0; bytes],
            };
            anyhow::Ok(images::insert(store, &picture, 0)?)
        });
        written.unwrap();
    };
    let large = LOG + (8 << 20);
    write(usize::try_from(large).unwrap());
    assert!(length() > large);
    write(1);
    assert!(length() <= LOG, "{}", length());
}

/// A large one writes into the log before its end.
#[test]
fn a_change_that_is_refused_before_its_end_for_lack_of_room_counts_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("cms.db")).unwrap();
    let limit = |pages: u32| {
        let writer = store.writer.lock().unwrap();
        let set = writer.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()));
        set.unwrap();
    };
    let write = || store.write_blocking(|store| anyhow::Ok(store.execute(TABLE, [])?));
    const TABLE: &str = "CREATE TABLE more AS SELECT zeroblob(100000)";
    let note = || store.write_blocking(|store| anyhow::Ok(revisions::advance(store)?));
    limit(1);
    let refused = write().unwrap_err();
    assert_eq!(Unwritable::of(&refused), Some(Unwritable::Full));
    let said = format!("{refused:#}");
    assert!(said.contains("cms.db: the disk is full"), "{said}");
    assert_eq!(store.unwritable(), Some(Unwritable::Full));
    // What another kind of refusal says is no news of the disk, and nothing was half done.
    let other = store.write_blocking(|_| Err::<(), _>(anyhow::anyhow!("no")));
    assert!(other.is_err() && store.unwritable() == Some(Unwritable::Full));
    limit(u32::MAX - 1);
    note().unwrap();
    assert_eq!(store.unwritable(), None);
    write().unwrap();
}
