//! Large answers wait on disk, not in memory, for clients that read slowly.
//!
//! A list of everything is the list of one moment: its tag says which. It is written at once, as fast as the disk takes
//! it, and then sent in pieces as the client takes them. Neither memory nor a connection of the store is held meanwhile.

use std::{
    fs::File,
    io::{self, Write},
    os::unix::fs::FileExt as _,
    path::PathBuf,
    sync::Arc,
};

use axum::{
    body::{Body, Bytes, HttpBody as _},
    extract::{Request, State},
    http::{HeaderValue, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use futures_util::{Stream, stream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    http::{asker::Asker, error::ApiError},
    store::{blocking, turns::Whose},
};

/// What a client may hold in memory: one piece that is being sent, one that is ready.
pub const PIECE: usize = 64 * 1024;
/// The unit in which room is counted.
const BLOCK: usize = 1024 * 1024;

/// Where large answers wait, and how much of it there is. Strangers who read slowly hold theirs for hours, so half of it is left
/// for staff; and most of what is free on the disk for the store, which may lie on the same one.
#[derive(Debug, Clone)]
pub struct Room {
    folder: PathBuf,
    all: Share,
    visitors: Share,
    /// What is free on the disk of a file.
    free: fn(&File) -> io::Result<u64>,
}

/// What some may have of it.
#[derive(Debug, Clone)]
struct Share {
    /// Which nobody holds, of so many.
    left: Arc<Semaphore>,
    blocks: usize,
    /// Of what is free on the disk, and what they hold of it, they may have one part in so many.
    one_in: u64,
}

impl Share {
    fn new(blocks: usize, one_in: u64) -> Self {
        let blocks = blocks.min(Semaphore::MAX_PERMITS);
        Self {
            left: Arc::new(Semaphore::new(blocks)),
            blocks,
            one_in,
        }
    }

    /// Whether they hold no more than their part of the disk when what is not written yet will have been:
    /// held ≤ (free + held) / `one_in`, solved for what must be free.
    fn fits(&self, free: u64, unwritten: u64) -> bool {
        let held = self.blocks.saturating_sub(self.left.available_permits()) as u64;
        let needed = (held * BLOCK as u64).saturating_mul(self.one_in - 1);
        free.saturating_sub(unwritten) >= needed
    }
}

impl Room {
    /// So many bytes in this folder, which is created when it is needed.
    pub fn new(folder: PathBuf, bytes: u64) -> Self {
        let blocks = usize::try_from(bytes / BLOCK as u64).unwrap_or(Semaphore::MAX_PERMITS);
        Self {
            folder,
            all: Share::new(blocks, 2),
            visitors: Share::new(blocks.div_ceil(2), 4),
            free,
        }
    }

    /// Begins an answer to whom.
    pub fn writer(&self, whose: Whose) -> Writer {
        Writer {
            folder: self.folder.clone(),
            shares: match whose {
                Whose::Ours => vec![self.all.clone()],
                Whose::Visitors => vec![self.visitors.clone(), self.all.clone()],
            },
            free: self.free,
            buffer: Vec::new(),
            file: None,
            length: 0,
            taken: Vec::new(),
        }
    }
}

/// An answer that is being written.
#[derive(Debug)]
pub struct Writer {
    folder: PathBuf,
    /// What it takes room of.
    shares: Vec<Share>,
    free: fn(&File) -> io::Result<u64>,
    buffer: Vec<u8>,
    file: Option<File>,
    /// Bytes in the file.
    length: u64,
    /// As much of each.
    taken: Vec<OwnedSemaphorePermit>,
}

impl Writer {
    /// The answer; a small one never was on disk.
    pub fn finish(mut self) -> io::Result<Spool> {
        if self.file.is_some() {
            self.spill()?;
        }
        Ok(match self.file {
            None => Spool::Memory(self.buffer.into()),
            Some(file) => Spool::Disk {
                file: Arc::new(file),
                length: self.length,
                room: Arc::new(self.taken),
            },
        })
    }

    /// What waits in memory goes into the file.
    fn spill(&mut self) -> io::Result<()> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let done = self.append(&buffer);
        buffer.clear();
        self.buffer = buffer;
        done
    }

    /// Into the file, once there is room.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.file.is_none() {
            std::fs::create_dir_all(&self.folder)?;
            // Without a name: nothing is left behind, however the process ends.
            self.file = Some(tempfile::tempfile_in(&self.folder)?);
        }
        self.take_room(bytes.len() as u64)?;
        if let Some(file) = &mut self.file {
            file.write_all(bytes)?;
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// For so many bytes more.
    fn take_room(&mut self, bytes: u64) -> io::Result<()> {
        let needed = (self.length + bytes).div_ceil(BLOCK as u64);
        let held = self
            .taken
            .first()
            .map_or(0, OwnedSemaphorePermit::num_permits) as u64;
        let missing = u32::try_from(needed.saturating_sub(held)).unwrap_or(u32::MAX);
        if missing == 0 {
            return Ok(());
        }
        let more = self
            .shares
            .iter()
            .map(|share| share.left.clone().try_acquire_many_owned(missing));
        let more: Result<Vec<_>, _> = more.collect();
        let more = more.map_err(|_| io::Error::from(io::ErrorKind::QuotaExceeded))?;
        let free = self.file.as_ref().map_or(Ok(u64::MAX), self.free)?;
        let unwritten = u64::from(missing) * BLOCK as u64;
        if !self.shares.iter().all(|share| share.fits(free, unwritten)) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        if self.taken.is_empty() {
            self.taken = more;
        } else {
            for (taken, more) in self.taken.iter_mut().zip(more) {
                taken.merge(more);
            }
        }
        Ok(())
    }
}

/// What is free for us on the disk of a file; what says nothing of itself has no bound.
fn free(file: &File) -> io::Result<u64> {
    let disk = rustix::fs::fstatvfs(file)?;
    Ok(match disk.f_blocks {
        0 => u64::MAX,
        _ => disk.f_bavail.saturating_mul(disk.f_frsize),
    })
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.buffer.len() + bytes.len() > PIECE {
            self.spill()?;
        }
        // What is large is not held twice.
        if bytes.len() > PIECE {
            self.append(bytes)?
        } else {
            self.buffer.extend_from_slice(bytes)
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A whole answer, for any number of clients.
#[derive(Debug, Clone)]
pub enum Spool {
    /// A small one.
    Memory(Bytes),
    /// A large one.
    Disk {
        /// Its bytes.
        file: Arc<File>,
        /// How many.
        length: u64,
        /// Given back with the last clone.
        room: Arc<Vec<OwnedSemaphorePermit>>,
    },
}

impl Spool {
    /// Answers with it; the headers are the caller's. `kept` lives as long as the answer is on its way.
    pub fn respond(&self, mut response: Response, kept: impl Send + Sync + 'static) -> Response {
        let length = match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::Disk { length, .. } => *length,
        };
        *response.body_mut() = match self.clone() {
            Self::Memory(bytes) => bytes.into(),
            Self::Disk { file, length, room } => in_pieces(length, move |at, size| {
                let _kept = (&room, &kept);
                read_at(&file, at, size)
            }),
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        response
    }
}

/// Exactly `size` bytes of a file.
pub fn read_at(file: &File, at: u64, size: usize) -> io::Result<Bytes> {
    let mut bytes = vec![0; size];
    file.read_exact_at(&mut bytes, at)?;
    Ok(bytes.into())
}

/// A body that is read, on the blocking pool, when the client wants it: `read` gets a place and a size.
pub fn in_pieces(
    length: u64,
    read: impl Fn(u64, usize) -> io::Result<Bytes> + Send + Sync + 'static,
) -> Body {
    in_turns(length, Arc::new(Semaphore::new(1)), read)
}

/// Like [`in_pieces`], where those who share the turns read so many pieces at a time: the others wait without a thread.
pub fn in_turns(
    length: u64,
    turns: Arc<Semaphore>,
    read: impl Fn(u64, usize) -> io::Result<Bytes> + Send + Sync + 'static,
) -> Body {
    Body::from_stream(pieces(length, turns, Arc::new(read)))
}

fn pieces<R>(
    length: u64,
    turns: Arc<Semaphore>,
    read: Arc<R>,
) -> impl Stream<Item = io::Result<Bytes>>
where
    R: Fn(u64, usize) -> io::Result<Bytes> + Send + Sync + 'static,
{
    stream::try_unfold(0, move |at| {
        let (read, turns) = (read.clone(), turns.clone());
        async move {
            let size = usize::try_from(length - at).unwrap_or(PIECE).min(PIECE);
            if size == 0 {
                return Ok(None);
            }
            let turn = turns.acquire_owned().await.map_err(io::Error::other)?;
            let piece = blocking(move || {
                let _turn = turn;
                read(at, size).map_err(anyhow::Error::from)
            });
            let piece = piece.await;
            // An error cuts the connection, so that nobody takes a part for the whole.
            let piece = piece.map_err(|error: anyhow::Error| {
                tracing::error!(error = format!("{error:#}"), "an answer broke off");
                io::Error::other(error)
            })?;
            Ok(Some((piece, at + size as u64)))
        }
    })
}

/// A layer: answers that were made in memory and are larger than a client may hold there wait on disk.
pub async fn large_answers(State(room): State<Room>, mut request: Request, next: Next) -> Response {
    let changes = !request.method().is_safe();
    let asker = Asker::default();
    request.extensions_mut().insert(asker.clone());
    let response = next.run(request).await;
    let size = response.body().size_hint().exact();
    if size.is_none_or(|size| size <= PIECE as u64) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let spooled = match axum::body::to_bytes(body, usize::MAX).await {
        Err(error) => Err(ApiError::Internal(error.into())),
        Ok(bytes) => {
            let whole = bytes.clone();
            let spooled = blocking(move || {
                let mut writer = room.writer(asker.whose());
                writer.write_all(&bytes).map_err(no_room)?;
                writer.finish().map_err(no_room)
            });
            match spooled.await {
                // What is done is told from memory, or whoever did it would do it again: only staff have such answers.
                Err(_) if changes => Ok(Spool::Memory(whole)),
                spooled => spooled,
            }
        }
    };
    match spooled {
        Ok(spool) => spool.respond(Response::from_parts(parts, Body::empty()), ()),
        Err(error) => error.into_response(),
    }
}

/// Why an answer cannot wait.
pub fn no_room(error: io::Error) -> ApiError {
    match error.kind() {
        io::ErrorKind::QuotaExceeded | io::ErrorKind::StorageFull => {
            tracing::warn!(%error, "no room for a large answer");
            ApiError::Unavailable("There is no room for so large an answer now.")
        }
        _ => ApiError::of_file(error),
    }
}

#[cfg(test)]
#[path = "spool_tests.rs"]
mod tests;
