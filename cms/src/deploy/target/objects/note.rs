//! The note in the bucket that says whose it is.

use object_store::{
    Attribute, Attributes, Error, ObjectStoreExt as _, PutMode, PutOptions, UpdateVersion,
};

use super::Objects;
use crate::{
    deploy::{
        error::DeployError,
        marker::{self, Marker},
    },
    storage::{is_missing, is_unknown_to_it, trouble},
};

/// A marker is a short line.
const MAX_MARKER: u64 = 64 * 1024;

impl Objects {
    /// The note there and its state.
    pub(super) async fn marker(&self) -> Result<Option<(Vec<u8>, Option<String>)>, DeployError> {
        let at = self.at(marker::NAME)?;
        let step = "reading the marker";
        match self.store.get(&at).await {
            Ok(found) => {
                let tag = found.meta.e_tag.clone();
                if found.meta.size > MAX_MARKER {
                    return Ok(Some((Vec::new(), tag)));
                }
                let bytes = found.bytes().await.map_err(|error| trouble(step, &error))?;
                Ok(Some((bytes.to_vec(), tag)))
            }
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(trouble(step, &error).into()),
        }
    }

    /// Puts our note there, unless somebody else's came there since we looked.
    pub(super) async fn announce(
        &self,
        marker: &Marker,
        before: Option<String>,
    ) -> Result<(), DeployError> {
        let step = "writing the marker";
        let at = self.at(marker::NAME)?;
        let text = serde_json::to_vec(marker)
            .map_err(|error| DeployError::io(at.as_ref().as_ref(), error.into()))?;
        let options = |mode| PutOptions {
            mode,
            attributes: Attributes::from_iter([
                (Attribute::ContentType, "application/json"),
                (Attribute::CacheControl, "no-store"),
            ]),
            ..PutOptions::default()
        };
        let mode = match before {
            Some(tag) => PutMode::Update(UpdateVersion {
                e_tag: Some(tag),
                version: None,
            }),
            None => PutMode::Create,
        };
        let put = |mode| {
            let payload = text.clone().into();
            self.store.put_opts(&at, payload, options(mode))
        };
        match put(mode).await {
            Ok(_) => Ok(()),
            // The answer to a first try may have been lost.
            Err(Error::Precondition { .. } | Error::AlreadyExists { .. }) => {
                self.still_ours(marker).await
            }
            // A server that knows no conditions: what is left is to look again before anything is removed.
            Err(error) if is_unknown_to_it(&error) => put(PutMode::Overwrite)
                .await
                .map(drop)
                .map_err(|error| trouble(step, &error).into()),
            Err(error) => Err(trouble(step, &error).into()),
        }
    }

    pub(super) async fn still_ours(&self, marker: &Marker) -> Result<(), DeployError> {
        let found = self.marker().await?;
        let ours = found.is_some_and(|(bytes, _)| {
            serde_json::from_slice::<Marker>(&bytes)
                .is_ok_and(|found| found.deployment == marker.deployment)
        });
        if ours {
            Ok(())
        } else {
            Err(DeployError::Overtaken)
        }
    }
}
