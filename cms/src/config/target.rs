//! Where a deployment goes.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use generator::place::{self, Place, Relation};

pub use super::target_error::TargetError;

use super::bucket::{Bucket, Provider};

/// A destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A folder of this machine.
    Folder(PathBuf),
    /// `[user@]host:path`, `host::module/path` or `rsync://host/module/path`.
    Remote(String),
    /// Object storage.
    Bucket(Bucket),
}

/// A folder that no target may touch: its name and where it is.
pub type Protected = (String, PathBuf);

impl Target {
    /// As an argument of rsync: a leading dash or a colon in a folder's name means nothing special.
    pub fn argument(&self) -> String {
        self.file("")
    }

    /// A file of it, as an argument of rsync.
    pub fn file(&self, name: &str) -> String {
        match self {
            Self::Folder(path) if path.is_absolute() => format!("{}/{name}", path.display()),
            Self::Folder(path) => format!("./{}/{name}", path.display()),
            Self::Remote(text) => format!("{}/{name}", text.trim_end_matches('/')),
            // Not a word of rsync's; nobody gives it to rsync.
            Self::Bucket(bucket) => format!("{bucket}/{name}"),
        }
    }

    /// The folder, of a local destination.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(path) => Some(path),
            Self::Remote(_) | Self::Bucket(_) => None,
        }
    }

    /// Whether the files of one would lie among those of the other, of two buckets by `buckets`. Of hosts only the names are
    /// compared.
    pub fn overlaps(
        &self,
        other: &Self,
        buckets: impl Fn(&Bucket, &Bucket) -> bool,
    ) -> Result<bool, TargetError> {
        let place = |path: &Path| {
            Place::of(path).map_err(|error| {
                TargetError::Unresolved(path.display().to_string(), error.to_string())
            })
        };
        Ok(match (self, other) {
            (Self::Folder(one), Self::Folder(two)) => place(one)?.relation(&place(two)?).is_some(),
            (Self::Bucket(one), Self::Bucket(two)) => buckets(one, two),
            (Self::Remote(_), Self::Remote(_)) => {
                let (one, two) = (self.argument(), other.argument());
                one.starts_with(&two) || two.starts_with(&one)
            }
            _ => false,
        })
    }

    /// A name for files about this destination.
    pub fn key(&self) -> String {
        blake3::hash(self.to_string().as_bytes())
            .to_hex()
            .chars()
            .take(16)
            .collect()
    }
}

/// The target without links, unless it is none of ours to write to. What a remote one holds is looked at later.
pub fn check(target: &Target, protected: &[Protected]) -> Result<Target, TargetError> {
    let Some(folder) = target.folder() else {
        return Ok(target.clone());
    };
    let place = |path: &Path| {
        Place::of(path)
            .map_err(|error| TargetError::Unresolved(path.display().to_string(), error.to_string()))
    };
    let found = place(folder)?;
    let refuse = |relation: Relation, of: &str| {
        Err(TargetError::Overlap {
            target: target.to_string(),
            relation,
            of: of.to_owned(),
        })
    };
    for (name, path) in place::grounds() {
        match found.relation(&place(&path)?) {
            Some(relation) if relation != Relation::LiesIn => return refuse(relation, name),
            _ => {}
        }
    }
    let program = place::of_program().map(|path| ("the folder of the program".to_owned(), path));
    for (name, path) in protected.iter().chain(&program) {
        let place = place(path)?;
        // Everything lies in the root folder; a program in it protects nothing else.
        let root = place.path().parent().is_none();
        match found.relation(&place) {
            Some(relation) if !root => return refuse(relation, name),
            _ => {}
        }
    }
    Ok(Target::Folder(found.path().to_owned()))
}

impl FromStr for Target {
    type Err = TargetError;

    /// As rsync does: a colon before the first slash is a host.
    fn from_str(text: &str) -> Result<Self, TargetError> {
        // What stands around it is a slip of whoever wrote it down, and would be part of a folder's name.
        let text = text.trim();
        if text.is_empty() {
            return Err(TargetError::Empty);
        }
        if text.contains(char::is_control) {
            return Err(TargetError::Unreadable);
        }
        if Provider::of(text).is_some() {
            return text.parse().map(Self::Bucket);
        }
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        if scheme.is_some_and(|scheme| scheme != "rsync" && is_scheme(scheme)) {
            return Err(TargetError::Scheme(text.to_owned()));
        }
        let before_slash = text.split('/').next().unwrap_or_default();
        let remote = before_slash.contains(':') && !text.starts_with('-');
        if before_slash.starts_with('~') && !remote {
            return Err(TargetError::Tilde(text.to_owned()));
        }
        if !remote {
            return Ok(Self::Folder(PathBuf::from(text)));
        }
        if names_a_folder(text) {
            Ok(Self::Remote(text.to_owned()))
        } else {
            Err(TargetError::NoFolder(text.to_owned()))
        }
    }
}

/// Whether an address may begin with it (RFC 3986, section 3.1).
fn is_scheme(text: &str) -> bool {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || "+-.".contains(letter);
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.chars().all(inside)
}

/// Whether a remote target has a path, and one below the home folder or root of that machine.
fn names_a_folder(text: &str) -> bool {
    let path = match text.strip_prefix("rsync://") {
        Some(rest) => rest.split_once('/').map_or("", |(_, path)| path),
        None => {
            let text = without_brackets(text);
            let module = text.split_once("::");
            let module = module.or_else(|| text.split_once(':'));
            module.map_or("", |(_, path)| path)
        }
    };
    let mut depth = 0;
    for part in path
        .split('/')
        .filter(|part| !matches!(*part, "" | "." | "~"))
    {
        depth += if part == ".." { -1 } else { 1 };
        if depth < 0 {
            return false;
        }
    }
    depth > 0
}

/// What follows an IPv6 address, whose brackets hold colons.
fn without_brackets(text: &str) -> &str {
    let bracketed = text.find('[') < text.find(':') && text.contains('[');
    match text.split_once(']') {
        Some((_, rest)) if bracketed => rest,
        _ => text,
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(formatter, "{}", path.display()),
            Self::Remote(text) => formatter.write_str(text),
            Self::Bucket(bucket) => bucket.fmt(formatter),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn destinations_are_read_as_rsync_reads_them() {
        let table = [
            ("/srv/www", "/srv/www/"),
            (" /srv/www\n", "/srv/www/"),
            (" web:www ", "web:www/"),
            ("out", "./out/"),
            ("-e sh", "./-e sh/"),
            ("a/b:c", "./a/b:c/"),
            ("web:/srv/www", "web:/srv/www/"),
            ("me@web:site/", "me@web:site/"),
            ("me@[::1]:site", "me@[::1]:site/"),
            ("web::site", "web::site/"),
            ("rsync://web:8730/site", "rsync://web:8730/site/"),
            ("[::1]:site", "[::1]:site/"),
            ("me@[::1]::site", "me@[::1]::site/"),
            ("web:a]b::c", "web:a]b::c/"),
        ];
        for (text, argument) in table {
            let target: Target = text.parse().unwrap();
            assert_eq!(target.argument(), argument);
        }
    }

    #[test]
    fn what_names_no_folder_is_no_target() {
        for text in ["", " ", "\t"] {
            assert_eq!(text.parse::<Target>(), Err(TargetError::Empty), "{text:?}");
        }
        let whole_machines = [
            "web:",
            "web:/",
            "web:.",
            "web:~",
            "web:~/",
            "me@web:..",
            "web:a/..",
            "web:a/../..",
            "web:/srv/../..",
            "web::",
            "rsync://web",
            "rsync://web/",
            "rsync://web:873//",
            "[::1]:",
            "me@[::1]:/",
        ];
        for text in whole_machines {
            assert!(
                matches!(text.parse::<Target>(), Err(TargetError::NoFolder(_))),
                "{text}"
            );
        }
        for text in ["~", "~/www", "~web/www"] {
            let refused = text.parse::<Target>().unwrap_err();
            assert!(matches!(refused, TargetError::Tilde(_)), "{text}");
        }
        assert!("a\nb".parse::<Target>().is_err());
    }

    #[test]
    fn a_folder_that_is_somebody_elses_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::create_dir_all(at("cms/data")).unwrap();
        std::os::unix::fs::symlink(at("cms"), at("link")).unwrap();
        let protected = [("--data".to_owned(), at("cms/data"))];
        let checked = |path: PathBuf| check(&Target::Folder(path), &protected);
        for (path, relation) in [
            (at("cms/data"), Relation::Is),
            (at("link/data/new"), Relation::LiesIn),
            (at("cms/data/../../cms"), Relation::Contains),
        ] {
            let refused = checked(path).unwrap_err();
            assert!(
                matches!(&refused, TargetError::Overlap { relation: found, of, .. } if *found == relation && of == "--data"),
                "{refused}"
            );
        }
        let home = PathBuf::from(std::env::var_os("HOME").unwrap());
        let here = std::env::current_dir().unwrap();
        for ground in [
            "/".into(),
            ".".into(),
            here.join(".."),
            home.clone(),
            home.join(".."),
            "a/..".into(),
        ] {
            assert!(checked(ground.clone()).is_err(), "{}", ground.display());
        }
        let program = place::of_program().unwrap();
        assert!(checked(program.join("www")).is_err());
        let good = checked(at("link/www")).unwrap();
        assert_eq!(
            good,
            Target::Folder(at("cms/www").canonicalize().unwrap_or(at("cms/www")))
        );
        assert!(
            checked("no-such-folder".into()).is_ok(),
            "beside the others in the working directory"
        );
    }
}
