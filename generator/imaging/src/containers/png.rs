//! PNG and APNG: chunks.

use std::io::Read as _;

use flate2::bufread::ZlibDecoder;

use super::{Reader, Scan, head, orientation_of};
use crate::{Format, ImageError, Limits};

const SIGNATURE: usize = 8;

/// Ancillary chunks that say how the picture looks or moves.
const KEPT: [&[u8; 4]; 14] = [
    b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"mDCV", b"cLLI", b"sBIT", b"bKGD",
    b"pHYs", b"acTL", b"fcTL", b"fdAT",
];

/// What a colour profile counts at least: there should be one, and a file has room for a million, each of which takes its time.
const LEAST_PROFILE: u64 = 4 * 1024;

struct Chunk<'a> {
    kind: [u8; 4],
    data: &'a [u8],
    whole: &'a [u8],
}

pub(super) fn scan(bytes: &[u8], limits: &Limits) -> Result<Scan, ImageError> {
    let (signature_and_header, chunks) = split(bytes)?;
    let [w3, w2, w1, w0, h3, h2, h1, h0, depth, colour] =
        head(Format::Png, signature_and_header.data)?;
    let mut orientation = 1;
    let mut frames = 0;
    let mut animated = false;
    let mut has_data = false;
    for chunk in &chunks {
        match &chunk.kind {
            b"eXIf" => orientation = orientation_of(chunk.data),
            b"acTL" => animated = true,
            b"fcTL" => frames += 1,
            b"IDAT" => has_data = true,
            _ => {}
        }
    }
    let profiles = chunks.iter().filter(|chunk| &chunk.kind == b"iCCP");
    let profiles = profiles.map(|chunk| chunk.data);
    let profile_bytes = in_all(profiles, limits.max_profile_bytes, unpacked);
    if !has_data {
        return Err(ImageError::malformed(Format::Png, "it has no picture data"));
    }
    Ok(Scan {
        width: u32::from_be_bytes([w3, w2, w1, w0]),
        height: u32::from_be_bytes([h3, h2, h1, h0]),
        frames: if animated { frames.max(1) } else { 1 },
        orientation,
        pixel_bytes: channels(colour) * if depth == 16 { 2 } else { 1 },
        scans: 1,
        profile_bytes,
    })
}

/// Bytes of all colour profiles as `measure` finds them. Behind `most` none is looked at any more.
fn in_all<'a>(
    profiles: impl Iterator<Item = &'a [u8]>,
    most: u64,
    mut measure: impl FnMut(&'a [u8], u64) -> u64,
) -> u64 {
    let mut bytes = 0;
    for profile in profiles {
        let left = most.saturating_sub(bytes);
        bytes += measure(profile, left).max(LEAST_PROFILE);
        if bytes > most {
            break;
        }
    }
    bytes
}

/// Bytes of a colour profile once it is unpacked, as far as it can be. Nothing of it is kept, and counting ends behind `most`.
fn unpacked(profile: &[u8], most: u64) -> u64 {
    // The name ends with a zero; what follows says how it is packed, in the only way that there is.
    let name = profile.iter().position(|byte| *byte == 0);
    let packed = name.and_then(|end| profile.get(end + 2..));
    let mut unpacking = ZlibDecoder::new(packed.unwrap_or_default()).take(most.saturating_add(1));
    let (mut bytes, mut piece) = (0, [0; 8 * 1024]);
    while let Ok(read @ 1..) = unpacking.read(&mut piece) {
        bytes += read as u64;
    }
    bytes
}

/// Channels once palettes are resolved.
fn channels(colour: u8) -> u32 {
    match colour {
        0 => 1,
        2 => 3,
        4 => 2,
        _ => 4,
    }
}

pub(super) fn strip(bytes: &[u8]) -> Result<Vec<u8>, ImageError> {
    let (header, chunks) = split(bytes)?;
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(bytes.get(..SIGNATURE).unwrap_or_default());
    out.extend_from_slice(header.whole);
    for chunk in chunks.iter().filter(|chunk| is_picture(chunk)) {
        out.extend_from_slice(chunk.whole);
    }
    Ok(out)
}

fn is_picture(chunk: &Chunk<'_>) -> bool {
    let critical = chunk.kind[0].is_ascii_uppercase();
    critical || KEPT.contains(&&chunk.kind)
}

/// The header chunk and the others up to and with IEND.
fn split(bytes: &[u8]) -> Result<(Chunk<'_>, Vec<Chunk<'_>>), ImageError> {
    let mut reader = Reader::new(Format::Png, bytes);
    reader.take(SIGNATURE)?;
    let header = chunk(&mut reader)?;
    if &header.kind != b"IHDR" {
        return Err(ImageError::malformed(
            Format::Png,
            "it does not start with a header",
        ));
    }
    let mut chunks = Vec::new();
    loop {
        let next = chunk(&mut reader)?;
        let last = &next.kind == b"IEND";
        chunks.push(next);
        if last {
            return Ok((header, chunks));
        }
    }
}

fn chunk<'a>(reader: &mut Reader<'a>) -> Result<Chunk<'a>, ImageError> {
    let start = reader.position;
    let length = u32::from_be_bytes(reader.array()?);
    let kind = reader.array()?;
    let data = reader.take(usize::try_from(length).unwrap_or(usize::MAX))?;
    reader.take(4)?;
    Ok(Chunk {
        kind,
        data,
        whole: reader.since(start),
    })
}

#[cfg(test)]
mod tests {
    use super::{LEAST_PROFILE, in_all};

    /// How many of a million profiles of so many bytes are looked at, and what they come to.
    fn looked_at(each: u64, most: u64) -> (usize, u64) {
        let mut looked_at = 0;
        let profiles = std::iter::repeat_n(&[][..], 1_000_000);
        let bytes = in_all(profiles, most, |_, left| {
            looked_at += 1;
            each.min(left + 1)
        });
        (looked_at, bytes)
    }

    #[test]
    fn no_profile_is_looked_at_behind_the_bound() {
        let most = 16 * LEAST_PROFILE;
        assert_eq!(looked_at(0, most), (17, most + LEAST_PROFILE));
        assert_eq!(looked_at(most, most), (2, most + LEAST_PROFILE));
        assert_eq!(looked_at(u64::MAX - 1, most), (1, most + 1));
    }
}
