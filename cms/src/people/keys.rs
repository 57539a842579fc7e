//! The keys that sign access tokens and derive refresh tokens.
//!
//! One line per key, `<id> <secret in hex>`: the first signs, all of them verify. Rotation puts a new line first
//! and keeps one old key, so that nobody is signed out; what the dropped key signed has expired by then.

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};

/// Bytes of a secret.
const SECRET_BYTES: usize = 32;
/// Keys kept by a rotation.
const KEPT: usize = 2;

/// One key.
#[derive(Clone)]
pub struct Key {
    /// Names the key in token headers (`kid`).
    pub id: String,
    /// Never printed, never logged.
    secret: [u8; SECRET_BYTES],
}

impl Key {
    /// A new random key.
    pub fn random() -> Self {
        Self {
            id: HEXLOWER.encode(&rand::random::<[u8; 4]>()),
            secret: rand::random(),
        }
    }

    /// The secret for one purpose, so that no two uses share bytes.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        blake3::derive_key(purpose, &self.secret)
    }

    fn parse(line: &str) -> Option<Self> {
        let (id, secret) = line.split_once(' ')?;
        Some(Self {
            id: id.to_owned(),
            secret: HEXLOWER_PERMISSIVE
                .decode(secret.trim().as_bytes())
                .ok()?
                .try_into()
                .ok()?,
        })
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Key")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// All keys; never empty.
#[derive(Debug, Clone)]
pub struct Keys {
    current: Key,
    older: Vec<Key>,
}

impl Keys {
    /// Keys of one random key.
    pub fn random() -> Self {
        Self {
            current: Key::random(),
            older: Vec::new(),
        }
    }

    /// The key that signs.
    pub fn current(&self) -> &Key {
        &self.current
    }

    /// The key with this id.
    pub fn find(&self, id: &str) -> Option<&Key> {
        self.all().find(|key| key.id == id)
    }

    /// Every key, the signing one first.
    pub fn all(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.current).chain(&self.older)
    }

    /// A new signing key; the present one goes on verifying.
    pub fn rotated(&self) -> Self {
        Self {
            current: Key::random(),
            older: self.all().take(KEPT - 1).cloned().collect(),
        }
    }

    /// Reads the file, or creates it with one key on first start.
    pub fn open(file: &Path) -> anyhow::Result<Self> {
        match fs::read_to_string(file) {
            Ok(text) => {
                Self::parse(&text).with_context(|| format!("{} is damaged", file.display()))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let keys = Self::random();
                keys.save(file)?;
                Ok(keys)
            }
            Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
        }
    }

    /// Writes the file by rename, readable by its owner only.
    pub fn save(&self, file: &Path) -> anyhow::Result<()> {
        let folder = file
            .parent()
            .map_or_else(|| PathBuf::from("."), Path::to_path_buf);
        fs::create_dir_all(&folder)?;
        let mut text = String::new();
        for key in self.all() {
            writeln!(text, "{} {}", key.id, HEXLOWER.encode(&key.secret))?;
        }
        // Temporary files are created with mode 0600.
        let mut temporary = crate::disk::unfinished::begin(&folder)?;
        temporary.write_all(text.as_bytes())?;
        temporary.as_file().sync_all()?;
        temporary
            .persist(file)
            .with_context(|| format!("cannot write {}", file.display()))?;
        Ok(())
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let mut keys = Vec::new();
        for (index, line) in text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .enumerate()
        {
            match Key::parse(line) {
                Some(key) => keys.push(key),
                None => bail!("line {} is not `<id> <64 hex digits>`", index + 1),
            }
        }
        let mut keys = keys.into_iter();
        let current = keys.next().context("it holds no key")?;
        Ok(Self {
            current,
            older: keys.collect(),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_created_once_with_mode_0600() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("keys");
        let first = Keys::open(&file).unwrap();
        let again = Keys::open(&file).unwrap();
        assert_eq!(first.current.secret, again.current.secret);
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }

    #[test]
    fn a_rotated_set_still_finds_the_previous_key_but_not_the_one_before() {
        let one = Keys::random();
        let two = one.rotated();
        let three = two.rotated();
        assert!(two.find(&one.current.id).is_some());
        assert!(three.find(&two.current.id).is_some());
        assert!(three.find(&one.current.id).is_none());
    }

    #[test]
    fn damage_is_named() {
        assert!(Keys::parse("").is_err());
        assert!(
            Keys::parse("a zz")
                .unwrap_err()
                .to_string()
                .contains("line 1")
        );
    }

    /// Keys that cannot be read are not replaced: that would end every session and make what is sealed unreadable.
    #[test]
    fn a_file_that_is_no_text_stays_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("keys");
        fs::write(&file, [0xff, 0xfe]).unwrap();
        assert!(Keys::open(&file).is_err());
        assert_eq!(fs::read(&file).unwrap(), [0xff, 0xfe]);
    }

    #[test]
    fn each_key_has_a_secret_of_its_own_for_each_purpose() {
        let (one, other) = (Key::random(), Key::random());
        assert_eq!(one.derive("a"), one.derive("a"));
        assert_ne!(one.derive("a"), one.derive("b"));
        assert_ne!(one.derive("a"), other.derive("a"));
    }

    #[test]
    fn secrets_are_not_in_debug_output() {
        let key = Key::random();
        assert!(format!("{key:?}").contains(&key.id));
        assert!(!format!("{key:?}").contains(&HEXLOWER.encode(&key.secret)));
    }
}
