//! A copy that finds no room.

use std::fs;

use super::tree;
use crate::support::{Disk, cms, copy_site};

#[test]
fn a_copy_without_room_names_its_file_and_leaves_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    let Some(disk) = Disk::small(dir.path().join("copies"), "8m") else {
        return;
    };
    copy_site(dir.path());
    let run = |arguments: &[&str]| cms(dir.path()).args(arguments).output().unwrap();
    assert!(run(&["import", "content/posts"]).status.success());
    disk.fill();
    // Room for some of a copy, and for the journal of it.
    let ballast = fs::File::options().write(true).open(disk.ballast());
    ballast.unwrap().set_len((8 << 20) - (64 << 10)).unwrap();
    for (arguments, reason) in [
        (
            &["backup", "copies/b.db"][..],
            "cannot write copies/b.db: the disk is full",
        ),
        (
            &["export", "copies/all.tar"],
            "copies/all.tar was not written: ",
        ),
    ] {
        let output = run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(reason), "{said}");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            tree(disk.path()).is_empty(),
            "{:?}",
            tree(disk.path()).keys()
        );
    }
    disk.free();
    assert!(run(&["backup", "copies/b.db"]).status.success());
}
