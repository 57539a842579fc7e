//! Sample posts: `content/posts/NN.toml` and `content/posts/images/`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use serde::Deserialize;
use walkdir::{DirEntry, WalkDir};

use super::languages::{languages, split};
use super::services::services;
use super::sources::text_of;
use super::tree::{self, Node, Value};
use super::typed::{typed, typed_below};
use crate::base::{Category, Lang, Languages, Problem, Problems, Slug, Texts, relative};
use crate::images::{ImageStore, ImageStoreError, StoredImage};
use crate::posts::{Meta, PictureNotes, Post, Posts, Slugs};

/// A sample post; its picture is a file, which the CMS's `import` stores as an image.
#[derive(Debug, Clone)]
pub struct SamplePost {
    /// `image_id` is the place in [`Samples::images`] plus one.
    pub post: Post,
    /// The post's own picture.
    pub image: Option<PathBuf>,
}

/// The folder of the pictures, the languages that posts may be in, and the services that they may be about.
type Around<'a> = (&'a Path, Languages, &'a [Category]);

/// All sample posts and their pictures.
#[derive(Debug, Clone, Default)]
pub struct Samples {
    /// In the order of their numbers.
    pub posts: Vec<SamplePost>,
    /// Every picture, of posts and in texts; its id is its place plus one. A text refers to it as
    /// `/api/blog/images/{id}/`.
    pub images: Vec<PathBuf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    category: String,
    featured: bool,
    trending: bool,
    author: String,
    date: String,
    image: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    title: String,
    excerpt: String,
    content: String,
    /// Words of the post's address.
    slug: Option<String>,
}

impl Words {
    fn is_blank(&self) -> bool {
        let plain = [&self.title, &self.excerpt];
        plain.into_iter().all(|text| text.trim().is_empty()) && shows_nothing(&self.content)
    }
}

impl Samples {
    /// Reads `content/posts`; everything wrong in any file is reported, or else which of the folders cannot be read.
    pub fn read(content: &Path) -> Result<Samples, Problems> {
        let dir = content.join("posts");
        let mut problems = Problems::default();
        let mut samples = Samples::default();
        let images = dir.join("images");
        let services = services(content);
        let languages = languages(content).unwrap_or_default();
        let posts = inside(&dir, 1, &mut problems);
        // Of a folder that cannot be looked into no post may be told that its picture is not there.
        let pictures = inside(&images, usize::MAX, &mut problems);
        if problems.has_errors() {
            return Err(problems);
        }
        let pictures = pictures.into_iter().filter(|entry| {
            entry.file_type().is_file() && relative(&images, entry.path()).is_some()
        });
        samples.images.extend(pictures.map(DirEntry::into_path));
        let mut seen = Seen::default();
        for entry in posts {
            let path = entry.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                let around = (&*images, languages, &*services);
                samples.read_post(around, path, &mut seen, &mut problems);
            }
        }
        if problems.has_errors() {
            Err(problems)
        } else {
            Ok(samples)
        }
    }

    fn read_post(
        &mut self,
        around: Around<'_>,
        path: &Path,
        seen: &mut Seen,
        problems: &mut Problems,
    ) {
        let name = path.display().to_string();
        let id = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .and_then(|stem| stem.parse().ok());
        let Some(id) = id.filter(|id: &i64| *id > 0) else {
            let problem = Problem::error("file-name", "the name of a post's file is a number");
            problems.push(problem.in_file(path).hint("like 07.toml"));
            return;
        };
        problems.extend(seen.number(id, path));
        let source = match text_of(path) {
            Ok(source) => source,
            Err(problem) => return problems.push(problem),
        };
        let node = match tree::parse(&name, &source) {
            Ok(node) => node,
            Err(found) => return problems.extend(found),
        };
        problems.extend(seen.featured(&node, path));
        match self.parse(id, &node, around) {
            Ok(sample) => self.posts.push(sample),
            Err(found) => problems.extend(found.0),
        }
    }

    fn parse(
        &self,
        id: i64,
        node: &Node,
        (images, languages, services): Around<'_>,
    ) -> Result<SamplePost, Problems> {
        let mut problems = Problems::default();
        let (facts, words) = split(node, languages);
        let file: Option<File> = typed(&facts, &mut problems);
        let words = words.into_iter();
        let words = words.filter_map(|(lang, node)| {
            Some((lang, typed_below(&node, lang.code(), &mut problems)?))
        });
        let words: Vec<(Lang, Words)> = words.collect();
        let Some(file) = file.filter(|_| !problems.has_errors()) else {
            return Err(problems);
        };
        let mark = |key: &str, problem: Problem| node.place_of(key).mark(problem).key(key);
        problems.extend(unfit(&file, &words).map(|key| {
            let problem = Problem::error("empty-text", "a post needs it to be published");
            mark(&key, problem)
        }));
        for (lang, words) in &words {
            let slug = words
                .slug
                .as_deref()
                .filter(|slug| Slug::new(slug).is_none());
            if let Some(slug) = slug {
                let problem = Problem::error("invalid-value", Slug::fault(slug));
                problems.push(mark(&format!("{lang}.slug"), problem));
            }
        }
        let date: Result<Timestamp, _> = file.date.parse();
        if let Err(error) = &date {
            let problem = Problem::error("invalid-value", error.to_string());
            problems.push(mark("date", problem).hint("like 2025-03-05T08:00:00Z"));
        }
        let category = Category::from_id(&file.category);
        let category = category.filter(|id| services.contains(id));
        if category.is_none() {
            let message = format!("there is no service {:?}", file.category);
            let problem = Problem::error("unknown-service", message);
            problems
                .push(mark("category", problem).hint("the name of a file in content/az/services"));
        }
        let image = file
            .image
            .filter(|image| !image.is_empty())
            .map(|image| images.join(image));
        let image_id = image.as_ref().map(|image| self.image_id(image));
        if let Some(None) = image_id {
            let problem = Problem::error("missing-media", "there is no such picture");
            problems.push(mark("image", problem).hint("a file of content/posts/images"));
        }
        let mut content = Texts::default();
        for (lang, words) in &words {
            match self.link_images(&words.content, images) {
                Ok(text) => content.set(*lang, text),
                Err(missing) => {
                    let message = format!("there is no content/posts/images/{missing}");
                    let key = format!("{lang}.content");
                    problems.push(mark(&key, Problem::error("missing-media", message)));
                }
            }
        }
        let Ok(date) = date else { return Err(problems) };
        if problems.has_errors() {
            return Err(problems);
        }
        let texts = |field: fn(&Words) -> &String| -> Texts {
            let texts = words.iter();
            texts
                .map(|(lang, words)| (*lang, field(words).as_str()))
                .collect()
        };
        let slugs = words.iter();
        let slugs =
            slugs.filter_map(|(lang, words)| Some((*lang, Slug::new(words.slug.as_deref()?)?)));
        let post = Post {
            id,
            category: category.unwrap_or_default(),
            featured: file.featured,
            trending: file.trending,
            author: file.author,
            date,
            updated: None,
            image_id: image_id.flatten(),
            image: None,
            title: texts(|words| &words.title),
            excerpt: texts(|words| &words.excerpt),
            content,
            meta: Meta::default(),
            slugs: Slugs {
                current: slugs.collect(),
                former: BTreeSet::new(),
            },
            pictures: PictureNotes::new(),
        };
        Ok(SamplePost { post, image })
    }

    fn image_id(&self, path: &Path) -> Option<i64> {
        let index = self.images.iter().position(|image| image == path)?;
        i64::try_from(index + 1).ok()
    }

    /// `src="images/x.jpg"` of a text becomes `src="/api/blog/images/{id}/"`.
    fn link_images(&self, text: &str, images: &Path) -> Result<String, String> {
        const MARK: &str = "src=\"images/";
        let mut linked = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(MARK) {
            let name = rest[at + MARK.len()..].split('"').next().unwrap_or("");
            let id = self
                .image_id(&images.join(name))
                .ok_or_else(|| name.to_owned())?;
            linked.push_str(&rest[..at]);
            linked.push_str(&format!("src=\"/api/blog/images/{id}/"));
            rest = &rest[at + MARK.len() + name.len()..];
        }
        linked.push_str(rest);
        Ok(linked)
    }

    /// The posts as the generator takes them.
    pub fn posts(&self) -> Posts {
        let posts = self.posts.iter();
        posts.map(|sample| sample.post.clone()).collect()
    }

    /// Pictures count from 1.
    fn image_file(&self, id: i64) -> Option<&PathBuf> {
        let index = usize::try_from(id.checked_sub(1)?).ok()?;
        self.images.get(index)
    }
}

/// What is in a folder, so many levels deep, by name; nothing is in one that is not there.
fn inside(folder: &Path, depth: usize, problems: &mut Problems) -> Vec<DirEntry> {
    let unreadable = |message| Problem::error("unreadable", message).in_file(folder);
    // A link that leads nowhere is there; a file in the place of the folder above is told with that.
    let none =
        |error: io::Error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    if folder.symlink_metadata().is_err_and(none) {
        return Vec::new();
    }
    let mut entries = Vec::new();
    for entry in WalkDir::new(folder).max_depth(depth).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.depth() > 0 => entries.push(entry),
            Ok(_) if folder.is_dir() => {}
            Ok(_) => problems.push(unreadable("this is not a folder".to_owned())),
            Err(error) => problems.push(unreadable(error.to_string())),
        }
    }
    entries
}

/// What the posts that were read so far have to themselves.
#[derive(Default)]
struct Seen {
    numbers: BTreeMap<i64, String>,
    featured: Option<String>,
}

impl Seen {
    /// Two names may be one number: `8.toml` and `08.toml`.
    fn number(&mut self, id: i64, path: &Path) -> Option<Problem> {
        let other = self.numbers.insert(id, file_name(path))?;
        let problem = Problem::error("duplicate-id", format!("{other} has the same number"));
        let hint = "give one of them another name";
        Some(problem.in_file(path).hint(hint))
    }

    fn featured(&mut self, post: &Node, path: &Path) -> Option<Problem> {
        let featured = post.get("featured")?;
        if !matches!(featured.value, Value::Boolean(true)) {
            return None;
        }
        let Some(other) = &self.featured else {
            self.featured = Some(file_name(path));
            return None;
        };
        let problem = Problem::error("featured", format!("{other} is featured, too"));
        let problem = featured.place.mark(problem).key("featured");
        Some(problem.hint("one post at most is"))
    }
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// What a publication would ask for: an author, and of each language that says anything a title and a text.
fn unfit<'a>(file: &'a File, words: &'a [(Lang, Words)]) -> impl Iterator<Item = String> + 'a {
    let author = file.author.trim().is_empty().then(|| "author".to_owned());
    let written = words.iter();
    let written = written.filter(|(lang, words)| *lang == Lang::DEFAULT || !words.is_blank());
    let missing = written.flat_map(|(lang, words)| {
        let title = words.title.trim().is_empty().then_some("title");
        let content = shows_nothing(&words.content).then_some("content");
        let missing = title.into_iter().chain(content);
        missing.map(move |name| format!("{lang}.{name}"))
    });
    author.into_iter().chain(missing)
}

/// Whether there is neither a letter in a post's text, which is HTML, nor something else that is seen.
fn shows_nothing(text: &str) -> bool {
    let mut parts = text.split('<');
    let is_blank = |text: &str| text.replace("&nbsp;", " ").trim().is_empty();
    parts.next().is_none_or(is_blank)
        && parts.all(|part| {
            let (tag, behind) = part.split_once('>').unwrap_or((part, ""));
            let mut names = tag.split(|letter: char| !letter.is_ascii_alphanumeric());
            let name = names.find(|name| !name.is_empty());
            !matches!(name, Some("img" | "hr" | "table")) && is_blank(behind)
        })
}

impl ImageStore for Samples {
    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        let (Some(path), Some(bytes)) = (self.image_file(id), self.bytes(id)?) else {
            return Ok(None);
        };
        let content_type = match path.extension().and_then(|extension| extension.to_str()) {
            Some("png") => "image/png",
            Some("gif") => "image/gif",
            Some("webp") => "image/webp",
            _ => "image/jpeg",
        };
        let hash = blake3::hash(&bytes).to_hex().to_string();
        Ok(Some(StoredImage {
            hash,
            content_type: content_type.into(),
        }))
    }

    fn bytes(&self, id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        let failed = |error: std::io::Error| ImageStoreError {
            id,
            message: error.to_string(),
        };
        let Some(path) = self.image_file(id) else {
            return Ok(None);
        };
        let bytes = std::fs::read(path).map_err(failed)?;
        Ok(Some(bytes.into()))
    }
}
