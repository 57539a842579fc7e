//! JPEG: markers and segments.

use super::{Reader, Scan, head, orientation_of};
use crate::{Format, ImageError};

const SOI: [u8; 2] = [0xff, 0xd8];
const EOI: u8 = 0xd9;
const SOS: u8 = 0xda;
const COM: u8 = 0xfe;
const APP0: u8 = 0xe0;
const JFIF: &[u8] = b"JFIF\0";
/// Identifier, version, unit and density; what follows is a thumbnail: its width, its height and its pixels.
const JFIF_HEAD: usize = 12;
const EXIF: &[u8] = b"Exif\0\0";

struct Segment<'a> {
    marker: u8,
    /// Without marker and length.
    payload: &'a [u8],
    /// Marker, length, payload and, after a start of scan, the coded data.
    whole: &'a [u8],
}

/// The frame header. A sequential picture whose colours lie in scans of their own is lawful but so rare that the
/// decoder (zune-jpeg 0.5) gets it wrong; it is refused rather than published in false colours.
struct Frame {
    width: u32,
    height: u32,
    components: u8,
    sequential: bool,
}

pub(super) fn scan(bytes: &[u8]) -> Result<Scan, ImageError> {
    let mut frames = Vec::new();
    let (mut orientation, mut scans) = (1, 0);
    for segment in segments(bytes)? {
        match segment.marker {
            marker if starts_frame(marker) => frames.push(frame_header(&segment)?),
            SOS => scans += 1,
            0xe1 => {
                if let Some(exif) = segment.payload.strip_prefix(EXIF) {
                    orientation = orientation_of(exif);
                }
            }
            _ => {}
        }
    }
    let [frame] = frames.as_slice() else {
        return Err(ImageError::malformed(
            Format::Jpeg,
            "it has not exactly one frame header",
        ));
    };
    if scans == 0 {
        return Err(ImageError::Truncated {
            format: Format::Jpeg,
        });
    }
    if scans > 1 && frame.sequential && frame.components > 1 {
        return Err(ImageError::Unsupported {
            found: "a JPEG with its colours in separate scans",
        });
    }
    let Frame {
        width,
        height,
        components,
        ..
    } = *frame;
    let pixel_bytes = u32::from(components.max(3));
    Ok(Scan {
        width,
        height,
        frames: 1,
        orientation,
        pixel_bytes,
        scans,
        profile_bytes: 0,
    })
}

pub(super) fn strip(bytes: &[u8]) -> Result<Vec<u8>, ImageError> {
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(&SOI);
    for segment in segments(bytes)? {
        if segment.marker == APP0 {
            out.extend_from_slice(&without_thumbnail(&segment));
        } else if is_picture(&segment) {
            out.extend_from_slice(segment.whole);
        }
    }
    out.extend_from_slice(&[0xff, EOI]);
    Ok(out)
}

/// Application segments are dropped but for those that say how colours are meant.
fn is_picture(segment: &Segment<'_>) -> bool {
    match segment.marker {
        0xe2 => segment.payload.starts_with(b"ICC_PROFILE\0"),
        0xee => segment.payload.starts_with(b"Adobe"),
        APP0..=0xef | COM => false,
        _ => true,
    }
}

/// The JFIF header, which says how dense pixels are meant to lie. A thumbnail in it is made of the picture as the camera
/// took it, so it may show what was cut away since.
fn without_thumbnail(segment: &Segment<'_>) -> Vec<u8> {
    match segment.payload.get(..JFIF_HEAD) {
        Some(head) if head.starts_with(JFIF) => [&[0xff, APP0, 0, 16], head, &[0, 0]].concat(),
        _ => Vec::new(),
    }
}

fn starts_frame(marker: u8) -> bool {
    matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc)
}

fn frame_header(segment: &Segment<'_>) -> Result<Frame, ImageError> {
    let [_precision, h1, h0, w1, w0, components] = head(Format::Jpeg, segment.payload)?;
    Ok(Frame {
        width: u32::from(u16::from_be_bytes([w1, w0])),
        height: u32::from(u16::from_be_bytes([h1, h0])),
        components,
        sequential: segment.marker != 0xc2,
    })
}

/// Every segment up to the end marker; what follows that is not read.
fn segments(bytes: &[u8]) -> Result<Vec<Segment<'_>>, ImageError> {
    let mut reader = Reader::new(Format::Jpeg, bytes);
    reader.take(SOI.len())?;
    let mut found = Vec::new();
    loop {
        let (start, marker) = next_marker(&mut reader)?;
        match marker {
            EOI => return Ok(found),
            0x01 | 0xd0..=0xd8 => continue,
            _ => {}
        }
        let length = usize::from(u16::from_be_bytes(reader.array()?));
        let Some(length) = length.checked_sub(2) else {
            return Err(ImageError::malformed(
                Format::Jpeg,
                "a segment has no length",
            ));
        };
        let payload = reader.take(length)?;
        if marker == SOS {
            skip_coded_data(&mut reader)?;
        }
        found.push(Segment {
            marker,
            payload,
            whole: reader.since(start),
        });
    }
}

/// The next marker and where it starts; stray bytes between segments are passed over.
fn next_marker(reader: &mut Reader<'_>) -> Result<(usize, u8), ImageError> {
    while reader.byte()? != 0xff {}
    loop {
        let start = reader.position - 1;
        match reader.byte()? {
            0xff => {}
            0x00 => while reader.byte()? != 0xff {},
            marker => return Ok((start, marker)),
        }
    }
}

/// Moves to the marker that ends the coded data of a scan.
fn skip_coded_data(reader: &mut Reader<'_>) -> Result<(), ImageError> {
    let rest = reader.rest();
    let mut at = 0;
    while let Some(offset) = rest
        .get(at..)
        .and_then(|r| r.iter().position(|b| *b == 0xff))
    {
        at += offset;
        match rest.get(at + 1) {
            Some(0x00 | 0xd0..=0xd7) => at += 2,
            Some(0xff) => at += 1,
            Some(_) => {
                reader.position += at;
                return Ok(());
            }
            None => break,
        }
    }
    Err(ImageError::Truncated {
        format: Format::Jpeg,
    })
}
