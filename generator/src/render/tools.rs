//! What the functions of a template can reach.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::{Error, ErrorKind};

use crate::base::Lang;
use crate::images::{MediaTable, Picture};
use crate::render::islands::Islands;
use crate::render::theme::Theme;

/// Everything a template function may use, for one language.
#[derive(Debug)]
pub struct Tools {
    /// Language of the page.
    pub lang: Lang,
    /// Words of the frame.
    pub ui: BTreeMap<String, String>,
    /// Icons, assets, islands.
    pub theme: Arc<Theme>,
    /// Files of `content/media`.
    pub media: Arc<MediaTable>,
    /// The embedded engine.
    pub islands: Arc<Islands>,
}

/// An error of a template function.
pub fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message.into())
}

impl Tools {
    /// The words of a key.
    pub fn words(&self, key: &str) -> Result<&str, Error> {
        if let Some(text) = self.ui.get(key) {
            return Ok(text);
        }
        let table = key.rsplit_once('.').map_or("", |(table, _)| table);
        let siblings: Vec<_> = self
            .ui
            .keys()
            .filter(|known| known.rsplit_once('.').map_or("", |(table, _)| table) == table)
            .map(String::as_str)
            .collect();
        Err(invalid(format!(
            "ui.toml has no key {key:?}; known in [{table}]: {}",
            siblings.join(", ")
        )))
    }

    /// A picture of `content/media`.
    pub fn picture(&self, name: &str) -> Result<Arc<Picture>, Error> {
        self.media
            .picture(name)
            .ok_or_else(|| invalid(format!("there is no content/media/{name}")))
    }
}
