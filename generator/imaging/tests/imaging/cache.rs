use std::fs;

use image::ImageFormat;
use imaging::{
    Format, ImageError, Limits, Spec, Variant, VariantCache, Variants, content_hash, inspect,
};

use crate::sample::{
    SECRET, animated_gif, contains, encoded, jpeg, jpeg_with_exif, picture, transparent,
    with_segments,
};

struct Case {
    _folder: tempfile::TempDir,
    cache: VariantCache,
}

fn empty_cache() -> Case {
    let folder = tempfile::tempdir().unwrap();
    let cache = VariantCache::new(folder.path(), Limits::default());
    Case {
        _folder: folder,
        cache,
    }
}

impl Case {
    fn ensure(&self, bytes: &[u8], spec: &Spec) -> Variants {
        self.cache
            .ensure(&content_hash(bytes), bytes, spec)
            .unwrap()
    }
}

fn names(variants: &Variants) -> Vec<String> {
    variants
        .files
        .iter()
        .map(|file| file.file_name[17..].to_owned())
        .collect()
}

#[test]
fn a_photograph_gets_three_formats_in_fitting_widths() {
    let bytes = jpeg(&picture(1000, 500));
    let variants = empty_cache_ensure(&bytes);
    let expected = ["480", "800", "1000"];
    let all: Vec<String> = ["avif", "webp", "jpg"]
        .iter()
        .flat_map(|ext| expected.iter().map(move |w| format!("{w}.{ext}")))
        .collect();
    assert_eq!(names(&variants), all);
    assert_eq!(
        (variants.width, variants.height, variants.fallback()),
        (1000, 500, Format::Jpeg)
    );
    assert!(
        variants
            .files
            .iter()
            .all(|file| file.seal.hash.starts_with(&file.file_name[..16]))
    );
}

#[test]
fn a_file_is_named_by_its_own_bytes() {
    let case = empty_cache();
    let bytes = jpeg(&picture(600, 400));
    for file in case.ensure(&bytes, &Spec::default()).files {
        let own = content_hash(&fs::read(&file.path).unwrap());
        assert_eq!(file.file_name[..16], own[..16]);
    }
    let original = case
        .cache
        .keep_original(&content_hash(&bytes), &bytes)
        .unwrap();
    let own = content_hash(&fs::read(&original.path).unwrap());
    assert_eq!(original.file_name, format!("{}.jpg", &own[..16]));
}

/// The facts as a version of the program with other encoders would have left them, beside bytes of its own.
fn as_other_encoders_made_it(variants: &Variants) -> Vec<std::path::PathBuf> {
    let folder = variants.files[0].path.parent().unwrap();
    let file = folder.join("facts.json");
    let mut sealed: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    sealed["facts"]["encoders"] = "another".into();
    let mut theirs = Vec::new();
    for (key, seal) in sealed["facts"]["seals"].as_object_mut().unwrap() {
        let hash = content_hash(key.as_bytes());
        let path = folder.join(format!("{}-{key}", &hash[..16]));
        fs::write(&path, key).unwrap();
        theirs.push(path);
        *seal = serde_json::json!({ "len": key.len(), "hash": hash });
    }
    for file in &variants.files {
        fs::remove_file(&file.path).unwrap();
    }
    // In the order of the program's own fields, which is what is sealed.
    let facts = sealed["facts"].clone();
    let text = format!(
        "{{\"encoders\":{},\"shape\":{{\"width\":{},\"height\":{},\"alpha\":{},\"animated\":null}},\"seals\":{{{}}}}}",
        facts["encoders"],
        facts["shape"]["width"],
        facts["shape"]["height"],
        facts["shape"]["alpha"],
        facts["seals"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(key, seal)| format!(
                "\"{key}\":{{\"len\":{},\"hash\":{}}}",
                seal["len"], seal["hash"]
            ))
            .collect::<Vec<_>>()
            .join(",")
    );
    let seal = format!(
        "{{\"len\":{},\"hash\":\"{}\"}}",
        text.len(),
        content_hash(text.as_bytes())
    );
    fs::write(&file, format!("{{\"facts\":{text},\"seal\":{seal}}}")).unwrap();
    theirs
}

#[test]
fn variants_of_other_encoders_are_shown_until_our_own_are_made() {
    let case = empty_cache();
    let bytes = jpeg(&picture(600, 400));
    let (hash, spec) = (content_hash(&bytes), Spec::default());
    let ours = case.ensure(&bytes, &spec);
    assert!(ours.current);
    let original = case.cache.keep_original(&hash, &bytes).unwrap();
    let theirs = as_other_encoders_made_it(&ours);
    case.cache.forget();
    let shown = case.cache.ready(&hash, &spec).unwrap();
    assert!(!shown.current);
    assert_eq!(
        shown.files[0].path,
        theirs[0].with_file_name(&shown.files[0].file_name)
    );
    assert_eq!(case.ensure(&bytes, &spec), ours);
    assert!(
        theirs.iter().all(|path| !path.exists()),
        "nobody names them any more"
    );
    assert!(original.path.exists(), "the original is no variant");
}

#[test]
fn an_original_is_kept_free_of_metadata() {
    let case = empty_cache();
    let bytes = jpeg_with_exif(&picture(300, 200), 6);
    let hash = content_hash(&bytes);
    assert_eq!(case.cache.original(&hash), None);
    let kept = case.cache.keep_original(&hash, &bytes).unwrap();
    assert_eq!((kept.width, kept.height), (200, 300));
    let clean = fs::read(&kept.path).unwrap();
    assert!(!contains(&clean, SECRET));
    assert_eq!(case.cache.original(&hash), Some(kept.clone()));
    fs::write(&kept.path, b"cut short").unwrap();
    assert_eq!(case.cache.original(&hash), None);
    assert_eq!(case.cache.keep_original(&hash, &bytes).unwrap(), kept);
    assert_eq!(fs::read(&kept.path).unwrap(), clean);
}

/// The folder is gone afterwards: only what was returned can be looked at.
fn empty_cache_ensure(bytes: &[u8]) -> Variants {
    empty_cache().ensure(bytes, &Spec::default())
}

#[test]
fn every_file_is_what_it_says() {
    let case = empty_cache();
    for image in [picture(900, 601), transparent(500)] {
        let variants = case.ensure(&encoded(&image, ImageFormat::Png), &Spec::default());
        for file in &variants.files {
            assert_eq!(
                size_in(file),
                (file.width, file.height),
                "{}",
                file.file_name
            );
        }
    }
}

fn size_in(file: &Variant) -> (u32, u32) {
    let bytes = fs::read(&file.path).unwrap();
    if file.format == Format::Avif {
        assert_eq!(&bytes[4..12], b"ftypavif");
        let ispe = bytes.windows(4).position(|w| w == b"ispe").unwrap() + 8;
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        return (number(ispe), number(ispe + 4));
    }
    let info = inspect(&bytes, &Limits::default()).unwrap();
    assert_eq!(info.format, file.format);
    (info.width, info.height)
}

#[test]
fn transparency_falls_back_to_png() {
    let variants = empty_cache_ensure(&encoded(&transparent(500), ImageFormat::Png));
    assert_eq!(names(&variants), ["480.avif", "480.webp", "480.png"]);
    assert_eq!(variants.fallback(), Format::Png);
}

#[test]
fn unused_transparency_is_a_photograph() {
    let opaque = image::DynamicImage::ImageRgba8(picture(300, 200).to_rgba8());
    let variants = empty_cache_ensure(&encoded(&opaque, ImageFormat::Png));
    assert_eq!(names(&variants), ["300.avif", "300.webp", "300.jpg"]);
}

#[test]
fn animations_survive_as_they_are() {
    let case = empty_cache();
    let bytes = animated_gif(700, 3);
    let variants = case.ensure(&bytes, &Spec::default());
    assert_eq!(names(&variants), ["700.gif"]);
    let kept = fs::read(&variants.files[0].path).unwrap();
    let info = inspect(&kept, &Limits::default()).unwrap();
    assert_eq!((info.format, info.frames), (Format::Gif, 3));
    assert_eq!(
        case.cache.ready(&content_hash(&bytes), &Spec::default()),
        Some(variants)
    );
}

#[test]
fn variants_are_upright() {
    let variants = empty_cache_ensure(&jpeg_with_exif(&picture(300, 200), 6));
    assert_eq!((variants.width, variants.height), (200, 300));
    assert!(
        variants
            .files
            .iter()
            .all(|file| (file.width, file.height) == (200, 300))
    );
}

#[test]
fn colours_are_converted_to_srgb() {
    let colour = image::Rgb([120, 200, 60]);
    let image = image::DynamicImage::ImageRgb8(image::RgbImage::from_pixel(64, 64, colour));
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let segment = [b"ICC_PROFILE\0\x01\x01".to_vec(), profile].concat();
    let case = empty_cache();
    let variants = case.ensure(
        &with_segments(&jpeg(&image), &[(0xe2, segment)]),
        &Spec::default(),
    );
    let file = variants.of(Format::Jpeg).next().unwrap();
    let seen = image::open(&file.path)
        .unwrap()
        .to_rgb8()
        .get_pixel(30, 30)
        .0;
    assert!(
        seen[0] < 100 && seen[1] > 195,
        "Display P3 {colour:?} is not {seen:?} in sRGB"
    );
}

#[test]
fn the_same_picture_gives_the_same_bytes() {
    let bytes = jpeg(&picture(900, 600));
    let (first, second) = (empty_cache(), empty_cache());
    let read = |variants: &Variants| -> Vec<Vec<u8>> {
        variants
            .files
            .iter()
            .map(|file| fs::read(&file.path).unwrap())
            .collect()
    };
    let (a, b) = (
        first.ensure(&bytes, &Spec::default()),
        second.ensure(&bytes, &Spec::default()),
    );
    assert!(read(&a) == read(&b));
}

#[test]
fn ready_only_when_every_file_is_there() {
    let case = empty_cache();
    let bytes = jpeg(&picture(600, 400));
    let (hash, spec) = (content_hash(&bytes), Spec::default());
    assert_eq!(case.cache.ready(&hash, &spec), None);
    let variants = case.ensure(&bytes, &spec);
    assert_eq!(case.cache.ready(&hash, &spec).as_ref(), Some(&variants));
    assert_eq!(
        case.cache.ready(&hash, &Spec::new([96])),
        None,
        "other widths are other files"
    );

    let lost = &variants.files[1];
    let kept = &variants.files[0];
    let before = fs::metadata(&kept.path).unwrap().modified().unwrap();
    fs::remove_file(&lost.path).unwrap();
    assert_eq!(case.cache.ready(&hash, &spec), None);
    assert_eq!(case.ensure(&bytes, &spec), variants);
    assert!(lost.path.exists());
    assert_eq!(
        fs::metadata(&kept.path).unwrap().modified().unwrap(),
        before,
        "what was there was written again"
    );
}

#[test]
fn a_deleted_cache_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let cache = VariantCache::new(folder.path(), Limits::default());
    let bytes = jpeg(&picture(100, 80));
    let (hash, spec) = (content_hash(&bytes), Spec::default());
    cache.ensure(&hash, &bytes, &spec).unwrap();
    fs::remove_dir_all(folder.path()).unwrap();
    assert_eq!(cache.ready(&hash, &spec), None);
    assert!(
        cache
            .ensure(&hash, &bytes, &spec)
            .unwrap()
            .files
            .iter()
            .all(|file| file.path.exists())
    );
}

#[test]
fn hashes_cannot_leave_the_folder() {
    let cache = empty_cache().cache;
    let long = "g".repeat(64);
    for hash in ["", "../../etc/passwd", "ABC", long.as_str()] {
        assert_eq!(cache.ready(hash, &Spec::default()), None);
        assert!(matches!(
            cache.ensure(hash, b"x", &Spec::default()),
            Err(ImageError::BadHash(_))
        ));
    }
}

#[test]
fn many_threads_may_ask_for_the_same() {
    let case = empty_cache();
    let bytes = jpeg(&picture(500, 300));
    let results: Vec<Variants> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| case.ensure(&bytes, &Spec::default())))
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap())
            .collect()
    });
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]));
    let spare = fs::read_dir(results[0].files[0].path.parent().unwrap()).unwrap();
    assert!(
        spare
            .flatten()
            .all(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
    );
}
