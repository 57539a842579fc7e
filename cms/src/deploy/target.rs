//! Where a deployment goes.

use std::{
    convert::Infallible,
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

/// A destination in rsync's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A folder of this machine.
    Folder(PathBuf),
    /// `[user@]host:path`, `host::module/path` or `rsync://host/module/path`.
    Remote(String),
}

impl Target {
    /// As an argument of rsync: a leading dash or a colon in a folder's name means nothing special.
    pub fn argument(&self) -> String {
        match self {
            Self::Folder(path) if path.is_absolute() => format!("{}/", path.display()),
            Self::Folder(path) => format!("./{}/", path.display()),
            Self::Remote(text) => format!("{}/", text.trim_end_matches('/')),
        }
    }

    /// The folder, of a local destination.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(path) => Some(path),
            Self::Remote(_) => None,
        }
    }

    /// A name for files about this destination.
    pub(super) fn key(&self) -> String {
        blake3::hash(self.to_string().as_bytes())
            .to_hex()
            .chars()
            .take(16)
            .collect()
    }
}

impl FromStr for Target {
    type Err = Infallible;

    /// As rsync does: a colon before the first slash is a host.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        let before_slash = text.split('/').next().unwrap_or_default();
        let remote = before_slash.contains(':') && !text.starts_with('-');
        Ok(if remote {
            Self::Remote(text.to_owned())
        } else {
            Self::Folder(PathBuf::from(text))
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(formatter, "{}", path.display()),
            Self::Remote(text) => formatter.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn destinations_are_read_as_rsync_reads_them() {
        let table = [
            ("/srv/www", "/srv/www/"),
            ("out", "./out/"),
            ("-e sh", "./-e sh/"),
            ("a/b:c", "./a/b:c/"),
            ("web:/srv/www", "web:/srv/www/"),
            ("me@web:site/", "me@web:site/"),
            ("web::site", "web::site/"),
            ("rsync://web:8730/site", "rsync://web:8730/site/"),
        ];
        for (text, argument) in table {
            let Ok(target) = text.parse::<Target>();
            assert_eq!(target.argument(), argument);
        }
    }
}
