//! The note on a target that says whose it is, so that a lost record or a second CMS is noticed.

use std::{fs, io::Write as _, path::Path};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{DeployError, record::Record};
use crate::{disk::unfinished, people::refresh::random};

/// Its name on the target.
pub const NAME: &str = ".cms-deployment";

/// What it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// A random name of the CMS that deploys here.
    pub owner: String,
    /// A random name of the deployment.
    pub deployment: String,
    /// When it began.
    pub at: Timestamp,
}

impl Marker {
    /// Of a deployment that begins.
    pub fn new(owner: &str, now: Timestamp) -> Self {
        Self {
            owner: owner.to_owned(),
            deployment: name(),
            at: now,
        }
    }

    /// Puts it into a folder that is sent.
    pub fn write(&self, folder: &Path) -> Result<(), DeployError> {
        let path = folder.join(NAME);
        let text =
            serde_json::to_vec(self).map_err(|error| DeployError::io(&path, error.into()))?;
        fs::write(&path, text).map_err(|error| DeployError::io(&path, error))
    }
}

/// Who deployed to a target before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// We did last, and have the record of it.
    Ours,
    /// We did, but have no record of it.
    Forgotten,
    /// Nobody, as far as the target says.
    Unproven,
    /// Another CMS, or another copy of our data folder; since when, if that can be read.
    Foreign(Option<Timestamp>),
}

impl Standing {
    /// By what the target says and what we remember.
    pub fn of(marker: Option<&[u8]>, owner: &str, record: Option<&Record>) -> Self {
        let Some(bytes) = marker else {
            return Self::Unproven;
        };
        let Ok(marker) = serde_json::from_slice::<Marker>(bytes) else {
            return Self::Foreign(None);
        };
        match record {
            _ if marker.owner != owner => Self::Foreign(Some(marker.at)),
            None => Self::Forgotten,
            Some(record) if record.knows(&marker.deployment) => Self::Ours,
            Some(_) => Self::Foreign(Some(marker.at)),
        }
    }
}

/// The name of this CMS on targets, made up once.
pub fn owner(folder: &Path) -> Result<String, DeployError> {
    let path = folder.join("owner");
    let made = || -> std::io::Result<String> {
        if let Ok(name) = fs::read_to_string(&path)
            && !name.trim().is_empty()
        {
            return Ok(name.trim().to_owned());
        }
        let name = name();
        let mut file = unfinished::begin(folder)?;
        file.write_all(name.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(&path)?;
        Ok(name)
    };
    made().map_err(|error| DeployError::io(&path, error))
}

fn name() -> String {
    random().chars().take(22).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_ours_only_with_its_last_deployment_on_record() {
        let now = Timestamp::UNIX_EPOCH;
        let marker = Marker::new("we", now);
        let text = serde_json::to_vec(&marker).unwrap();
        let (mut known, unknown) = (Record::default(), Record::default());
        known.begin(&marker, None, &Default::default());
        let table = [
            (None, Some(&known), Standing::Unproven),
            (Some(text.as_slice()), Some(&known), Standing::Ours),
            (Some(text.as_slice()), None, Standing::Forgotten),
            (
                Some(text.as_slice()),
                Some(&unknown),
                Standing::Foreign(Some(now)),
            ),
            (
                Some(b"garbage".as_slice()),
                Some(&known),
                Standing::Foreign(None),
            ),
        ];
        for (marker, record, wanted) in table {
            assert_eq!(Standing::of(marker, "we", record), wanted);
        }
        assert_eq!(
            Standing::of(Some(text.as_slice()), "they", Some(&known)),
            Standing::Foreign(Some(now))
        );
    }

    #[test]
    fn a_name_is_made_up_once() {
        let folder = tempfile::tempdir().unwrap();
        let first = owner(folder.path()).unwrap();
        assert!(first.len() > 20);
        assert_eq!(owner(folder.path()).unwrap(), first);
    }
}
