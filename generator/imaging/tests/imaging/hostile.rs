use imaging::{ImageError, Limits, Spec, VariantCache, content_hash, inspect, strip_metadata};
use proptest::prelude::*;

use crate::sample::all;

/// What an upload goes through; panics would surface here.
fn swallow(bytes: &[u8]) -> Result<Vec<u8>, ImageError> {
    let info = inspect(bytes, &Limits::default())?;
    strip_metadata(bytes, &info)
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    for (name, bytes) in all() {
        for length in 0..bytes.len() {
            let cut = &bytes[..length];
            let error = swallow(cut).expect_err(&format!("{name} cut to {length} bytes was taken"));
            assert!(error.is_refusal(), "{name}: {error}");
        }
    }
}

#[test]
fn damaged_pixels_are_found_before_anything_is_stored() {
    let mut bytes =
        crate::sample::encoded(&crate::sample::picture(64, 48), image::ImageFormat::Png);
    let data = bytes.windows(4).position(|w| w == b"IDAT").unwrap();
    bytes[data + 20] ^= 0xff;
    assert!(inspect(&bytes, &Limits::default()).is_ok());
    assert!(matches!(swallow(&bytes), Err(ImageError::Malformed { .. })));
}

#[test]
fn variants_of_damaged_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let cache = VariantCache::new(folder.path(), Limits::default());
    let bytes = b"\xff\xd8\xff\xe0 not really";
    assert!(
        cache
            .ensure(&content_hash(bytes), bytes, &Spec::default())
            .is_err()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_bytes_never_panic(start in 0usize..5, body in proptest::collection::vec(any::<u8>(), 0..600)) {
        let starts: [&[u8]; 5] = [b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", b"GIF89a", b"RIFF\x40\x02\0\0WEBP"];
        let _ = swallow(&[starts[start], &body].concat());
    }

    #[test]
    fn damaged_pictures_never_panic(
        which in 0usize..6,
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let (_, mut bytes) = all().swap_remove(which);
        for (place, value) in damage {
            let length = bytes.len();
            bytes[place.index(length)] = value;
        }
        let _ = swallow(&bytes);
    }
}
