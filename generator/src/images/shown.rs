//! What is shown of a picture that is kept as it came, also where it could not be kept.

use imaging::{ImageError, Limits, Seal, Variant};

use super::pending::may_pass;
use super::{Blob, BlobSource, Picture};

/// Whoever took the upload has bounded its size; what was taken is published.
pub fn limits() -> Limits {
    Limits {
        max_bytes: usize::MAX,
        ..Limits::default()
    }
}

/// What was kept; where that failed, what can be shown all the same.
pub fn shown(kept: Result<Variant, ImageError>, hash: &str, bytes: &[u8]) -> Picture {
    match kept {
        Ok(file) => Picture::of_original(&file),
        Err(error) if may_pass(&error) => in_memory(hash, bytes),
        Err(error) => nothing(hash, &error),
    }
}

/// The disk takes no file: what is to be published is held in memory.
fn in_memory(hash: &str, bytes: &[u8]) -> Picture {
    let stripped = imaging::inspect(bytes, &limits())
        .and_then(|info| imaging::strip_metadata(bytes, &info).map(|clean| (info, clean)));
    let (info, clean) = match stripped {
        Ok(found) => found,
        Err(error) => return nothing(hash, &error),
    };
    let seal = Seal::of(&clean);
    let name = imaging::original_name(&seal, info.format);
    let blob = Blob {
        file: format!("media/{name}"),
        source: BlobSource::Bytes(clean.into()),
    };
    let url = format!("/media/{name}");
    Picture::single(
        url,
        info.content_type(),
        info.width,
        info.height,
        vec![blob],
    )
}

/// What no codec takes is not shown.
pub fn nothing(hash: &str, error: &ImageError) -> Picture {
    tracing::warn!(%error, hash, "a picture cannot be published");
    Picture {
        width: 0,
        height: 0,
        sets: Vec::new(),
        blobs: Vec::new(),
    }
}
