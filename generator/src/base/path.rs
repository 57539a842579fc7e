//! Names of files below a folder.

use std::path::Path;

/// A path below a folder with forward slashes; hidden and backup files are left out.
pub fn relative(dir: &Path, path: &Path) -> Option<String> {
    let path = path.strip_prefix(dir).ok()?;
    let name = path.file_name()?.to_str()?;
    if name.starts_with('.') || name.ends_with('~') {
        return None;
    }
    Some(path.to_str()?.replace('\\', "/"))
}
