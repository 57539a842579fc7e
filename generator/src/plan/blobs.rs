//! Which files named by their content `dist` lacks, and which nothing refers to any more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::images::{Blob, BlobSource};
use crate::inputs::Inputs;
use crate::output::manifest::Manifest;
use crate::posts::Catalogue;

/// The difference between the blobs that are there and those there should be.
#[derive(Debug, Default)]
pub struct BlobPlan {
    /// To be written before the pages.
    pub missing: Vec<Blob>,
    /// To be removed after them; files below `dist`.
    pub stale: Vec<String>,
}

impl BlobPlan {
    /// Compares everything that is wanted with what is there.
    pub fn whole(inputs: &Inputs, catalogue: &Catalogue, manifest: &Manifest) -> BlobPlan {
        let wanted: BTreeMap<String, Blob> = wanted(inputs, catalogue)
            .map(|blob| (blob.file.clone(), blob))
            .collect();
        let stale = manifest.blob_names();
        let mut stale: Vec<String> = stale
            .filter(|file| !wanted.contains_key(*file))
            .cloned()
            .collect();
        stale.sort_unstable();
        let missing = wanted.into_values();
        BlobPlan {
            missing: missing
                .filter(|blob| !manifest.has_blob(&blob.file))
                .collect(),
            stale,
        }
    }

    /// The same when everything was there after the last build, and only posts have changed since.
    pub fn of_changes(inputs: &Inputs, catalogue: &Catalogue, manifest: &Manifest) -> BlobPlan {
        let came = catalogue.came.iter().flat_map(|picture| &picture.blobs);
        let missing: BTreeMap<&str, &Blob> = came
            .filter(|blob| !manifest.has_blob(&blob.file))
            .map(|blob| (blob.file.as_str(), blob))
            .collect();
        let went = catalogue.went.iter().flat_map(|picture| &picture.blobs);
        let mut stale: BTreeSet<&str> = went
            .map(|blob| blob.file.as_str())
            .filter(|file| manifest.has_blob(file))
            .collect();
        if !stale.is_empty() {
            // Another post may show the same picture.
            for picture in catalogue.pictures() {
                for blob in &picture.blobs {
                    stale.remove(blob.file.as_str());
                }
            }
            for blob in of_site(inputs) {
                stale.remove(blob.file.as_str());
            }
        }
        BlobPlan {
            missing: missing.into_values().cloned().collect(),
            stale: stale.into_iter().map(str::to_owned).collect(),
        }
    }
}

fn wanted<'a>(inputs: &'a Inputs, catalogue: &'a Catalogue) -> impl Iterator<Item = Blob> {
    let of_posts = catalogue.pictures();
    of_site(inputs).chain(of_posts.flat_map(|picture| picture.blobs.iter().cloned()))
}

fn of_site(inputs: &Inputs) -> impl Iterator<Item = Blob> {
    let assets = inputs.theme.published().map(|asset| Blob {
        file: asset.url.trim_start_matches('/').to_owned(),
        source: BlobSource::Bytes(Arc::clone(&asset.bytes)),
    });
    let drawn = inputs.page_pictures.values();
    let drawn = drawn.flat_map(|picture| picture.blobs.iter().cloned());
    assets.chain(inputs.media.blobs()).chain(drawn)
}
