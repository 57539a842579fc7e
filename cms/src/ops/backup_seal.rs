//! Backups that only the holder of a key can read: files as `age` writes and reads them.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
};

use age::{DecryptError, Decryptor, Encryptor, Identity, IdentityFile, Recipient};
use anyhow::{Context as _, ensure};

/// Who can read a backup: the public half of a key, `age1…`.
pub type Reader = age::x25519::Recipient;
/// The secret half.
pub type Key = Box<dyn Identity + Send + Sync>;

/// Why a sealed backup cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// For others.
    #[error("it is encrypted, and none of the keys opens it")]
    WrongKey,
    /// Not all of it, not as it was written, or something else.
    #[error("it is cut off, damaged, or not encrypted with age")]
    Damaged,
    /// Where it comes from or goes to.
    #[error(transparent)]
    Io(io::Error),
}

/// Reads the public half of a key as people write it.
pub fn reader(text: &str) -> Result<Reader, String> {
    let text = text.trim();
    // The secret half here would be in the list of processes, and in whatever keeps settings.
    if text.to_ascii_uppercase().starts_with("AGE-SECRET-KEY") {
        return Err("that is the secret half of a key; give the public one (age1…)".into());
    }
    text.parse()
        .map_err(|why: &str| format!("{why}; a recipient is age1…, as `age-keygen` shows it"))
}

/// The keys in a file as `age-keygen` writes it.
pub fn keys(file: &Path) -> anyhow::Result<Vec<Key>> {
    let name = file.display();
    let from = File::open(file).with_context(|| format!("cannot read {name}"))?;
    // Without what the library says: the file may be any, and what is in it secret.
    let found = IdentityFile::from_buffer(BufReader::new(from)).ok();
    let found = found.and_then(|found| found.into_identities().ok());
    let found =
        found.with_context(|| format!("{name} is not a file of age keys (AGE-SECRET-KEY-1…)"))?;
    ensure!(!found.is_empty(), "{name} holds no key");
    Ok(found)
}

/// Copies for these readers; as it is when there are none.
pub fn seal(mut from: impl Read, mut to: impl Write, readers: &[Reader]) -> io::Result<()> {
    if readers.is_empty() {
        io::copy(&mut from, &mut to)?;
        return to.flush();
    }
    let readers = readers.iter().map(|reader| reader as &dyn Recipient);
    let encryptor = Encryptor::with_recipients(readers).map_err(io::Error::other)?;
    let mut sealed = encryptor.wrap_output(to)?;
    io::copy(&mut from, &mut sealed)?;
    sealed.finish()?.flush()
}

/// The way back; as it is when there are no keys.
pub fn open(mut from: impl BufRead, mut to: impl Write, keys: &[Key]) -> Result<(), SealError> {
    if keys.is_empty() {
        io::copy(&mut from, &mut to).map_err(SealError::Io)?;
        return to.flush().map_err(SealError::Io);
    }
    let decryptor = Decryptor::new_buffered(from).map_err(sort)?;
    let keys = keys.iter().map(|key| &**key as &dyn Identity);
    let mut opened = decryptor.decrypt(keys).map_err(sort)?;
    io::copy(&mut opened, &mut to).map_err(sort_io)?;
    to.flush().map_err(SealError::Io)
}

fn sort(error: DecryptError) -> SealError {
    match error {
        DecryptError::NoMatchingKeys => SealError::WrongKey,
        DecryptError::Io(error) => sort_io(error),
        _ => SealError::Damaged,
    }
}

fn sort_io(error: io::Error) -> SealError {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => SealError::Damaged,
        _ => SealError::Io(error),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;

    use super::*;

    /// More than one of the pieces that age encrypts at a time, and exactly two of them.
    const SIZES: [usize; 4] = [0, 1, 128 * 1024, 200_000];

    fn key() -> (Reader, Key) {
        let key = age::x25519::Identity::generate();
        (key.to_public(), Box::new(key))
    }

    fn opened(sealed: &[u8], keys: &[Key]) -> Result<Vec<u8>, SealError> {
        let mut out = Vec::new();
        open(sealed, &mut out, keys).map(|()| out)
    }

    #[test]
    fn each_reader_opens_it_and_nobody_else() {
        let ((one, first), (two, second), (_, other)) = (key(), key(), key());
        for size in SIZES {
            let text = vec![7; size];
            let mut sealed = Vec::new();
            seal(text.as_slice(), &mut sealed, &[one.clone(), two.clone()]).unwrap();
            assert_eq!(opened(&sealed, std::slice::from_ref(&first)).unwrap(), text);
            assert_eq!(
                opened(&sealed, std::slice::from_ref(&second)).unwrap(),
                text
            );
            let refused = opened(&sealed, std::slice::from_ref(&other)).unwrap_err();
            assert!(matches!(refused, SealError::WrongKey), "{refused}");
        }
    }

    #[test]
    fn what_is_cut_or_changed_is_noticed_wherever_it_is() {
        let (reader, key) = key();
        let keys = [key];
        let text = vec![7; 200_000];
        let mut sealed = Vec::new();
        seal(text.as_slice(), &mut sealed, &[reader]).unwrap();
        // At the header, at the borders of pieces (64 KiB and 16 bytes) counted from the end of it, and at the end.
        let head = sealed.len() - text.len() - 4 * 16;
        let piece = 64 * 1024 + 16;
        for length in [
            0,
            10,
            head,
            head + 1,
            head + piece,
            head + 2 * piece,
            sealed.len() - 1,
        ] {
            let refused = opened(&sealed[..length], &keys).unwrap_err();
            assert!(matches!(refused, SealError::Damaged), "{length}: {refused}");
        }
        for at in [5, head + 1, head + piece + 1, sealed.len() - 1] {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(opened(&changed, &keys).is_err(), "{at}");
        }
        let refused = opened(b"SQLite format 3\0", &keys).unwrap_err();
        assert!(matches!(refused, SealError::Damaged), "{refused}");
    }

    #[test]
    fn a_secret_where_a_public_key_goes_is_refused_and_not_repeated() {
        assert!(reader("age1nonsense").is_err());
        let said = reader("AGE-SECRET-KEY-1XYZ").unwrap_err();
        assert!(said.contains("public") && !said.contains("XYZ"), "{said}");
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("key");
        fs::write(&file, "topsecret").unwrap();
        let said = format!("{:#}", keys(&file).err().unwrap());
        assert!(
            said.contains("age keys") && !said.contains("topsecret"),
            "{said}"
        );
        fs::write(&file, "# only a remark\n").unwrap();
        assert!(keys(&file).is_err());
    }
}
