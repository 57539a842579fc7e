//! What is written to a file that was named replaces nothing by mistake.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
};

use super::{cms, folder_with_store, said};

#[test]
fn a_named_file_replaces_nothing_and_never_what_is_the_programs_own() {
    for command in ["export", "backup"] {
        let dir = folder_with_store();
        fs::create_dir_all(dir.path().join("data/cache")).unwrap();
        for file in ["data/keys", "data/cms.db-wal", "there.tar"] {
            fs::write(dir.path().join(file), "precious").unwrap();
        }
        symlink("data/cms.db", dir.path().join("link.db")).unwrap();
        let store = fs::read(dir.path().join("data/cms.db")).unwrap();
        let own = [
            "data/cms.db",
            "./data/../data/cms.db",
            "link.db",
            "data/cms.db-wal",
            "data/cms.db-shm",
            "data/keys",
            "data/lock",
            "data/dist.lock",
            "data/originals.lock",
            "data/first-password",
            "data/cache/x",
            "data/cms.db.v1.bak",
            "data",
            "dist/x.tar",
        ];
        for file in own {
            for arguments in [&[command, file][..], &[command, "--force", file]] {
                let output = cms(dir.path(), arguments, &[]);
                assert!(!output.status.success(), "{arguments:?}");
            }
        }
        assert!(fs::read(dir.path().join("data/cms.db")).unwrap() == store);
        let refused = cms(dir.path(), &[command, "there.tar"], &[]);
        assert!(
            said(&refused).contains("there.tar exists"),
            "{}",
            said(&refused)
        );
        assert_eq!(
            fs::read_to_string(dir.path().join("there.tar")).unwrap(),
            "precious"
        );
        fs::remove_file(dir.path().join("data/cms.db-wal")).unwrap();
        for arguments in [
            &[command, "--force", "there.tar"][..],
            &[command, "new.tar"],
            &[command, "new/folder/new.tar"],
        ] {
            let output = cms(dir.path(), arguments, &[]);
            assert!(output.status.success(), "{arguments:?}: {}", said(&output));
        }
        for file in ["there.tar", "new.tar", "new/folder/new.tar"] {
            let mode = fs::metadata(dir.path().join(file))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600, "{file}");
        }
    }
}
