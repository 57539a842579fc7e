//! Which files named by their content `dist` lacks, and which nothing refers to any more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

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
        let of_site: Vec<Blob> = of_site(inputs).collect();
        let of_posts = catalogue.pictures().flat_map(|picture| &picture.blobs);
        // Of many posts these are many, and at a start nearly all of them are there: no order, and no copies.
        let wanted: FxHashMap<&str, &Blob> = of_site
            .iter()
            .chain(of_posts)
            .map(|blob| (blob.file.as_str(), blob))
            .collect();
        let stale = manifest.blob_names();
        let mut stale: Vec<String> = stale
            .filter(|file| !wanted.contains_key(file.as_str()))
            .cloned()
            .collect();
        stale.sort_unstable();
        let missing = wanted.into_iter();
        let missing: BTreeMap<&str, &Blob> = missing
            .filter(|(file, _)| !manifest.has_blob(file))
            .collect();
        BlobPlan {
            missing: missing.into_values().cloned().collect(),
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
            // Another post may show the same picture.
            .filter(|file| manifest.has_blob(file) && !catalogue.shown.has(file))
            .collect();
        if !stale.is_empty() {
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

fn of_site(inputs: &Inputs) -> impl Iterator<Item = Blob> {
    let assets = inputs.theme.published().map(|asset| Blob {
        file: asset.url.trim_start_matches('/').to_owned(),
        source: BlobSource::Bytes(Arc::clone(&asset.bytes)),
    });
    let drawn = inputs.page_pictures.values();
    let drawn = drawn.flat_map(|picture| picture.blobs.iter().cloned());
    assets.chain(inputs.media.blobs()).chain(drawn)
}
