use image::{GenericImageView, ImageFormat, Rgb, RgbImage};
use imaging::{ImageInfo, Limits, inspect, strip_metadata};

use crate::sample::{
    SECRET, all, animated_gif, contains, encoded, exif, extended_webp, jpeg, jpeg_with_exif,
    picture, with_chunks, with_segments,
};

fn published(bytes: &[u8]) -> (Vec<u8>, ImageInfo) {
    let info = inspect(bytes, &Limits::default()).unwrap();
    let clean = strip_metadata(bytes, &info).unwrap();
    let info = inspect(&clean, &Limits::default()).unwrap();
    (clean, info)
}

#[test]
fn a_jfif_thumbnail_is_not_published() {
    let bytes = jpeg(&picture(40, 30));
    let head = [b"JFIF\0\x01\x02\x01\0\x48\0\x48".as_slice(), &[2, 4]].concat();
    let thumbnail = [head, SECRET.as_bytes()[..24].to_vec()].concat();
    let extension = [b"JFXX\0\x10".to_vec(), SECRET.as_bytes().to_vec()].concat();
    let bytes = with_segments(&bytes, &[(0xe0, thumbnail), (0xe0, extension)]);
    let (clean, info) = published(&bytes);
    assert!(!contains(&clean, &SECRET[..24]));
    assert_eq!((info.width, info.height), (40, 30));
    // What the header says beside it stays: 72 dots an inch.
    assert_eq!(
        clean[2..20],
        *b"\xff\xe0\0\x10JFIF\0\x01\x02\x01\0\x48\0\x48\0\0"
    );
}

#[test]
fn nothing_private_is_published() {
    let secret = || SECRET.as_bytes().to_vec();
    let image = picture(40, 30);
    let xmp = [b"http://ns.adobe.com/xap/1.0/\0".to_vec(), secret()].concat();
    let exif_segment = [b"Exif\0\0".to_vec(), exif(1)].concat();
    let segments = [
        (0xe1, exif_segment),
        (0xe1, xmp),
        (0xed, secret()),
        (0xfe, secret()),
        (0xe2, secret()),
    ];
    let text = |key: &str| [key.as_bytes(), b"\0", SECRET.as_bytes()].concat();
    let chunks: [(&[u8; 4], Vec<u8>); 3] = [
        (b"tEXt", text("Comment")),
        (b"eXIf", exif(1)),
        (b"prVt", secret()),
    ];
    let mut gif = animated_gif(16, 3);
    gif.pop();
    gif.extend_from_slice(&[0x21, 0xfe, u8::try_from(SECRET.len()).unwrap()]);
    gif.extend_from_slice(SECRET.as_bytes());
    gif.extend_from_slice(&[0, 0x3b]);
    let table = [
        ("jpeg", with_segments(&jpeg(&image), &segments)),
        (
            "png",
            with_chunks(&encoded(&image, ImageFormat::Png), &chunks),
        ),
        ("gif", gif),
        (
            "webp",
            extended_webp(&image, 0x0c, &[(b"EXIF", exif(1)), (b"XMP ", secret())]),
        ),
    ];
    for (name, bytes) in table {
        assert!(
            contains(&bytes, SECRET),
            "{name}: the sample carries nothing"
        );
        let (clean, _) = published(&bytes);
        assert!(!contains(&clean, SECRET), "{name} still tells it");
        let decoded = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgba8();
        assert!(
            decoded(&bytes) == decoded(&clean),
            "{name}: the pixels changed"
        );
    }
}

#[test]
fn what_follows_the_end_is_cut_off() {
    for (name, bytes) in all() {
        let polyglot = [bytes.as_slice(), b"PK\x03\x04 <script>alert(1)</script>"].concat();
        let (clean, _) = published(&polyglot);
        assert!(!contains(&clean, "<script>"), "{name}");
    }
}

#[test]
fn cleaning_twice_changes_nothing() {
    for (name, bytes) in all() {
        let (once, _) = published(&bytes);
        let (twice, _) = published(&once);
        assert!(once == twice, "{name}");
    }
}

#[test]
fn colour_profiles_stay_with_the_original() {
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let segment = [b"ICC_PROFILE\0\x01\x01".to_vec(), profile].concat();
    let (clean, _) = published(&with_segments(&jpeg(&picture(40, 30)), &[(0xe2, segment)]));
    assert!(contains(&clean, "ICC_PROFILE"));
}

/// Where the stored top left (red) and top right (blue) corners are to be seen, per EXIF orientation.
const CORNERS: [(u8, Corner, Corner); 8] = [
    (1, Corner::TopLeft, Corner::TopRight),
    (2, Corner::TopRight, Corner::TopLeft),
    (3, Corner::BottomRight, Corner::BottomLeft),
    (4, Corner::BottomLeft, Corner::BottomRight),
    (5, Corner::TopLeft, Corner::BottomLeft),
    (6, Corner::TopRight, Corner::BottomRight),
    (7, Corner::BottomRight, Corner::TopRight),
    (8, Corner::BottomLeft, Corner::TopLeft),
];

#[derive(Debug, Clone, Copy)]
enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

fn marked() -> image::DynamicImage {
    RgbImage::from_fn(96, 64, |x, y| match (x, y) {
        (0..32, 0..32) => Rgb([220, 20, 20]),
        (64.., 0..32) => Rgb([20, 20, 220]),
        _ => Rgb([240, 240, 240]),
    })
    .into()
}

fn at(image: &image::DynamicImage, corner: Corner) -> [u8; 3] {
    let (right, bottom) = (image.width() - 8, image.height() - 8);
    let (x, y) = match corner {
        Corner::TopLeft => (8, 8),
        Corner::TopRight => (right, 8),
        Corner::BottomLeft => (8, bottom),
        Corner::BottomRight => (right, bottom),
    };
    let [r, g, b, _] = image.get_pixel(x, y).0;
    [r, g, b]
}

#[test]
fn orientation_is_applied() {
    for (orientation, red, blue) in CORNERS {
        let sources = [
            ("jpeg", jpeg_with_exif(&marked(), orientation)),
            (
                "png",
                with_chunks(
                    &encoded(&marked(), ImageFormat::Png),
                    &[(b"eXIf", exif(orientation))],
                ),
            ),
            (
                "webp",
                extended_webp(&marked(), 0x08, &[(b"EXIF", exif(orientation))]),
            ),
        ];
        for (name, bytes) in sources {
            let (clean, info) = published(&bytes);
            let expected = if orientation >= 5 { (64, 96) } else { (96, 64) };
            assert_eq!((info.width, info.height), expected, "{name} {orientation}");
            assert_eq!(
                info.orientation, 1,
                "{name} {orientation}: it would be turned again"
            );
            let image = image::load_from_memory(&clean).unwrap();
            let ([r, _, b], [r2, _, b2]) = (at(&image, red), at(&image, blue));
            assert!(
                r > 180 && b < 80,
                "{name} {orientation}: red is not at {red:?}"
            );
            assert!(
                b2 > 180 && r2 < 80,
                "{name} {orientation}: blue is not at {blue:?}"
            );
            assert!(!contains(&clean, SECRET), "{name} {orientation}");
        }
    }
}
