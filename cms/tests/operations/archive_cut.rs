//! An archive whose end is missing.

use crate::archive::{export, fill, import, store};

#[test]
fn an_archive_that_was_cut_off_is_told_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let from = store(folder.path(), "from");
    fill(&from);
    let exported = export(&from);
    // Of the posts, at any place and between two blocks.
    let at = |name: &[u8]| {
        exported
            .windows(name.len())
            .position(|part| part == name)
            .unwrap()
    };
    let (posts, next) = (at(b"posts.json"), at(b"working_copies.json"));
    for end in [posts + 700, posts + 1024, next - 600] {
        let to = store(folder.path(), &format!("to-{end}"));
        let refused = import(&to, &exported[..end]).unwrap_err();
        let refused = format!("{refused:#}");
        assert!(refused.contains("posts.json"), "{refused}");
        assert!(
            refused.contains("the archive ends before its end"),
            "{refused}"
        );
        assert!(!refused.contains("not an array"), "{refused}");
    }
}
