//! WebP: RIFF chunks.

use super::{Reader, Scan, head, orientation_of};
use crate::{Format, ImageError};

const EXIF_AND_XMP_FLAGS: u8 = 0x08 | 0x04;
const KEPT: [&[u8; 4]; 7] = [
    b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP",
];

struct Chunk<'a> {
    kind: [u8; 4],
    data: &'a [u8],
}

pub(super) fn scan(bytes: &[u8]) -> Result<Scan, ImageError> {
    let chunks = chunks(bytes)?;
    let (width, height) = size(&chunks)?;
    let mut orientation = 1;
    for chunk in chunks.iter().filter(|chunk| &chunk.kind == b"EXIF") {
        orientation = orientation_of(chunk.data.strip_prefix(b"Exif\0\0").unwrap_or(chunk.data));
    }
    let frames = chunks.iter().filter(|chunk| &chunk.kind == b"ANMF").count();
    let pictures = chunks
        .iter()
        .filter(|chunk| matches!(&chunk.kind, b"VP8 " | b"VP8L"))
        .count();
    if frames == 0 && pictures == 0 {
        return Err(ImageError::malformed(Format::Webp, "it has no picture"));
    }
    let frames = u32::try_from(frames).unwrap_or(u32::MAX).max(1);
    Ok(Scan {
        width,
        height,
        frames,
        orientation,
        pixel_bytes: 4,
        scans: 1,
        profile_bytes: 0,
    })
}

pub(super) fn strip(bytes: &[u8]) -> Result<Vec<u8>, ImageError> {
    let mut body = b"WEBP".to_vec();
    for chunk in chunks(bytes)?
        .iter()
        .filter(|chunk| KEPT.contains(&&chunk.kind))
    {
        write_chunk(&mut body, chunk)?;
    }
    let mut out = b"RIFF".to_vec();
    out.extend_from_slice(&length(body.len())?);
    out.extend_from_slice(&body);
    Ok(out)
}

/// Whether the pixels are coded without loss.
pub(crate) fn is_lossless(bytes: &[u8]) -> bool {
    chunks(bytes).is_ok_and(|chunks| chunks.iter().any(|chunk| &chunk.kind == b"VP8L"))
}

fn write_chunk(body: &mut Vec<u8>, chunk: &Chunk<'_>) -> Result<(), ImageError> {
    body.extend_from_slice(&chunk.kind);
    body.extend_from_slice(&length(chunk.data.len())?);
    match (&chunk.kind, chunk.data.split_first()) {
        (b"VP8X", Some((flags, rest))) => {
            body.push(flags & !EXIF_AND_XMP_FLAGS);
            body.extend_from_slice(rest);
        }
        _ => body.extend_from_slice(chunk.data),
    }
    if chunk.data.len() % 2 == 1 {
        body.push(0);
    }
    Ok(())
}

fn length(value: usize) -> Result<[u8; 4], ImageError> {
    u32::try_from(value)
        .map(u32::to_le_bytes)
        .map_err(|_| ImageError::malformed(Format::Webp, "it is too long"))
}

/// The canvas of an extended file, else the size in the picture's own header.
fn size(chunks: &[Chunk<'_>]) -> Result<(u32, u32), ImageError> {
    let first = chunks.first().ok_or(ImageError::Truncated {
        format: Format::Webp,
    })?;
    match &first.kind {
        b"VP8X" => {
            let [_, _, _, _, w0, w1, w2, h0, h1, h2] = head(Format::Webp, first.data)?;
            Ok((
                u32::from_le_bytes([w0, w1, w2, 0]) + 1,
                u32::from_le_bytes([h0, h1, h2, 0]) + 1,
            ))
        }
        b"VP8L" => {
            let [_signature, b0, b1, b2, b3] = head(Format::Webp, first.data)?;
            let bits = u32::from_le_bytes([b0, b1, b2, b3]);
            Ok(((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1))
        }
        b"VP8 " => {
            let [_, _, _, _, _, _, w0, w1, h0, h1] = head(Format::Webp, first.data)?;
            let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
            Ok((side(w0, w1), side(h0, h1)))
        }
        _ => Err(ImageError::malformed(
            Format::Webp,
            "it does not start with a picture",
        )),
    }
}

fn chunks(bytes: &[u8]) -> Result<Vec<Chunk<'_>>, ImageError> {
    let mut reader = Reader::new(Format::Webp, bytes);
    reader.take(4)?;
    let size = usize::try_from(u32::from_le_bytes(reader.array()?)).unwrap_or(usize::MAX);
    let mut reader = Reader::new(Format::Webp, reader.take(size)?);
    reader.take(4)?;
    let mut found = Vec::new();
    while !reader.rest().is_empty() {
        let kind = reader.array()?;
        let length = usize::try_from(u32::from_le_bytes(reader.array()?)).unwrap_or(usize::MAX);
        let data = reader.take(length)?;
        if length % 2 == 1 && !reader.rest().is_empty() {
            reader.byte()?;
        }
        found.push(Chunk { kind, data });
    }
    Ok(found)
}
