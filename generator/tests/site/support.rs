//! `SiteTest::new().post(…).build().assert_file(…)`

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use generator::{
    BuildError, Category, Generator, ImageMode, ImageStore, ImageStoreError, Lang, MovedSet,
    Options, Post, Posts, Problems, Published, Report, StoredImage,
};

/// A site in a folder of its own, made of the fixture.
pub struct SiteTest {
    folder: tempfile::TempDir,
    pub posts: Posts,
    pub moved: MovedSet,
    pub images: Pictures,
    pub mode: ImageMode,
    pub public_url: Option<String>,
    pub revision: Option<i64>,
    generator: Option<Generator>,
}

/// Bytes of a file and how it lies on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileState {
    pub bytes: Vec<u8>,
    pub modified: SystemTime,
    pub inode: u64,
}

#[derive(Clone, Default)]
pub struct Pictures(pub BTreeMap<i64, Arc<[u8]>>);

impl ImageStore for Pictures {
    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        Ok(self.0.get(&id).map(|bytes| StoredImage {
            hash: imaging::content_hash(bytes),
            content_type: "image/png".into(),
        }))
    }

    fn bytes(&self, id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        Ok(self.0.get(&id).cloned())
    }
}

/// A post with texts in three languages.
pub fn post(id: i64) -> Post {
    Post {
        id,
        category: Category::AUDIT,
        featured: false,
        trending: false,
        author: "Əli Vəliyev".into(),
        date: jiff::Timestamp::from_second(1_741_150_800 + id * 3600).unwrap(),
        updated: None,
        image_id: None,
        image: None,
        title: [
            (Lang::AZ, format!("Başlıq {id}")),
            (Lang::EN, format!("Title {id}")),
            (Lang::RU, format!("Заголовок {id}")),
        ]
        .into(),
        excerpt: [
            (Lang::AZ, format!("Qısa {id}")),
            (Lang::EN, format!("Short {id}")),
            (Lang::RU, format!("Кратко {id}")),
        ]
        .into(),
        content: [
            (Lang::AZ, format!("<p>Mətn {id}</p>")),
            (Lang::EN, format!("<p>Text {id}</p>")),
            (Lang::RU, format!("<p>Текст {id}</p>")),
        ]
        .into(),
        meta: generator::Meta::default(),
        slugs: generator::Slugs::default(),
        pictures: generator::PictureNotes::new(),
    }
}

impl SiteTest {
    pub fn new() -> SiteTest {
        let folder = tempfile::tempdir().unwrap();
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/site");
        copy(&fixture, folder.path());
        SiteTest {
            folder,
            posts: Posts::default(),
            moved: MovedSet::new(),
            images: Pictures::default(),
            mode: ImageMode::Wait,
            public_url: None,
            revision: None,
            generator: None,
        }
    }

    /// Adds or replaces posts.
    pub fn posts(mut self, posts: impl IntoIterator<Item = Post>) -> SiteTest {
        self.put(posts);
        self
    }

    pub fn put(&mut self, posts: impl IntoIterator<Item = Post>) {
        posts.into_iter().for_each(|post| self.posts.insert(post));
    }

    pub fn edit(&mut self, id: i64, change: impl FnOnce(&mut Post)) {
        let mut post = self.posts.get(id).expect("a post of this number");
        change(&mut post);
        self.posts.insert(post);
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Writes a file below content/ or templates/.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces text in a file below content/ or templates/.
    #[track_caller]
    pub fn change(&self, path: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(path)).unwrap();
        assert!(text.contains(from), "{path} does not contain {from:?}");
        self.write(path, &text.replacen(from, to, 1));
    }

    /// Writes a post below content/posts/, in English; `image` is a file of content/posts/images/.
    pub fn write_sample_post(&self, id: i64, title: &str, image: Option<&str>) {
        let image = image.map_or(String::new(), |image| format!("image = \"{image}\"\n"));
        let texts = ["az", "en", "ru"].map(|lang| {
            format!("[{lang}]\ntitle = \"{title}\"\nexcerpt = \"Short {id}\"\ncontent = \"<p>Text {id}</p>\"\n")
        });
        let head =
            "category = \"audit\"\nfeatured = false\ntrending = false\nauthor = \"Author\"\n";
        let date = format!("date = \"2025-03-{id:02}T08:00:00Z\"\n");
        let file = format!("content/posts/{id}.toml");
        self.write(&file, &format!("{head}{date}{image}{}", texts.concat()));
    }

    pub fn options(&self, dist: &str, cache: &str) -> Options {
        Options {
            content: self.path("content"),
            templates: self.path("templates"),
            dist: self.path(dist),
            cache: self.path(cache),
            pictures: None,
            public_url: self.public_url.clone(),
            images: self.mode,
        }
    }

    /// As a new process does.
    pub fn restart(&mut self) {
        self.generator = None;
    }

    pub fn reload(&mut self) -> Result<(), Problems> {
        self.generator.as_mut().expect("built before").reload()
    }

    /// What the generator has to say between builds.
    pub fn warnings(&self) -> Vec<generator::Problem> {
        self.generator.as_ref().expect("built before").warnings()
    }

    pub fn try_build(&mut self) -> Result<Report, BuildError> {
        if self.generator.is_none() {
            self.generator = Some(Generator::open(self.options("dist", "cache"))?);
        }
        let generator = self.generator.as_mut().expect("just opened");
        let published = Published {
            posts: &self.posts.set,
            texts: &self.posts.texts,
            moved: &self.moved,
            revision: self.revision,
        };
        generator.build(published, &self.images)
    }

    /// As when nobody waits for a build; whether there is more.
    pub fn tidy(&mut self) -> bool {
        self.generator.as_mut().expect("built before").tidy()
    }

    /// Puts an earlier publication in place again.
    pub fn restore(&mut self, number: u64) -> Result<Report, BuildError> {
        if self.generator.is_none() {
            self.generator = Some(Generator::open(self.options("dist", "cache"))?);
        }
        let generator = self.generator.as_mut().expect("just opened");
        generator.restore(number)
    }

    pub fn stand(&mut self, number: u64) -> Result<Report, BuildError> {
        if self.generator.is_none() {
            self.generator = Some(Generator::open(self.options("dist", "cache"))?);
        }
        let generator = self.generator.as_mut().expect("just opened");
        generator.stand(number)
    }

    /// With pictures from elsewhere, after a first build.
    #[track_caller]
    pub fn build_with(&mut self, images: &dyn ImageStore) -> Report {
        let built = self.try_build_with(images);
        built.unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn try_build_with(&mut self, images: &dyn ImageStore) -> Result<Report, BuildError> {
        let generator = self.generator.as_mut().expect("built before");
        let published = Published {
            posts: &self.posts.set,
            texts: &self.posts.texts,
            moved: &self.moved,
            revision: self.revision,
        };
        generator.build(published, images)
    }

    #[track_caller]
    pub fn build(&mut self) -> Report {
        self.try_build().unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn published(&self) -> Published<'_> {
        Published {
            posts: &self.posts.set,
            texts: &self.posts.texts,
            moved: &self.moved,
            revision: self.revision,
        }
    }

    pub fn generator(&self) -> &Generator {
        self.generator.as_ref().expect("built before")
    }

    /// What is wrong, one line each.
    #[track_caller]
    pub fn errors(&mut self) -> Vec<String> {
        let error = self.try_build().expect_err("the build should fail");
        let root = format!("{}/", self.folder.path().display());
        error
            .problems()
            .0
            .iter()
            .map(|problem| problem.to_string().replace(&root, ""))
            .collect()
    }

    pub fn exists(&self, file: &str) -> bool {
        self.path("dist").join(file).exists()
    }

    #[track_caller]
    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path("dist").join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
    }

    #[track_caller]
    pub fn assert_file(&self, file: &str, expected: &str) -> &SiteTest {
        let text = self.read(file);
        assert!(
            text.contains(expected),
            "{file} does not contain {expected:?}:\n{text}"
        );
        self
    }

    #[track_caller]
    pub fn assert_not(&self, file: &str, unexpected: &str) -> &SiteTest {
        let text = self.read(file);
        assert!(
            !text.contains(unexpected),
            "{file} contains {unexpected:?}:\n{text}"
        );
        self
    }

    #[track_caller]
    pub fn assert_gone(&self, file: &str) -> &SiteTest {
        assert!(!self.exists(file), "{file} should not exist");
        self
    }

    /// Every file of dist.
    pub fn state(&self) -> BTreeMap<String, FileState> {
        state(&self.path("dist"))
    }

    /// Builds from nothing into another folder and compares byte for byte (invariant 1). What is there beside that are
    /// assets and media on their way out, with a date.
    #[track_caller]
    pub fn assert_same_as_from_nothing(&self) {
        let fresh = tempfile::tempdir().unwrap();
        let options = Options {
            dist: fresh.path().join("dist"),
            cache: fresh.path().join("cache"),
            images: ImageMode::Wait,
            ..self.options("dist", "cache")
        };
        let mut generator = Generator::open(options).unwrap();
        generator.build(self.published(), &self.images).unwrap();
        let (ours, theirs) = (self.state(), state(&fresh.path().join("dist")));
        let retired = crate::record::retired(self);
        for name in ours.keys().filter(|name| !theirs.contains_key(*name)) {
            assert!(retired.contains(name), "{name} is in nobody's way out");
            assert!(name.starts_with("assets/") || name.starts_with("media/"));
        }
        for name in theirs.keys() {
            assert!(ours.contains_key(name), "{name} is missing");
        }
        for (name, file) in &theirs {
            assert!(
                ours[name].bytes == file.bytes,
                "{name} differs from a build from nothing"
            );
        }
    }
}

/// The program with the site's folders; its posts are those of content/posts/.
pub fn generator_command(site: &SiteTest, command: &str) -> std::process::Command {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_generator"));
    program.arg(command);
    for (flag, folder) in [
        ("--content", "content"),
        ("--templates", "templates"),
        ("--out", "dist"),
        ("--cache", "cache"),
    ] {
        program.arg(flag).arg(site.path(folder));
    }
    program.env_remove("CMS_PUBLIC_URL");
    program
}

pub fn state(folder: &Path) -> BTreeMap<String, FileState> {
    use std::os::unix::fs::MetadataExt;
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).into_iter().flatten() {
        if entry.file_type().is_file() {
            let metadata = entry.metadata().unwrap();
            let name = entry
                .path()
                .strip_prefix(folder)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            let file = FileState {
                bytes: fs::read(entry.path()).unwrap(),
                modified: metadata.modified().unwrap(),
                inode: metadata.ino(),
            };
            files.insert(name, file);
        }
    }
    files
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from).into_iter().flatten() {
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).unwrap();
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}
