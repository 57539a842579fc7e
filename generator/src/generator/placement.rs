//! What a build or a way back changes in `dist`, and the order in which it does.

use std::collections::HashSet;

use super::Generator;
use crate::output::manifest::Manifest;
use crate::output::releases::{Entry, Publication};
use crate::output::{BuildError, Folders, Stage, Staged};
use crate::plan::BlobPlan;
use crate::routes::{Output, is_blob};

/// What is to happen to `dist`.
#[derive(Debug, Default)]
pub(super) struct Placement {
    pub(super) blobs: BlobPlan,
    pub(super) staged: Vec<Staged>,
    pub(super) removals: Vec<Output>,
}

impl Placement {
    /// What will happen to which file, `expired` ones besides.
    fn entries(&self, stage: &Stage, manifest: &Manifest, expired: &[String]) -> Vec<Entry> {
        // What was found missing or damaged was part of the site, and its bytes are not there to be kept: a way back has it as it is
        // made again now.
        let lost = |file: &String| manifest.lost().contains(file);
        let placed = self.blobs.missing.iter().filter(|blob| !lost(&blob.file));
        let placed = placed.map(|blob| Entry::Placed(blob.file.clone()));
        let content = |output: Output, file: &str| {
            let recorded = manifest.output(output).map(|record| record.content);
            // What lies there without a record is what visitors see, too.
            recorded.or_else(|| stage.record_of(file).map(|found| found.content))
        };
        let changed = self.staged.iter().filter(|staged| staged.file.is_some());
        let changed = changed.map(|staged| (staged.output, staged.output.file()));
        let changed = changed.filter(|(_, file)| !lost(file));
        let changed = changed.map(|(output, file)| match content(output, &file) {
            Some(content) => Entry::Replaced(file, content.hex()),
            None => Entry::Added(file),
        });
        let removed = self.removals.iter().filter_map(|output| {
            let file = Some(output.file()).filter(|file| !lost(file))?;
            let content = content(*output, &file)?;
            Some(Entry::Replaced(file, content.hex()))
        });
        let retired = self
            .blobs
            .stale
            .iter()
            .map(|file| Entry::Retired(file.clone()));
        let expired = expired.iter().filter_map(|file| {
            let content = manifest.retired(file)?.content;
            Some(Entry::Expired(file.clone(), content.hex()))
        });
        let all = placed.chain(changed).chain(removed);
        all.chain(retired).chain(expired).collect()
    }
}

impl Generator {
    /// What goes is kept first; then blobs, pages, removals. `goes` says which of the files go that are ours by their names, and
    /// that nobody recorded. Returns how many files were written and removed.
    pub(super) fn put_in_place(
        &mut self,
        placement: Placement,
        mut publication: Publication,
        goes: impl Fn(&String) -> bool,
    ) -> Result<(usize, usize), BuildError> {
        let Folders {
            stage,
            manifest,
            releases,
            ..
        } = &mut self.folders;
        // What is named again from now on stays, however long it was out of use.
        let again: HashSet<&str> = placement
            .blobs
            .missing
            .iter()
            .map(|blob| &*blob.file)
            .collect();
        let mut expired = manifest.expired();
        expired.retain(|file| !again.contains(file.as_str()));
        if !publication.begins {
            publication.entries = placement.entries(stage, manifest, &expired);
        }
        releases.begin(&publication)?;
        let Placement {
            blobs,
            staged,
            removals,
        } = placement;
        let written = stage.blobs(&blobs.missing, manifest)? + stage.commit(staged, manifest)?;
        let unknown = self.folders.manifest.unknown.iter();
        let unknown = unknown.filter(|file| goes(file)).cloned().collect();
        let removed = self.prune(removals, &blobs.stale, expired, unknown)?;
        if let Err(error) = self.folders.releases.finish(&publication) {
            // It is live all the same, and the next publication goes on in its folder.
            tracing::error!(%error, "the way back to what was published before is not complete");
        }
        Ok((written, removed))
    }

    /// Removes what nothing refers to any more: a list of files of ours. Pages go at once, also those that a killed
    /// build left and nobody recorded; blobs stay for a day.
    fn prune(
        &mut self,
        outputs: Vec<Output>,
        blobs: &[String],
        expired: Vec<String>,
        unknown: Vec<String>,
    ) -> Result<usize, BuildError> {
        let Folders {
            stage, manifest, ..
        } = &mut self.folders;
        let mut files: Vec<String> = outputs.iter().map(|output| output.file()).collect();
        for file in &unknown {
            let kept = is_blob(file).then(|| stage.record_of(file)).flatten();
            match kept {
                Some(blob) => manifest.retire_unknown(file, blob),
                None => files.push(file.clone()),
            }
        }
        for blob in blobs {
            manifest.retire(blob);
        }
        files.extend(expired.iter().cloned());
        let removed = stage.remove(&files)?;
        for output in outputs {
            manifest.removed(output);
        }
        for file in expired {
            manifest.removed_retired(&file);
        }
        manifest.removed_unknown(&unknown);
        Ok(removed)
    }
}
