//! A blog post as the generator sees it; its JSON is that of the API.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Content, Digest, PictureNotes, Slugs, TextStore, Use, stored_id};
use crate::base::{Category, Lang, Languages, Slug, Texts};

/// A post as a set knows it: whoever keeps its texts gives them when a page shows them.
pub type ListedPost = Post<Digest>;

/// Every post of the site by id. An `Arc` that is the same as at the last build is an unchanged post.
pub type PostSet = BTreeMap<i64, Arc<ListedPost>>;

/// Where the addresses of posts lead that are off-line, by number. One that is on-line stays at its address whatever is said
/// here.
pub type MovedSet = BTreeMap<i64, Away>;

/// Where the addresses of a post lead that is off-line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Away {
    /// An own path in its Azerbaijani form, or an https address.
    pub to: String,
    /// The words that its addresses had.
    pub slugs: Slugs,
}

impl<T: Into<String>> From<T> for Away {
    fn from(to: T) -> Self {
        Away {
            to: to.into(),
            slugs: Slugs::default(),
        }
    }
}

/// All that the site is made of beside content and templates.
#[derive(Debug, Clone, Copy)]
pub struct Published<'a> {
    /// Posts that are on-line.
    pub posts: &'a PostSet,
    /// Their texts.
    pub texts: &'a dyn TextStore,
    /// Addresses of others.
    pub moved: &'a MovedSet,
    /// Numbers what was saved, where somebody counts: builds of the same number are one publication.
    pub revision: Option<i64>,
}

/// Posts that are kept in memory.
#[derive(Debug, Clone, Default)]
pub struct Posts {
    /// What is known of them.
    pub set: PostSet,
    /// Their texts.
    pub texts: BTreeMap<i64, Texts>,
}

impl Posts {
    /// Adds a post, or replaces the one of its number.
    pub fn insert(&mut self, post: Post) {
        let digest = Digest::of(post.content.iter());
        let (listed, texts) = post.exchange(digest);
        self.texts.insert(listed.id, texts);
        self.set.insert(listed.id, Arc::new(listed));
    }

    /// The post of a number, with its texts.
    pub fn get(&self, id: i64) -> Option<Post> {
        let listed = self.set.get(&id)?;
        let texts = self.texts.get(&id).cloned().unwrap_or_default();
        Some(ListedPost::clone(listed).exchange(texts).0)
    }

    /// Takes a post away, if there is one of this number.
    pub fn remove(&mut self, id: i64) {
        self.set.remove(&id);
        self.texts.remove(&id);
    }
}

impl FromIterator<Post> for Posts {
    fn from_iter<I: IntoIterator<Item = Post>>(all: I) -> Self {
        let mut posts = Posts::default();
        all.into_iter().for_each(|post| posts.insert(post));
        posts
    }
}

impl<'a> From<&'a Posts> for Published<'a> {
    fn from(Posts { set, texts }: &'a Posts) -> Self {
        static NOTHING: MovedSet = MovedSet::new();
        Published {
            posts: set,
            texts,
            moved: &NOTHING,
            revision: None,
        }
    }
}

/// A blog post. Blank texts of other languages fall back to the Azerbaijani ones.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Post<C = Texts> {
    /// Number in the address.
    pub id: i64,
    /// Exactly one category.
    pub category: Category,
    /// At most one post is featured.
    pub featured: bool,
    /// Shown with the trending label.
    pub trending: bool,
    /// Author's name.
    pub author: String,
    /// Creation.
    pub date: Timestamp,
    /// The last publication that changed what a reader sees, if there was one after the first.
    pub updated: Option<Timestamp>,
    /// Stored picture, if any.
    pub image_id: Option<i64>,
    /// Fallback address of a picture; used when there is no `image_id`.
    pub image: Option<String>,
    /// Plain text.
    pub title: Texts,
    /// Plain text.
    pub excerpt: Texts,
    /// Sanitised HTML, or what is known of it.
    pub content: C,
    /// What search engines and networks are told instead of title and excerpt.
    pub meta: Meta,
    /// Words in its addresses.
    pub slugs: Slugs,
    /// What is said of stored pictures that it shows; of others it is not looked at.
    pub pictures: PictureNotes,
}

/// Texts for the head of a post's page, in plain text on one line; blank where there is nothing of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Meta {
    /// Instead of the title.
    pub title: Texts,
    /// Instead of the excerpt or the text's beginning.
    pub description: Texts,
}

impl<C> Post<C> {
    /// The post with something else in place of its content; and that.
    pub fn exchange<D>(self, content: D) -> (Post<D>, C) {
        let post = Post {
            content,
            id: self.id,
            category: self.category,
            featured: self.featured,
            trending: self.trending,
            author: self.author,
            date: self.date,
            updated: self.updated,
            image_id: self.image_id,
            image: self.image,
            title: self.title,
            excerpt: self.excerpt,
            meta: self.meta,
            slugs: self.slugs,
            pictures: self.pictures,
        };
        (post, self.content)
    }

    /// When a reader saw it change for the last time.
    pub fn modified(&self) -> Timestamp {
        self.updated
            .map_or(self.date, |updated| updated.max(self.date))
    }

    /// Numbers of the stored pictures that it shows, its own first, each once.
    pub fn shown_pictures(&self) -> Vec<i64>
    where
        C: Content,
    {
        let own = self.own_picture();
        let uses = self.content.picture_uses().into_iter();
        let shown = uses.filter(|(used, _)| *used == Use::Shown);
        let mut known = HashSet::new();
        let all = own.into_iter().chain(shown.map(|(_, id)| id));
        all.filter(|id| known.insert(*id)).collect()
    }

    /// The number of its own picture, when that is a stored one.
    pub fn own_picture(&self) -> Option<i64> {
        let address = || self.image.as_deref().and_then(stored_id);
        self.image_id.or_else(address)
    }
}

impl ListedPost {
    /// The languages of a site in which there is a text of its own; the others show the Azerbaijani one, which always counts.
    pub fn languages(&self, site: Languages) -> Languages {
        site.only(|lang| self.content.resolve(lang) == lang)
    }
}

impl Serialize for Post {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PostJson::from(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Post {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PostJson::deserialize(deserializer).map(Post::from)
    }
}

/// The API's flat form.
#[derive(Clone, Serialize, Deserialize)]
struct PostJson {
    id: i64,
    #[serde(default)]
    category: Category,
    #[serde(default)]
    featured: bool,
    #[serde(default)]
    trending: bool,
    #[serde(default)]
    author: String,
    date: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    updated: Option<Timestamp>,
    #[serde(default)]
    image_id: Option<i64>,
    #[serde(default)]
    image: Option<String>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    excerpt: String,
    #[serde(default, skip_serializing_if = "PictureNotes::is_empty")]
    pictures: PictureNotes,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    former_slugs: BTreeSet<(Lang, Slug)>,
    /// `title_az` and so on: each field of a text with each language.
    #[serde(flatten)]
    texts: BTreeMap<String, serde_json::Value>,
}

/// The fields of `json` that begin with `field` and end with a language. Others belong to nobody here.
fn texts(json: &BTreeMap<String, serde_json::Value>, field: &str) -> Texts {
    let texts = json.iter().filter_map(|(name, value)| {
        let code = name.strip_prefix(field)?.strip_prefix('_')?;
        Some((Lang::from_code(code)?, value.as_str()?))
    });
    texts.collect()
}

impl From<PostJson> for Post {
    fn from(json: PostJson) -> Self {
        let filled = |field, plain: String| {
            let mut texts = texts(&json.texts, field);
            if texts.get(Lang::DEFAULT).is_empty() {
                texts.set(Lang::DEFAULT, plain);
            }
            texts
        };
        let slugs = texts(&json.texts, "slug");
        let slugs = slugs
            .iter()
            .filter_map(|(lang, words)| Some((lang, Slug::new(words)?)));
        Post {
            slugs: Slugs {
                current: slugs.collect(),
                former: json.former_slugs,
            },
            title: filled("title", json.title),
            excerpt: filled("excerpt", json.excerpt),
            content: texts(&json.texts, "content"),
            meta: Meta {
                title: texts(&json.texts, "meta_title"),
                description: texts(&json.texts, "meta_description"),
            },
            id: json.id,
            category: json.category,
            featured: json.featured,
            trending: json.trending,
            author: json.author,
            date: json.date,
            updated: json.updated,
            image_id: json.image_id,
            image: json.image,
            pictures: json.pictures,
        }
    }
}

impl From<Post> for PostJson {
    fn from(post: Post) -> Self {
        let fields = [
            ("title", &post.title),
            ("excerpt", &post.excerpt),
            ("content", &post.content),
            ("meta_title", &post.meta.title),
            ("meta_description", &post.meta.description),
        ];
        let texts = fields.into_iter().flat_map(|(field, texts)| {
            let texts = texts.iter();
            texts.map(move |(lang, text)| (format!("{field}_{lang}"), text.into()))
        });
        let slugs = post.slugs.current.iter();
        let slugs = slugs.map(|(lang, words)| (format!("slug_{lang}"), words.as_str().into()));
        let texts = texts.chain(slugs).collect();
        PostJson {
            former_slugs: post.slugs.former,
            id: post.id,
            category: post.category,
            featured: post.featured,
            trending: post.trending,
            author: post.author,
            date: post.date,
            updated: post.updated,
            image_id: post.image_id,
            image: post
                .image_id
                .map(|id| format!("/api/blog/images/{id}/"))
                .or(post.image),
            title: post.title.get(Lang::DEFAULT).to_owned(),
            excerpt: post.excerpt.get(Lang::DEFAULT).to_owned(),
            texts,
            pictures: post.pictures,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_title_fills_a_missing_azerbaijani_one() {
        let post: Post = serde_json::from_str(
            r#"{"id":1,"date":"2025-03-05T08:00:00Z","title":"Plain","title_en":"English"}"#,
        )
        .expect("valid");
        assert_eq!(post.title.get(Lang::AZ), "Plain");
        assert_eq!(post.title.get(Lang::EN), "English");
        assert_eq!(post.category, Category::AUDIT);
    }

    #[test]
    fn a_post_that_never_changed_says_nothing_of_it() {
        let json =
            r#"{"id":1,"date":"2025-03-05T08:00:00Z","content_en":"<p>x</p>","content_ru":" "}"#;
        let mut post: Post = serde_json::from_str(json).expect("valid");
        assert_eq!((post.updated, post.modified()), (None, post.date));
        let (listed, _) = post.clone().exchange(Digest::of(post.content.iter()));
        let own = listed.languages(Languages::USUAL);
        assert_eq!(own, Languages::USUAL.only(|lang| lang != Lang::RU));
        let written = serde_json::to_string(&post).expect("valid");
        assert!(!written.contains("updated"), "{written}");
        post.updated = Some("2025-03-07T08:00:00Z".parse().expect("valid"));
        let written = serde_json::to_string(&post).expect("valid");
        assert_eq!(serde_json::from_str::<Post>(&written).expect("valid"), post);
        // A clock that was wrong makes nothing older than it is.
        post.updated = Some("2024-03-07T08:00:00Z".parse().expect("valid"));
        assert_eq!(post.modified(), post.date);
    }
}
