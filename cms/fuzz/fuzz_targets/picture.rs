//! Whatever is uploaded as a picture: refused or taken, within the bounds, without a panic; what is taken is taken again.
#![no_main]

use imaging::Limits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits {
        // Small, so that the fuzzer is quick; the rules are the same.
        max_pixels: 256 * 256,
        ..Limits::default()
    };
    let Ok(info) = imaging::inspect(bytes, &limits) else {
        return;
    };
    assert!(u64::from(info.width) * u64::from(info.height) <= limits.max_pixels);
    let Ok(stripped) = imaging::strip_metadata(bytes, &info) else {
        return;
    };
    let again = imaging::inspect(&stripped, &limits);
    let Ok(again) = again else {
        panic!("what was published is refused: {again:?}");
    };
    assert_eq!((again.width, again.height), (info.width, info.height));
    assert_eq!(again.format, info.format);
});
