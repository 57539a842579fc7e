//! Large objects, piece by piece.

use std::{io, sync::Arc};

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use object_store::{Error, GetOptions, GetRange, ObjectStore, path::Path};

/// Fetched at a time: as much as a slow line brings before an answer counts as none.
const PIECE: u64 = 512 * 1024;
/// How an error calls itself when the object is shorter than it should be.
pub const PIECES: &str = "pieces of an object";
/// Pieces asked for ahead.
const AHEAD: usize = 4;

/// The bytes of an object of that size. With its tag, they are an error once another object took its place: two halves of
/// two objects are none.
pub fn pieces(
    store: &Arc<dyn ObjectStore>,
    at: &Path,
    size: u64,
    tag: Option<String>,
) -> impl Stream<Item = Result<Bytes, Error>> + Send + Unpin + 'static {
    let ranges = (0..size.div_ceil(PIECE)).map(move |number| {
        let start = number * PIECE;
        start..(start + PIECE).min(size)
    });
    let (store, at) = (Arc::clone(store), at.clone());
    let pieces = stream::iter(ranges).map(move |range| {
        let wanted = usize::try_from(range.end - range.start);
        let options = GetOptions {
            range: Some(GetRange::Bounded(range)),
            if_match: tag.clone(),
            ..GetOptions::default()
        };
        let (store, at) = (Arc::clone(&store), at.clone());
        async move {
            let bytes = store.get_opts(&at, options).await?.bytes().await?;
            if wanted.is_ok_and(|wanted| wanted == bytes.len()) {
                Ok(bytes)
            } else {
                Err(Error::Generic {
                    store: PIECES,
                    source: Box::new(io::Error::from(io::ErrorKind::UnexpectedEof)),
                })
            }
        }
    });
    Box::pin(pieces.buffered(AHEAD))
}
