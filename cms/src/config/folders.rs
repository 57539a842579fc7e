//! Folders that must not be one another's: what is pruned, what is published and what is private.

use std::{
    io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};

use generator::place::{self, Place, Relation};

use super::{Config, target, wrong};

const DEPLOY_TO: &str = "--deploy-to (CMS_DEPLOY_TO)";
const ORIGINALS: &str = "--originals (CMS_ORIGINALS)";
/// Parts of the data folder that the program looks after itself.
const OWN: [&str; 3] = ["cache", "deploy", "backups"];

/// Files of the same, beside the store's.
const FILES: [&str; 5] = [
    "keys",
    "lock",
    "dist.lock",
    "originals.lock",
    "first-password",
];

const DATA: &str = "--data (CMS_DATA)";
const DIST: &str = "--dist (CMS_DIST)";

/// A folder and what it is called in messages.
struct Named {
    name: String,
    place: Place,
}

impl Named {
    fn new(name: impl Into<String>, path: &Path) -> anyhow::Result<Self> {
        let name = name.into();
        let place = Place::of(path).with_context(|| format!("{name} = {}", path.display()))?;
        Ok(Self { name, place })
    }
}

/// Refuses settings by which one folder would be written or removed through another.
pub fn check(config: &Config) -> anyhow::Result<()> {
    check_all(config).map_err(wrong::refusal)
}

/// Refuses a data folder that is a file: every command works with it.
pub fn check_data(config: &Config) -> anyhow::Result<()> {
    folder(DATA, &config.data).map_err(wrong::refusal)
}

/// Refuses what is there and no folder, nor can be made one.
fn folder(name: &str, path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    match path.metadata() {
        Ok(found) if !found.is_dir() => {
            bail!("{name} = {shown}: this is a file; name a folder, or move the file away")
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            bail!("{name} = {shown}: a part of this path is a file; name a folder that can be made")
        }
        _ => Ok(()),
    }
}

fn check_all(config: &Config) -> anyhow::Result<()> {
    let data = Named::new(DATA, &config.data)?;
    let content = Named::new("--content (CMS_CONTENT)", &config.content)?;
    let templates = Named::new("--templates (CMS_TEMPLATES)", &config.templates)?;
    for inputs in [&content, &templates] {
        // Each save would be seen as a change of the content.
        refuse(&data, inputs, &[Relation::Is, Relation::LiesIn])?;
    }
    refuse(&content, &templates, &[Relation::Is])?;
    check_output(config, DIST, &config.dist)?;
    for (index, target) in config.deploy.deploy_to.iter().enumerate() {
        target::check(target, &config.protected()).context(DEPLOY_TO)?;
        if let target::Target::Bucket(bucket) = target {
            let server = config.deploy.s3.endpoint_of(bucket);
            server.map_err(|error| anyhow::Error::new(error).context(DEPLOY_TO))?;
        }
        for other in &config.deploy.deploy_to[..index] {
            let servers = &config.deploy.s3;
            let buckets = |one: &_, two: &_| servers.overlap(one, two);
            if other.overlaps(target, buckets).context(DEPLOY_TO)? {
                let (one, two) = (other.to_string(), target.to_string());
                return Err(target::TargetError::Twice(one, two)).context(DEPLOY_TO);
            }
        }
    }
    if let Some(originals) = &config.originals.originals {
        let server = config.deploy.s3.endpoint_of(originals);
        server.map_err(|error| anyhow::Error::new(error).context(ORIGINALS))?;
        for site in config.deploy.deploy_to.iter() {
            let apart = config.originals.keep_apart(site, &config.deploy.s3);
            apart.context(ORIGINALS)?;
        }
    }
    if config.deploy.purge.purge.is_some() && config.origin().is_none() {
        bail!("--purge (CMS_PURGE) needs the site's address: --public-url (CMS_PUBLIC_URL)");
    }
    Ok(())
}

/// Refuses a folder to generate into other than `--dist`.
pub fn check_out(config: &Config, out: &Path) -> anyhow::Result<()> {
    check_apart(config, out).map_err(wrong::refusal)
}

fn check_apart(config: &Config, out: &Path) -> anyhow::Result<()> {
    check_output(config, "--out", out)?;
    let (out, dist) = (Named::new("--out", out)?, Named::new(DIST, &config.dist)?);
    refuse(&out, &dist, &ANY)
}

const ANY: [Relation; 3] = [Relation::Is, Relation::LiesIn, Relation::Contains];
const ABOVE: [Relation; 2] = [Relation::Is, Relation::Contains];

/// The generator removes what it does not know from its output.
fn check_output(config: &Config, name: &str, path: &Path) -> anyhow::Result<()> {
    folder(name, path)?;
    let output = Named::new(name, path)?;
    for (ground, path) in place::grounds() {
        refuse(&output, &Named::new(ground, &path)?, &ABOVE)?;
    }
    for (setting, path) in [
        ("--content (CMS_CONTENT)", &config.content),
        ("--templates (CMS_TEMPLATES)", &config.templates),
    ] {
        refuse(&output, &Named::new(setting, path)?, &ANY)?;
    }
    // Inside of it is a good place, but for what is already taken there.
    refuse(&output, &Named::new(DATA, &config.data)?, &ABOVE)?;
    for own in OWN {
        let place = Named::new(format!("{own}/ of {DATA}"), &config.data.join(own))?;
        refuse(&output, &place, &ANY)?;
    }
    match place::of_program() {
        Some(path) => refuse(&output, &Named::new("the program's folder", &path)?, &ABOVE),
        None => Ok(()),
    }
}

fn refuse(one: &Named, other: &Named, relations: &[Relation]) -> anyhow::Result<()> {
    match one.place.relation(&other.place) {
        Some(relation) if relations.contains(&relation) => bail!(
            "{} {relation} {}: {} and {}; give each a folder of its own",
            one.name,
            other.name,
            shown(&one.place),
            shown(&other.place),
        ),
        _ => Ok(()),
    }
}

fn shown(place: &Place) -> String {
    place.path().display().to_string()
}

/// Whether a file of that name in the data folder is the program's own; `backups/` is for everyone.
pub fn is_own(config: &Config, file: &Place) -> std::io::Result<bool> {
    let data = Place::of(&config.data)?;
    let Ok(inside) = file.path().strip_prefix(data.path()) else {
        return Ok(false);
    };
    let parts: Vec<PathBuf> = inside
        .components()
        .map(|part| Path::new(part.as_os_str()).to_owned())
        .collect();
    let first = parts
        .first()
        .map(|part| part.to_string_lossy().into_owned())
        .unwrap_or_default();
    let store = config
        .store_file()
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    Ok(match parts.len() {
        0 => true,
        1 => {
            store.is_some_and(|store| first.starts_with(&store))
                || FILES.contains(&first.as_str())
                || OWN.contains(&first.as_str())
        }
        _ => first == "cache" || first == "deploy",
    })
}
