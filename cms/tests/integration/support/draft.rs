//! A post as an editor sends it.

use reqwest::multipart::{Form, Part};

/// A form of a post.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    fields: Vec<(String, String)>,
    image: Option<Vec<u8>>,
}

impl Draft {
    /// All required fields.
    pub fn new(title: &str) -> Self {
        Self::default()
            .with("title_az", &format!("{title} az"))
            .with("title_en", &format!("{title} en"))
            .with("title_ru", &format!("{title} ru"))
            .with("author", "Aygün")
    }

    pub fn with(mut self, field: &str, value: &str) -> Self {
        self.fields.retain(|(name, _)| name != field);
        self.fields.push((field.into(), value.into()));
        self
    }

    pub fn without(mut self, field: &str) -> Self {
        self.fields.retain(|(name, _)| name != field);
        self
    }

    pub fn image(mut self, bytes: Vec<u8>) -> Self {
        self.image = Some(bytes);
        self
    }

    pub fn form(self) -> Form {
        let form = self
            .fields
            .into_iter()
            .fold(Form::new(), |form, (name, value)| form.text(name, value));
        match self.image {
            Some(bytes) => form.part(
                "image",
                Part::bytes(bytes)
                    .file_name("a.png")
                    .mime_str("image/png")
                    .unwrap(),
            ),
            None => form,
        }
    }
}
