//! GIF: blocks and sub-blocks.

use super::{Reader, Scan, head};
use crate::{Format, ImageError};

const HEADER: usize = 13;

enum Block<'a> {
    Image {
        width: u32,
        height: u32,
        whole: &'a [u8],
    },
    Extension {
        label: u8,
        first: &'a [u8],
        whole: &'a [u8],
    },
}

pub(super) fn scan(bytes: &[u8]) -> Result<Scan, ImageError> {
    let (header, blocks) = split(bytes)?;
    let [.., w0, w1, h0, h1, _, _, _] = head::<HEADER>(Format::Gif, header)?;
    let (mut width, mut height) = (
        u32::from(u16::from_le_bytes([w0, w1])),
        u32::from(u16::from_le_bytes([h0, h1])),
    );
    let mut frames = 0;
    for block in &blocks {
        if let Block::Image {
            width: w,
            height: h,
            ..
        } = block
        {
            frames += 1;
            if u64::from(*w) * u64::from(*h) > u64::from(width) * u64::from(height) && frames == 1 {
                (width, height) = (*w, *h);
            }
        }
    }
    if frames == 0 {
        return Err(ImageError::malformed(Format::Gif, "it has no picture"));
    }
    Ok(Scan {
        width,
        height,
        frames,
        orientation: 1,
        pixel_bytes: 4,
        scans: 1,
        profile_bytes: 0,
    })
}

pub(super) fn strip(bytes: &[u8]) -> Result<Vec<u8>, ImageError> {
    let (header, blocks) = split(bytes)?;
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(header);
    for block in &blocks {
        match block {
            Block::Image { whole, .. } => out.extend_from_slice(whole),
            Block::Extension {
                label,
                first,
                whole,
            } if is_picture(*label, first) => out.extend_from_slice(whole),
            Block::Extension { .. } => {}
        }
    }
    out.push(0x3b);
    Ok(out)
}

/// Timing, looping and colours stay; comments, XMP and plain text go.
fn is_picture(label: u8, first: &[u8]) -> bool {
    match label {
        0xf9 => true,
        0xff => matches!(first, b"NETSCAPE2.0" | b"ANIMEXTS1.0" | b"ICCRGBG1012"),
        _ => false,
    }
}

/// Header with the global colours, and the blocks up to the trailer.
fn split(bytes: &[u8]) -> Result<(&[u8], Vec<Block<'_>>), ImageError> {
    let mut reader = Reader::new(Format::Gif, bytes);
    let flags = reader.take(HEADER)?.get(10).copied().unwrap_or(0);
    skip_colours(&mut reader, flags)?;
    let header = reader.since(0);
    let mut blocks = Vec::new();
    loop {
        let start = reader.position;
        match reader.byte()? {
            0x3b => return Ok((header, blocks)),
            0x2c => blocks.push(image_block(&mut reader, start)?),
            0x21 => {
                let label = reader.byte()?;
                let first = sub_blocks(&mut reader)?;
                blocks.push(Block::Extension {
                    label,
                    first,
                    whole: reader.since(start),
                });
            }
            other => {
                return Err(ImageError::malformed(
                    Format::Gif,
                    format!("unknown block {other:#04x}"),
                ));
            }
        }
    }
}

fn image_block<'a>(reader: &mut Reader<'a>, start: usize) -> Result<Block<'a>, ImageError> {
    let [_, _, _, _, w0, w1, h0, h1, flags] = reader.array()?;
    skip_colours(reader, flags)?;
    reader.byte()?;
    sub_blocks(reader)?;
    Ok(Block::Image {
        width: u32::from(u16::from_le_bytes([w0, w1])),
        height: u32::from(u16::from_le_bytes([h0, h1])),
        whole: reader.since(start),
    })
}

fn skip_colours(reader: &mut Reader<'_>, flags: u8) -> Result<(), ImageError> {
    if flags & 0x80 != 0 {
        reader.take(3 << ((flags & 7) + 1))?;
    }
    Ok(())
}

/// Passes over a chain of sub-blocks and gives the first.
fn sub_blocks<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8], ImageError> {
    let mut first: &[u8] = &[];
    loop {
        let length = usize::from(reader.byte()?);
        if length == 0 {
            return Ok(first);
        }
        let data = reader.take(length)?;
        if first.is_empty() {
            first = data;
        }
    }
}
