//! Shapes that several files use.

use serde::{Deserialize, Serialize};

/// Title and description of a page for `<title>`, meta description and Open Graph.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Seo {
    /// Without the firm's name, which is added.
    pub title: String,
    /// At most about 160 characters.
    pub description: String,
}

/// The header of an inner page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PageHeader {
    /// The `<h1>`.
    pub title: String,
    /// One or two sentences.
    pub lead: String,
}

/// A heading with a sentence below.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Heading {
    /// Small line above the heading.
    pub eyebrow: String,
    /// The heading.
    pub title: String,
    /// One or two sentences.
    pub lead: String,
}

/// Title and text, with an icon of `templates/icons/`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct IconText {
    /// File name without `.svg`.
    pub icon: String,
    /// Title.
    pub title: String,
    /// One or two sentences.
    pub text: String,
}

/// A figure with its label.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Stat {
    /// Usually a placeholder: `{figures.clients}`.
    pub value: String,
    /// What it counts.
    pub label: String,
}

/// A call to action with up to two buttons; where they lead is the template's business.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CallToAction {
    /// May hold `{title}` on service pages (specification section 2).
    pub title: String,
    /// One or two sentences; may hold `{title}`.
    pub text: String,
    /// Label of the first button.
    pub primary: String,
    /// Label of the second button.
    pub secondary: String,
}

/// A question with its answer.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FaqItem {
    /// Plain text.
    pub question: String,
    /// Plain text.
    pub answer: String,
}

/// A card that offers help beside an FAQ.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HelpCard {
    /// Title.
    pub title: String,
    /// One or two sentences.
    pub text: String,
    /// Label of the link to /contact/.
    pub contact: String,
    /// Label of the call link.
    pub call: String,
    /// Label of the e-mail link.
    pub email: String,
}

/// Heading and cards.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CardBlock {
    /// Heading.
    pub heading: Heading,
    /// Cards.
    pub items: Vec<IconText>,
}
