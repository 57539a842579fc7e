//! In how many places posts show each file that is named by its content, so that whoever gives one up need not ask all the others.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::PostView;
use crate::base::Fingerprint;
use crate::images::Blob;

/// Counts by the names of files: of many posts these are many, and each name is remembered by its fingerprint alone.
#[derive(Debug, Default)]
pub struct Shown(FxHashMap<Fingerprint, u32>);

impl Shown {
    /// A post came.
    pub fn add(&mut self, view: &PostView) {
        for blob in blobs(view) {
            *self.0.entry(name(&blob.file)).or_default() += 1;
        }
    }

    /// A post went.
    pub fn remove(&mut self, view: &PostView) {
        for blob in blobs(view) {
            if let Entry::Occupied(mut count) = self.0.entry(name(&blob.file)) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
    }

    /// Whether any post shows the file.
    pub fn has(&self, file: &str) -> bool {
        self.0.contains_key(&name(file))
    }
}

fn blobs(view: &PostView) -> impl Iterator<Item = &Blob> {
    view.pictures().flat_map(|picture| &picture.blobs)
}

fn name(file: &str) -> Fingerprint {
    Fingerprint::of_bytes(file.as_bytes())
}
