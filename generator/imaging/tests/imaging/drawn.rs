//! Pictures that are kept under what they were drawn from.

use std::fs;
use std::path::{Path, PathBuf};

use image::ImageFormat;
use imaging::{ImageError, Limits, VariantCache, content_hash};

use crate::sample::{encoded, picture};

fn cache(folder: &Path) -> VariantCache {
    VariantCache::new(folder, Limits::default())
}

fn drawn(width: u32) -> Vec<u8> {
    encoded(&picture(width, 30), ImageFormat::Png)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path))
        } else {
            found.push(path)
        }
    }
    found
}

#[test]
fn is_found_again_by_every_program_with_all_that_is_known_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, theirs) = (cache(folder.path()), cache(folder.path()));
    let keys: Vec<String> = (0..300u32)
        .map(|n| content_hash(&n.to_le_bytes()))
        .collect();
    assert_eq!(theirs.drawn(&keys[0]), None);
    for (key, width) in keys.iter().zip(40..) {
        let kept = ours.keep_drawn(key, &drawn(width)).unwrap();
        assert_eq!((kept.width, kept.height), (width, 30));
        assert!(kept.seal.holds(&kept.path));
        assert_eq!(ours.drawn(key), Some(kept.clone()));
        assert_eq!(theirs.drawn(key), Some(kept.clone()), "{key}");
        assert_eq!(cache(folder.path()).drawn(key), Some(kept));
    }
    assert_eq!(files(folder.path()).len(), keys.len(), "one file each");
}

#[test]
fn is_named_by_its_bytes_as_an_upload_is() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache(folder.path());
    let bytes = drawn(40);
    let drawn = cache.keep_drawn(&content_hash(b"texts"), &bytes).unwrap();
    let uploaded = cache.keep_original(&content_hash(&bytes), &bytes).unwrap();
    assert_eq!(drawn.file_name, uploaded.file_name);
    assert_eq!(drawn.seal, uploaded.seal);
}

#[test]
fn is_taken_over_from_where_earlier_programs_kept_it() {
    let folder = tempfile::tempdir().unwrap();
    let key = content_hash(b"texts");
    let earlier = cache(folder.path())
        .keep_original(&key, &drawn(40))
        .unwrap();
    let cache = cache(folder.path());
    let taken = cache.drawn(&key).unwrap();
    assert_eq!(
        (&taken.file_name, &taken.seal),
        (&earlier.file_name, &earlier.seal)
    );
    assert!(taken.seal.holds(&taken.path));
    assert_eq!(files(folder.path()), std::slice::from_ref(&taken.path));
    assert_eq!(cache.drawn(&key), Some(taken));
    assert!(!earlier.path.parent().unwrap().exists());
}

#[test]
fn that_is_gone_is_drawn_again_once_that_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache(folder.path());
    let key = content_hash(b"texts");
    let kept = cache.keep_drawn(&key, &drawn(40)).unwrap();
    fs::remove_file(&kept.path).unwrap();
    cache.forget();
    assert_eq!(cache.drawn(&key), None);
    assert_eq!(cache.keep_drawn(&key, &drawn(40)).unwrap(), kept);
    assert!(kept.seal.holds(&kept.path));
}

#[test]
fn other_files_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let key = content_hash(b"texts");
    let kept = cache(folder.path()).keep_drawn(&key, &drawn(40)).unwrap();
    let name = kept.path.file_name().unwrap().to_str().unwrap().to_owned();
    let others = [
        name.replace("40x30", "+40x30"),
        name.replace("40x30", "040x30"),
        name.replace(".png", ".svg"),
        name.replace(".png", ""),
        name.replacen('-', "_", 1),
        name.to_uppercase(),
        ".new-abc".to_owned(),
        "x".to_owned(),
    ];
    for other in &others {
        fs::rename(&kept.path, kept.path.with_file_name(other)).unwrap();
        assert_eq!(cache(folder.path()).drawn(&key), None, "{other}");
        fs::rename(kept.path.with_file_name(other), &kept.path).unwrap();
    }
    assert_eq!(cache(folder.path()).drawn(&key), Some(kept));
}

#[test]
fn is_kept_under_nothing_but_a_hash() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache(folder.path());
    for key in ["", "../../etc/passwd", &"g".repeat(64), &"a".repeat(63)] {
        assert_eq!(cache.drawn(key), None);
        let refused = cache.keep_drawn(key, &drawn(40)).unwrap_err();
        assert!(matches!(refused, ImageError::BadHash(_)), "{refused}");
    }
    assert_eq!(files(folder.path()), [] as [PathBuf; 0]);
}
