//! Entries of an archive's tar: written without a trace of this machine, read only when they are what they should be.

use std::io::{self, Read, Write};

use anyhow::{Context as _, ensure};
use tar::{Builder, Entry, EntryType, Header};

/// No times, owners or permissions of this machine.
pub fn header(size: u64) -> Header {
    let mut header = Header::new_ustar();
    header.set_size(size);
    header.set_mode(0o644);
    header.set_mtime(0);
    header.set_cksum();
    header
}

/// Adds a file.
pub fn append(tar: &mut Builder<impl Write>, path: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let mut header = header(u64::try_from(bytes.len())?);
    tar.append_data(&mut header, path, bytes)
        .with_context(|| format!("cannot write {path}"))
}

/// The next entry, which must be a plain file of that name.
pub fn entry<'a, R: Read>(
    next: Option<io::Result<Entry<'a, R>>>,
    name: &str,
    limit: u64,
) -> anyhow::Result<Entry<'a, R>> {
    let entry = next
        .with_context(|| format!("{name} is missing"))?
        .with_context(|| format!("{name}: this is not a whole tar archive"))?;
    let found = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    ensure!(
        found == name && entry.header().entry_type() == EntryType::Regular,
        "expected {name}, found {found:?}: not an archive of this program"
    );
    ensure!(
        entry.size() <= limit,
        "{name} has {} bytes; at most {limit} are accepted",
        entry.size()
    );
    Ok(entry)
}

/// An entry that fails when less of it comes than its header says.
pub struct ToItsEnd<R> {
    inner: R,
    left: u64,
}

/// See [`ToItsEnd`].
pub fn to_its_end<R: Read>(entry: Entry<'_, R>) -> ToItsEnd<Entry<'_, R>> {
    ToItsEnd {
        left: entry.size(),
        inner: entry,
    }
}

impl<R: Read> Read for ToItsEnd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        if count == 0 && self.left > 0 && !buffer.is_empty() {
            return Err(io::Error::other("the archive ends before its end"));
        }
        self.left = self
            .left
            .saturating_sub(u64::try_from(count).unwrap_or_default());
        Ok(count)
    }
}

/// All of an entry.
pub fn whole(mut entry: Entry<'_, impl Read>, name: &str) -> anyhow::Result<Vec<u8>> {
    let mut content = Vec::new();
    entry
        .read_to_end(&mut content)
        .with_context(|| format!("{name} is cut off"))?;
    ensure!(
        u64::try_from(content.len())? == entry.size(),
        "{name} is cut off"
    );
    Ok(content)
}
