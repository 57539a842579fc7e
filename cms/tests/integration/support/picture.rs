//! Pictures without an encoder.

use std::io::Read as _;

use flate2::{Compression, write::ZlibEncoder};

/// A small picture; another shade is another picture.
pub fn png(shade: u8) -> Vec<u8> {
    png_with(shade, &[])
}

/// The same, whose colour profile is so many zeros once it is unpacked.
pub fn png_with_profile(shade: u8, bytes: u64) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(b"zeros\0\0".to_vec(), Compression::best());
    std::io::copy(&mut std::io::repeat(0).take(bytes), &mut packed).unwrap();
    png_with(shade, &[(b"iCCP", packed.finish().unwrap())])
}

fn png_with(shade: u8, chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    // Stored (uncompressed) deflate keeps this writer to a few lines.
    let row = [vec![0], vec![shade; 8 * 3]].concat();
    let raw = row.repeat(8);
    let length = u16::try_from(raw.len()).unwrap();
    let mut zlib = vec![0x78, 0x01, 0x01];
    zlib.extend(length.to_le_bytes());
    zlib.extend((!length).to_le_bytes());
    zlib.extend(&raw);
    zlib.extend(adler(&raw).to_be_bytes());
    let mut header = Vec::new();
    header.extend(8_u32.to_be_bytes());
    header.extend(8_u32.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let all = [
        vec![(b"IHDR", header)],
        chunks.to_vec(),
        vec![(b"IDAT", zlib), (b"IEND", Vec::new())],
    ];
    for (kind, data) in all.concat() {
        file.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        let body = [kind.to_vec(), data].concat();
        file.extend(&body);
        file.extend(crc(&body).to_be_bytes());
    }
    file
}

fn adler(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    (b << 16) | a
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            }
        })
    })
}
