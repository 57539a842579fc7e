//! `cms import`: sample posts from a folder, or posts in the API's JSON, into the store.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::{
    config::Config,
    ops::import::{import_json, import_samples},
    output::{counted, say},
    store::{Store, posts},
    time::clock::Clock,
};

/// Imports every post of a folder or of a JSON file, all or none of them. A server that runs publishes them within two seconds.
pub fn run(config: &Config, path: &Path, if_empty: bool) -> anyhow::Result<()> {
    let store = Store::open_to_write(config)?;
    if if_empty
        && !store
            .read_blocking(|connection| Ok::<_, anyhow::Error>(posts::is_empty(connection)?))?
    {
        say!("there are posts already; nothing imported")?;
        return Ok(());
    }
    let max_bytes = config.max_image_bytes();
    let count = if path
        .extension()
        .is_some_and(|extension| extension == "json")
    {
        import_json(&store, path, &config.content, max_bytes, &Clock::System)?
    } else {
        import_samples(&store, &content_folder(path)?, max_bytes, &Clock::System)?
    };
    say!("imported {}", counted(count, "post"))?;
    Ok(())
}

/// Accepts the content folder or its `posts`.
fn content_folder(path: &Path) -> anyhow::Result<PathBuf> {
    if path.join("posts").is_dir() {
        return Ok(path.to_owned());
    }
    match path.canonicalize() {
        Ok(full) if full.file_name().is_some_and(|name| name == "posts") => full
            .parent()
            .map(Path::to_path_buf)
            .context("no folder above it"),
        Ok(_) => bail!(
            "{} is neither a content folder or its `posts`, nor a .json of posts, nor an archive of `cms export`; a backup is put in \
             place by `cms restore`",
            path.display()
        ),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}
