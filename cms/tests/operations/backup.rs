use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use cms::{
    config::Config,
    disk::named_file::NamedFile,
    store::{
        Store,
        backup::{self, Restored},
        images,
        invitations::{self, Invitation},
        messages, migrations, posts, revisions,
        role::Role,
        share_links::{self, ShareLink},
    },
};
use jiff::Timestamp;

use crate::archive::{picture, post};

pub struct Case {
    folder: tempfile::TempDir,
    store: Option<Store>,
}

pub fn case() -> Case {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("data/cms.db")).unwrap();
    Case {
        folder,
        store: Some(store),
    }
}

impl Case {
    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn store(&self) -> &Store {
        self.store.as_ref().unwrap()
    }

    fn save(&self) -> i64 {
        self.store()
            .write_blocking(|store| Ok::<_, anyhow::Error>(revisions::advance(store)?))
            .unwrap()
    }

    pub fn back_up(&self, name: &str) -> PathBuf {
        let file = self.at(name);
        let config = Config::for_testing(self.folder.path());
        let copy = NamedFile::create(&config, &file, false).unwrap();
        backup::back_up(self.store().file(), copy).unwrap();
        file
    }

    /// As `cms restore` does it: while nobody serves.
    pub fn restore(&mut self, file: &Path, force: bool) -> anyhow::Result<Restored> {
        self.store = None;
        let store = self.at("data/cms.db");
        // The pool's own thread may still be opening a connection that nobody will use.
        let gone = Instant::now() + Duration::from_secs(30);
        let restored = loop {
            match backup::restore(file, &store, force, Timestamp::now()) {
                Err(error) if error.to_string().contains("is in use") && Instant::now() < gone => {
                    std::thread::yield_now();
                }
                restored => break restored,
            }
        };
        self.store = Some(Store::open(&self.at("data/cms.db")).unwrap());
        restored
    }

    fn revision(&self) -> i64 {
        self.store()
            .read_blocking(|store| Ok::<_, anyhow::Error>(revisions::read(store)?.saved))
            .unwrap()
    }

    fn store_id(&self) -> String {
        self.store()
            .read_blocking(|store| Ok::<_, anyhow::Error>(revisions::store_id(store)?))
            .unwrap()
    }
}

#[test]
fn a_backup_while_others_write_is_the_store_of_one_moment() {
    let case = case();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut saves = 0;
            while !stop.load(Ordering::SeqCst) {
                case.save();
                saves += 1;
            }
            saves
        });
        let revisions: Vec<i64> = (0..5)
            .map(|n| {
                backup::check(&case.back_up(&format!("{n}.db")))
                    .unwrap()
                    .revision
            })
            .collect();
        stop.store(true, Ordering::SeqCst);
        assert!(writer.join().unwrap() > 0);
        assert!(revisions.is_sorted());
    });
    assert_eq!(
        fs::read_dir(case.folder.path()).unwrap().count(),
        6,
        "five files and the data folder, no logs beside"
    );
}

#[test]
fn a_backup_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let case = case();
    let mode = fs::metadata(case.back_up("copy.db"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o077, 0);
}

#[test]
fn an_older_store_is_replaced_and_kept() {
    let mut case = case();
    case.save();
    case.save();
    let copy = case.back_up("copy.db");
    let (id, copied) = (case.store_id(), case.revision());
    let former = case.restore(&copy, false).unwrap().former.unwrap();
    assert_eq!(case.revision(), copied);
    assert_ne!(
        case.store_id(),
        id,
        "entity tags of the former store must not fit"
    );
    assert_eq!(backup::check(&former).unwrap().revision, copied);
}

#[test]
fn links_that_opened_something_when_it_was_copied_open_nothing() {
    let mut case = case();
    let invitation = Invitation {
        id: 0,
        name: "aygun".into(),
        role: Role::Owner,
        created_by: "admin".into(),
        expires_at: i64::MAX,
    };
    let link = ShareLink {
        post_id: 1,
        created_at: 0,
        created_by: "admin".into(),
        expires_at: i64::MAX,
    };
    let linked = |store: &rusqlite::Transaction<'_>| {
        invitations::insert(store, "hash", &invitation, 0)?;
        share_links::insert(store, "hash", &link)?;
        Ok::<_, anyhow::Error>(())
    };
    case.store().write_blocking(linked).unwrap();
    let copy = case.back_up("copy.db");
    case.restore(&copy, false).unwrap();
    let opened = |store: &rusqlite::Connection| {
        let invited = invitations::find(store, "hash", 0)?.is_some();
        Ok::<_, anyhow::Error>((invited, share_links::find(store, "hash", 0)?))
    };
    assert_eq!(case.store().read_blocking(opened).unwrap(), (false, None));
}

#[test]
fn a_newer_store_is_replaced_only_by_force() {
    let mut case = case();
    let copy = case.back_up("copy.db");
    case.save();
    let refusal = case.restore(&copy, false).unwrap_err().to_string();
    assert!(refusal.contains("1 saves would be undone"), "{refusal}");
    assert_eq!(case.revision(), 1);
    let former = case.restore(&copy, true).unwrap().former.unwrap();
    assert_eq!(case.revision(), 0);
    assert_eq!(
        backup::check(&former).unwrap().revision,
        1,
        "nothing is lost even then"
    );
}

#[test]
fn neither_working_copies_nor_messages_are_undone_unasked() {
    let mut case = case();
    let copy = case.back_up("copy.db");
    let edit = |store: &rusqlite::Transaction<'_>| {
        revisions::edit(store)?;
        Ok::<_, anyhow::Error>(revisions::edit(store)?)
    };
    case.store().write_blocking(edit).unwrap();
    let refusal = case.restore(&copy, false).unwrap_err().to_string();
    assert!(refusal.contains("2 saves would be undone"), "{refusal}");
    let later = case.back_up("later.db");
    let write = |store: &rusqlite::Transaction<'_>| Ok::<_, anyhow::Error>(message(store)?);
    case.store().write_blocking(write).unwrap();
    let refusal = case.restore(&later, false).unwrap_err().to_string();
    assert!(refusal.contains("1 messages lost"), "{refusal}");
    case.restore(&later, true).unwrap();
    case.restore(&later, false).unwrap();
}

#[test]
fn a_store_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let case = case();
    case.save();
    for name in ["data", "data/cms.db", "data/cms.db-wal"] {
        let mode = fs::metadata(case.at(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}");
    }
}

#[test]
fn an_empty_place_gets_the_store() {
    let case = case();
    case.save();
    let copy = case.back_up("copy.db");
    let file = case.at("elsewhere/cms.db");
    let restored = backup::restore(&copy, &file, false, Timestamp::now()).unwrap();
    assert_eq!((restored.former, restored.numbers_kept), (None, false));
    assert_eq!(backup::check(&file).unwrap().revision, 1);
}

#[test]
fn what_is_no_backup_is_refused() {
    let mut case = case();
    let copy = case.back_up("copy.db");
    let whole = fs::read(&copy).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let file = case.at(name);
        fs::write(&file, bytes).unwrap();
        file
    };
    let mut damaged = whole.clone();
    let middle = damaged.len() / 4;
    damaged[middle..middle * 3].fill(0xa5);
    let other = case.at("other.db");
    rusqlite::Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE t (x)")
        .unwrap();
    let newer = write("newer.db", &whole);
    let connection = rusqlite::Connection::open(&newer).unwrap();
    connection
        .pragma_update(
            None,
            "user_version",
            u32::try_from(migrations::latest() + 1).unwrap(),
        )
        .unwrap();
    drop(connection);
    let table = [
        case.at("none.db"),
        write("text.db", b"hello"),
        write("cut.db", &whole[..whole.len() / 2]),
        write("damaged.db", &damaged),
        other,
        newer,
    ];
    for file in table {
        assert!(
            case.restore(&file, true).is_err(),
            "{} was taken",
            file.display()
        );
    }
    assert_eq!(case.revision(), 0);
}

#[test]
fn a_store_in_use_is_left_alone() {
    let case = case();
    let copy = case.back_up("copy.db");
    let refusal = backup::restore(&copy, case.store().file(), true, Timestamp::now()).unwrap_err();
    assert!(format!("{refusal:#}").contains("in use"), "{refusal:#}");
    assert_eq!(case.save(), 1);
}

/// The next number of a post, an image and a message.
fn create(store: &Store, shade: u8) -> [i64; 3] {
    store
        .write_blocking(|store| {
            Ok::<_, anyhow::Error>([
                posts::insert(store, &post("x", None, ""), 1)?,
                images::insert(store, &picture(shade), 1)?,
                message(store)?,
            ])
        })
        .unwrap()
}

fn message(store: &rusqlite::Transaction<'_>) -> rusqlite::Result<i64> {
    store.execute(
        "INSERT INTO messages (received_at, name, email, phone, subject, message) VALUES (1, '', '', '', '', '')",
        [],
    )?;
    Ok(store.last_insert_rowid())
}

#[test]
fn numbers_are_never_given_a_second_time() {
    let mut case = case();
    assert_eq!(create(case.store(), 1), [1; 3]);
    let copy = case.back_up("copy.db");
    assert_eq!(
        (create(case.store(), 2), create(case.store(), 3)),
        ([2; 3], [3; 3])
    );
    case.store()
        .write_blocking(|store| {
            posts::delete(store, 3, revisions::advance(store)?)?;
            messages::delete(store, &[3])?;
            store.execute("DELETE FROM images WHERE id = 3", [])?;
            Ok::<_, anyhow::Error>(())
        })
        .unwrap();
    assert!(case.restore(&copy, true).unwrap().numbers_kept);
    assert_eq!(create(case.store(), 4), [4; 3]);
    // An older store in the place of a newer backup takes nothing back either.
    let newer = case.back_up("newer.db");
    case.restore(&copy, true).unwrap();
    case.restore(&newer, true).unwrap();
    assert_eq!(create(case.store(), 5), [5; 3]);
}

#[test]
fn a_former_store_that_cannot_be_read_is_told() {
    let mut case = case();
    let copy = case.back_up("copy.db");
    case.store = None;
    fs::write(case.at("data/cms.db"), "no store").unwrap();
    let restored = backup::restore(&copy, &case.at("data/cms.db"), true, Timestamp::now()).unwrap();
    assert!(!restored.numbers_kept && restored.former.is_some());
}
