//! Keeps processes from writing `dist` and taking a snapshot of it at the same time.

use std::{fs, io, path::Path};

/// Waits until nobody else uses `dist`; held until the file is dropped, also by a crash.
pub fn hold(data: &Path) -> io::Result<fs::File> {
    fs::create_dir_all(data)?;
    let file = fs::File::create(data.join("dist.lock"))?;
    file.lock()?;
    Ok(file)
}
