//! `pages/blog.toml`

use serde::{Deserialize, Serialize};

use super::shared::{PageHeader, Seo};

/// `pages/blog.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Blog {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// "All categories".
    pub all_categories: String,
    /// "Categories".
    pub categories: String,
    /// "Featured".
    pub featured: String,
    /// "Trending".
    pub trending: String,
    /// "Read more".
    pub read_more: String,
    /// Empty state (specification section 8): "No Posts Found in This Category".
    pub empty_title: String,
    /// Its hint.
    pub empty_hint: String,
    /// Button to all posts.
    pub view_all: String,
    /// "Loading…" of the detail page.
    pub loading: String,
    /// "Blog post not found".
    pub not_found: String,
    /// Hint below it.
    pub not_found_hint: String,
    /// "No image".
    pub no_image: String,
    /// "Related posts".
    pub related: String,
    /// "Back to the blog".
    pub back: String,
    /// "Written by".
    pub by: String,
    /// Heading of the list on an author's page.
    pub author_posts: String,
    /// "Updated", before a day.
    pub updated: String,
    /// How long reading takes; `{n}` are minutes.
    pub reading: String,
    /// Name of a table of a post; `{n}` is its number among them.
    pub table: String,
    /// Label of the footnotes of a post.
    pub notes: String,
    /// Label of the link from a footnote to its mark; `{n}` is its number.
    pub note_back: String,
    /// Heading of the contents of a long post.
    pub contents: String,
    /// Label of the links to the posts beside this one.
    pub beside: String,
    /// "Newer post".
    pub newer: String,
    /// "Older post".
    pub older: String,
    /// Button that opens the device's own dialog.
    pub share: String,
    /// Before the post's address on paper.
    pub source: String,
}
