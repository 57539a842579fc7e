//! Pictures that are drawn: kept, under what they are drawn from, as uploads are kept under their content.

use std::sync::Arc;

use drawing::{DrawingError, Sheet, Texts};
use imaging::{Spec, VariantCache};

use super::Picture;
use super::library::{Coming, Found, ImageMode, Library};
use super::pending::{Outcome, Pending, PendingSource, may_pass};

/// A picture that can be drawn.
#[derive(Debug, Clone)]
pub struct Drawing {
    sheet: Arc<Sheet>,
    texts: Texts,
    /// Of all that it is drawn from, in the form of a content hash.
    key: String,
}

impl Drawing {
    /// These texts on a sheet; `identity` is that of the sheet with its faces.
    pub fn new(sheet: &Arc<Sheet>, identity: &str, texts: Texts) -> Drawing {
        let Texts { title, label, name } = &texts;
        let all = [drawing::IDENTITY, identity, title, label, name].join("\0");
        Drawing {
            key: imaging::content_hash(all.as_bytes()),
            sheet: Arc::clone(sheet),
            texts,
        }
    }

    fn draw(&self) -> Result<Vec<u8>, DrawingError> {
        self.sheet.draw(&self.texts)
    }

    /// Draws it and keeps it.
    pub fn make(&self, cache: &VariantCache) -> Outcome {
        let bytes = match self.draw() {
            Ok(bytes) => bytes,
            Err(error) => return Outcome::Undrawable(error),
        };
        match cache.keep_drawn(&self.key, &bytes) {
            Ok(_) => Outcome::Done,
            Err(error) if may_pass(&error) => Outcome::DiskFailed(error.to_string()),
            Err(error) => Outcome::Refused(error),
        }
    }
}

impl Library {
    /// The picture of a drawing. Like variants it is made in the background where there is one: three of them take longer
    /// than all the rest of a save. What cannot be drawn is none.
    pub fn drawn(&self, drawing: &Drawing) -> Found {
        if let Some(found) = self.drawn_before(&drawing.key) {
            return found;
        }
        let nothing = |coming| Found {
            picture: None,
            coming,
        };
        if self.is_hopeless(&drawing.key) {
            return nothing(Coming::Nothing);
        }
        if self.mode == ImageMode::Background {
            let source = PendingSource::Drawing(drawing.clone());
            let spec = Spec::default();
            return nothing(self.wish(&drawing.key, &Pending { source, spec }));
        }
        Found {
            picture: self.drawn_now(drawing),
            coming: Coming::Nothing,
        }
    }

    /// The same without leaving it for later.
    pub fn drawn_now(&self, drawing: &Drawing) -> Option<Arc<Picture>> {
        if let Some(found) = self.drawn_before(&drawing.key) {
            return found.picture;
        }
        match drawing.draw() {
            Ok(bytes) => Some(self.keep_drawn(&drawing.key, &bytes)),
            Err(error) => {
                tracing::warn!(%error, "a picture for sharing cannot be drawn");
                self.give_up(&drawing.key);
                None
            }
        }
    }
}
