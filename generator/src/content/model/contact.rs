//! `pages/contact.toml`

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::shared::{CardBlock, Heading, IconText, PageHeader, Seo};

/// `pages/contact.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContactPage {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// Four info cards: visit, call, email, hours.
    pub cards: ContactCards,
    /// The form.
    pub form: ContactForm,
    /// Map heading and texts.
    pub map: ContactMap,
    /// Why-us list.
    pub why: CardBlock,
}

/// Titles and notes of the info cards; the facts come from `site.toml` and `firm.toml`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContactCards {
    /// Visit us.
    pub visit: IconText,
    /// Call us.
    pub call: IconText,
    /// Write to us.
    pub email: IconText,
    /// Opening hours.
    pub hours: IconText,
}

/// Words of the contact form (specification sections 4, 5, 8).
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContactForm {
    /// Heading.
    pub heading: Heading,
    /// Label.
    pub name: String,
    /// Label.
    pub email: String,
    /// Label.
    pub phone: String,
    /// `+994 XX XXX XX XX`
    pub phone_placeholder: String,
    /// Label.
    pub subject: String,
    /// First, empty option.
    pub subject_placeholder: String,
    /// What a message may be about (specification section 3), by what the message then says.
    pub subjects: BTreeMap<String, String>,
    /// Label.
    pub message: String,
    /// Button.
    pub send: String,
    /// "Sending..."
    pub sending: String,
    /// Sent.
    pub success: String,
    /// "Failed to send message. Please try again later."
    pub failure: String,
    /// A required field is empty.
    pub missing: String,
    /// A field has more letters than are taken; `{n}`: how many too many.
    pub too_long: String,
    /// "* required"
    pub required_note: String,
    /// Shown without JavaScript, before the e-mail link.
    pub no_script: String,
}

/// Words around the map.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContactMap {
    /// Heading.
    pub heading: Heading,
    /// Title of the frame.
    pub frame_title: String,
    /// Link to the full map.
    pub link: String,
}
