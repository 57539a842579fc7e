//! What the generator needs to know.

use std::sync::Arc;

use generator::{ImageMode, ImageStore, Options};

use super::images::StoreImages;
use crate::{config::Config, originals::Originals};

/// What a publisher is started with.
#[derive(Clone)]
pub struct Settings {
    /// Folders and the public address.
    pub options: Options,
    /// Where pictures come from.
    pub images: Arc<dyn ImageStore>,
    /// Whether what is live here has yet to be carried to where visitors get it.
    pub deployed: bool,
}

impl Settings {
    /// Of a running service: pictures are encoded in the background.
    pub fn new(config: &Config, originals: Originals) -> Self {
        Self {
            options: options(config, ImageMode::Background),
            images: Arc::new(StoreImages::new(originals)),
            deployed: !config.deploy.deploy_to.is_empty(),
        }
    }
}

/// The generator's options for these settings.
pub fn options(config: &Config, images: ImageMode) -> Options {
    Options {
        content: config.content.clone(),
        templates: config.templates.clone(),
        dist: config.dist.clone(),
        cache: config.cache(),
        pictures: None,
        public_url: config.public_url.clone().filter(|url| !url.is_empty()),
        images,
    }
}
