//! The note on a target that says whose it is, so that a lost record or a second CMS is noticed.

use std::{fs, io::Write as _, path::Path};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::error::DeployError;
use crate::disk::unfinished;

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
    /// Of a deployment that begins now, in seconds since 1970.
    pub fn new(owner: &str, now: i64) -> Self {
        Self {
            owner: owner.to_owned(),
            deployment: name(),
            at: Timestamp::from_second(now).unwrap_or(Timestamp::UNIX_EPOCH),
        }
    }

    /// From its bytes, if they are one.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// Puts it into a folder that is sent.
    pub fn write(&self, folder: &Path) -> Result<(), DeployError> {
        let path = folder.join(NAME);
        let text =
            serde_json::to_vec(self).map_err(|error| DeployError::io(&path, error.into()))?;
        fs::write(&path, text).map_err(|error| DeployError::io(&path, error))
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
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_made_up_once() {
        let folder = tempfile::tempdir().unwrap();
        let first = owner(folder.path()).unwrap();
        assert!(first.len() > 20);
        assert_eq!(owner(folder.path()).unwrap(), first);
    }
}
