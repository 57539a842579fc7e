use imaging::{Format, ImageError, Limits, Spec, VariantCache, content_hash, inspect};

use crate::sample::{
    all, animated_gif, encoded, jpeg, picture, png_chunk, profile_of_zeros, with_chunks,
    with_segments,
};

#[test]
fn formats_are_told_by_content() {
    for (name, bytes) in all() {
        let info = inspect(&bytes, &Limits::default()).unwrap();
        assert!(
            name.contains(&info.format.name().to_lowercase()),
            "{name}: {:?}",
            info.format
        );
        assert_eq!(info.is_animated(), name.starts_with("animated"), "{name}");
        assert_eq!(info.bytes, bytes.len());
    }
}

#[test]
fn sizes_are_read_from_headers() {
    for format in [
        image::ImageFormat::Png,
        image::ImageFormat::Gif,
        image::ImageFormat::WebP,
    ] {
        let info = inspect(&encoded(&picture(123, 45), format), &Limits::default()).unwrap();
        assert_eq!((info.width, info.height), (123, 45), "{format:?}");
    }
    let info = inspect(&jpeg(&picture(123, 45)), &Limits::default()).unwrap();
    assert_eq!(
        (info.width, info.height, info.content_type()),
        (123, 45, "image/jpeg")
    );
}

#[test]
fn what_is_not_a_picture_is_named() {
    let table: &[(&[u8], &str)] = &[
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        (b"\n <!doctype html>", "SVG or another text"),
        (b"%PDF-1.7", "PDF"),
        (b"PK\x03\x04", "ZIP"),
        (b"\0\0\0\x1cftypheic", "HEIC"),
        (b"\0\0\0\x1cftypavif", "AVIF"),
        (b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf", "AVIF"),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heicavif", "HEIC"),
        (b"MZ\x90", "unknown"),
        (b"GIF88a", "unknown"),
    ];
    for (bytes, word) in table {
        let error = inspect(bytes, &Limits::default()).unwrap_err();
        assert_eq!(error.code(), "image_unsupported");
        assert!(error.to_string().contains(word), "{error}");
    }
    assert!(matches!(
        inspect(b"", &Limits::default()),
        Err(ImageError::Empty)
    ));
}

/// A few bytes that claim to be gigapixels.
fn bombs() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let png = |side: u32| {
        let header = [
            side.to_be_bytes().as_slice(),
            &side.to_be_bytes(),
            &[8, 6, 0, 0, 0],
        ]
        .concat();
        let chunks = [
            png_chunk(b"IHDR", &header),
            png_chunk(b"IDAT", &[0x78, 0x9c]),
            png_chunk(b"IEND", &[]),
        ];
        [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat()].concat()
    };
    let mut gif = encoded(&picture(8, 8), image::ImageFormat::Gif);
    gif[6..10].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    let mut jpeg = jpeg(&picture(8, 8));
    let frame = jpeg.windows(2).position(|w| w == [0xff, 0xc0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0x3f, 0, 0x3f, 0]);
    vec![
        ("png, long side", png(60_000), "image_too_many_pixels"),
        ("png, too many pixels", png(16_000), "image_too_many_pixels"),
        (
            "png, largest number",
            png(u32::MAX),
            "image_too_many_pixels",
        ),
        ("png, nothing", png(0), "image_malformed"),
        ("gif", gif, "image_too_many_pixels"),
        ("jpeg", jpeg, "image_too_many_pixels"),
    ]
}

#[test]
fn bombs_are_refused_by_their_headers() {
    for (name, bytes, code) in bombs() {
        let error = inspect(&bytes, &Limits::default()).unwrap_err();
        assert_eq!(error.code(), code, "{name}: {error}");
    }
}

/// A small picture with colour profiles of so many bytes.
fn with_profiles(sizes: &[u64]) -> Vec<u8> {
    let png = encoded(&picture(64, 64), image::ImageFormat::Png);
    let chunks = sizes.iter().map(|size| profile_of_zeros(*size));
    let chunks: Vec<(&[u8; 4], Vec<u8>)> = chunks.map(|data| (b"iCCP", data)).collect();
    with_chunks(&png, &chunks)
}

#[test]
fn colour_profiles_are_measured_as_they_are_once_unpacked() {
    let most = Limits::default().max_profile_bytes;
    for fits in [vec![1000], vec![most], vec![most / 2, most / 2]] {
        assert!(inspect(&with_profiles(&fits), &Limits::default()).is_ok());
    }
    let bombs = [
        vec![most + 1],
        vec![200 << 20],
        vec![most / 2, most / 2 + 1],
        vec![1; 5000],
    ];
    for sizes in bombs {
        let bytes = with_profiles(&sizes);
        assert!(bytes.len() < 2 * 1024 * 1024);
        let error = inspect(&bytes, &Limits::default()).unwrap_err();
        assert_eq!(error.code(), "image_too_complex", "{sizes:?}: {error}");
    }
}

/// An earlier program took such uploads.
#[test]
fn a_stored_picture_with_such_a_profile_is_not_decoded_and_not_published() {
    let folder = tempfile::tempdir().unwrap();
    let cache = VariantCache::new(folder.path(), Limits::default());
    let bytes = with_profiles(&[100 << 20]);
    let hash = content_hash(&bytes);
    let made = cache.ensure(&hash, &bytes, &Spec::default());
    assert_eq!(made.unwrap_err().code(), "image_too_complex");
    let kept = cache.keep_original(&hash, &bytes);
    assert_eq!(kept.unwrap_err().code(), "image_too_complex");
}

#[test]
fn every_bound_holds() {
    let bytes = encoded(&picture(100, 50), image::ImageFormat::Png);
    let animation = animated_gif(20, 6);
    let none = Limits::default();
    let table = [
        (
            &bytes,
            Limits {
                max_bytes: 100,
                ..none
            },
            "image_too_many_bytes",
        ),
        (
            &bytes,
            Limits {
                max_pixels: 4_999,
                ..none
            },
            "image_too_many_pixels",
        ),
        (
            &bytes,
            Limits {
                max_side: 99,
                ..none
            },
            "image_too_many_pixels",
        ),
        (
            &bytes,
            Limits {
                max_decode_bytes: 14_999,
                ..none
            },
            "image_too_complex",
        ),
        (
            &animation,
            Limits {
                max_frames: 5,
                ..none
            },
            "image_too_many_frames",
        ),
        (
            &animation,
            Limits {
                max_animation_pixels: 2_399,
                ..none
            },
            "image_too_many_frames",
        ),
    ];
    for (bytes, limits, code) in table {
        assert_eq!(
            inspect(bytes, &limits).unwrap_err().code(),
            code,
            "{limits:?}"
        );
        assert!(inspect(bytes, &none).is_ok());
    }
}

#[test]
fn jpegs_of_endless_scans_are_refused() {
    let mut plain = jpeg(&picture(16, 16));
    let frame = plain.windows(2).position(|w| w == [0xff, 0xc0]).unwrap();
    plain[frame + 1] = 0xc2;
    let scan = plain.windows(2).position(|w| w == [0xff, 0xda]).unwrap();
    let mut many = plain[..plain.len() - 2].to_vec();
    for _ in 0..200 {
        many.extend_from_slice(&plain[scan..plain.len() - 2]);
    }
    many.extend_from_slice(&[0xff, 0xd9]);
    assert!(matches!(
        inspect(&many, &Limits::default()),
        Err(ImageError::TooManyScans { scans: 201, .. })
    ));
}

#[test]
fn two_frame_headers_are_refused() {
    let plain = jpeg(&picture(16, 16));
    let header = vec![8, 0, 8, 0, 8, 1, 1, 0x11, 0];
    let error = inspect(
        &with_segments(&plain, &[(0xc0, header)]),
        &Limits::default(),
    )
    .unwrap_err();
    assert!(
        matches!(
            error,
            ImageError::Malformed {
                format: Format::Jpeg,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn jpegs_that_would_change_colour_are_refused() {
    let image = picture(64, 64).to_rgb8();
    let mut bytes = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, 90);
    encoder.set_optimized_huffman_tables(true);
    encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_2_2);
    encoder
        .encode(&image, 64, 64, jpeg_encoder::ColorType::Rgb)
        .unwrap();
    assert_eq!(
        inspect(&bytes, &Limits::default()).unwrap_err().code(),
        "image_unsupported"
    );
}
