//! Names of files below a folder.

use std::ffi::OsStr;
use std::path::Path;

/// A path below a folder with forward slashes; hidden and backup files are left out, and what lies in hidden folders.
pub fn relative(dir: &Path, path: &Path) -> Option<String> {
    let path = path.strip_prefix(dir).ok()?;
    let name = path.file_name()?.to_str()?;
    let is_hidden = |part: &OsStr| part.as_encoded_bytes().starts_with(b".");
    if path.iter().any(is_hidden) || name.ends_with('~') {
        return None;
    }
    Some(path.to_str()?.replace('\\', "/"))
}
