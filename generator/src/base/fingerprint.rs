//! Fingerprints: two things with equal fingerprints are equal.
//!
//! Contents are hashed once with blake3. What is composed of hashed parts (a page of its cards) is hashed
//! with a fast mixer over the parts' fingerprints, because planning does it for every page at every save.

use std::hash::{Hash, Hasher};

/// Identity of the program, see `build.rs`.
pub const PROGRAM: &str = env!("GENERATOR_FINGERPRINT");

/// 128 bits of identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Fingerprint(pub u128);

impl Hash for Fingerprint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(self.0);
    }
}

impl Fingerprint {
    /// Of bytes.
    pub fn of_bytes(bytes: &[u8]) -> Fingerprint {
        Fingerprint::from_blake3(blake3::hash(bytes))
    }

    /// Of anything's content.
    pub fn of(value: &impl Hash) -> Fingerprint {
        let mut hasher = Content(blake3::Hasher::new());
        value.hash(&mut hasher);
        Fingerprint::from_blake3(hasher.0.finalize())
    }

    /// Of something composed of fingerprints and small numbers.
    pub fn of_parts(value: &impl Hash) -> Fingerprint {
        let mut mixer = Mixer::default();
        value.hash(&mut mixer);
        Fingerprint(mixer.finish128())
    }

    /// Of what serde sees (content files; not on the path of a save).
    pub fn of_serialized(value: &impl serde::Serialize) -> Fingerprint {
        match serde_json::to_vec(value) {
            Ok(bytes) => Fingerprint::of_bytes(&bytes),
            Err(error) => Fingerprint::of(&error.to_string()),
        }
    }

    fn from_blake3(hash: blake3::Hash) -> Fingerprint {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.as_bytes()[..16]);
        Fingerprint(u128::from_le_bytes(bytes))
    }

    /// 32 hexadecimal digits.
    pub fn hex(self) -> String {
        format!("{:032x}", self.0)
    }

    /// Reads [`Fingerprint::hex`].
    pub fn from_hex(hex: &str) -> Option<Fingerprint> {
        u128::from_str_radix(hex, 16).ok().map(Fingerprint)
    }
}

/// `logo.svg` -> `logo-0123456789.svg`
pub fn hashed_name(name: &str, fingerprint: Fingerprint) -> String {
    let hash = &fingerprint.hex()[..10];
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}-{hash}.{extension}"),
        None => format!("{name}-{hash}"),
    }
}

/// blake3 behind the standard trait. Lengths are part of what `Hash` writes.
struct Content(blake3::Hasher);

impl Hasher for Content {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
}

/// Two independent multiply-and-fold lanes; its inputs are blake3 outputs, so they are well mixed already.
struct Mixer {
    a: u64,
    b: u64,
}

const K1: u64 = 0x9E37_79B9_7F4A_7C15;
const K2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const K3: u64 = 0xD6E8_FEB8_6659_FD93;

impl Default for Mixer {
    fn default() -> Self {
        Mixer { a: K2, b: K3 }
    }
}

fn fold(x: u64, y: u64) -> u64 {
    let product = u128::from(x).wrapping_mul(u128::from(y));
    (product as u64) ^ ((product >> 64) as u64)
}

impl Mixer {
    fn word(&mut self, word: u64) {
        self.a = fold(self.a ^ word ^ K1, K2).wrapping_add(word);
        self.b = fold(self.b.rotate_left(23) ^ word, K1 | 1) ^ self.a.rotate_left(17);
    }

    fn finish128(mut self) -> u128 {
        self.word(K3);
        self.word(K1);
        (u128::from(self.a) << 64) | u128::from(self.b)
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.a
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
        self.word(bytes.len() as u64);
    }

    fn write_u8(&mut self, value: u8) {
        self.word(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.word(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.word(value);
    }

    fn write_u128(&mut self, value: u128) {
        self.word(value as u64);
        self.word((value >> 64) as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.word(value as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn parts_that_differ_anywhere_differ() {
        let mut seen = HashSet::new();
        for a in 0_u64..200 {
            for b in 0_u64..200 {
                assert!(seen.insert(Fingerprint::of_parts(&(a, b)).0));
            }
        }
        assert_ne!(
            Fingerprint::of_parts(&(1_u64, 2_u64)),
            Fingerprint::of_parts(&(2_u64, 1_u64))
        );
        assert_ne!(
            Fingerprint::of_parts(&[0_u128; 2]),
            Fingerprint::of_parts(&[0_u128; 3])
        );
    }

    #[test]
    fn hex_round_trips() {
        let fingerprint = Fingerprint::of_bytes(b"x");
        assert_eq!(Fingerprint::from_hex(&fingerprint.hex()), Some(fingerprint));
    }
}
