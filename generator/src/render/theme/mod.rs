//! `templates/` as it is used: pages, icons, styles, assets, the islands' bundle.

mod assets;
mod css;
mod css_syntax;
mod files;
mod scripts;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use assets::Asset;
pub use files::{SHEET, ThemeFiles};
pub use scripts::{script_tag, scripts_of};
use serde::Deserialize;

use crate::base::{Fingerprint, Problem, Problems};

/// How the site looks.
#[derive(Debug)]
pub struct Theme {
    /// Folder as shown in messages.
    pub root: String,
    /// `pages/home.html` -> source.
    pub templates: BTreeMap<String, String>,
    /// `audit` -> `<svg …>`.
    pub icons: BTreeMap<String, String>,
    /// `fonts/x.woff2` -> its hashed address.
    pub assets: BTreeMap<String, Asset>,
    /// The style sheets by their file: `styles/main.css` of every page, `styles/pages/NAME.css` of some.
    pub styles: BTreeMap<String, Asset>,
    /// The style that stands in every page.
    pub head_style: String,
    /// What pictures for sharing are drawn on.
    pub sheet: Option<String>,
    /// React components of the public pages.
    pub islands: IslandBundle,
    /// Of all that pages are rendered with.
    pub fingerprint: Fingerprint,
}

/// What `npm run build -w islands` made.
#[derive(Debug)]
pub struct IslandBundle {
    /// One script that defines `renderIsland`.
    pub server: Arc<str>,
    /// Identity of the script.
    pub fingerprint: Fingerprint,
    /// Names of the client's files.
    pub manifest: IslandManifest,
    /// The client's files, names hashed by the bundler.
    pub client: BTreeMap<String, Asset>,
}

/// `manifest.json` of the islands.
#[derive(Debug, Clone, Deserialize)]
pub struct IslandManifest {
    /// File of the loader.
    pub loader: String,
    /// Islands by name.
    pub islands: BTreeMap<String, IslandFiles>,
    /// Scripts that stand in the page itself.
    #[serde(default)]
    pub inline: BTreeMap<String, String>,
}

/// Files of one island.
#[derive(Debug, Clone, Deserialize)]
pub struct IslandFiles {
    /// Its own chunk.
    pub src: String,
    /// Names of the props that it reads from its markup when it hydrates.
    #[serde(default)]
    pub reads: Vec<String>,
}

impl Theme {
    /// Makes a theme of the files; pure.
    pub fn new(files: ThemeFiles) -> Result<Theme, Problems> {
        let mut problems = Problems::default();
        let islands = islands(&files, &mut problems);
        let mut assets = BTreeMap::new();
        for (path, bytes) in &files.assets {
            assets.insert(path.clone(), Asset::hashed(path, Arc::clone(bytes)));
        }
        let mut sheets = css::bundles(&files, &assets, &mut problems);
        let head_style = sheets.remove(css::HEAD).unwrap_or_default();
        let styles: BTreeMap<_, _> = sheets
            .into_iter()
            .map(|(path, css)| {
                let sheet = Asset::hashed(&path, css.into_bytes().into());
                (path, sheet)
            })
            .collect();
        let (Some(islands), false) = (islands, problems.has_errors()) else {
            return Err(problems);
        };
        let fingerprint = fingerprint(&files, (&styles, &head_style), &assets, &islands);
        Ok(Theme {
            root: files.root,
            templates: files.templates,
            icons: files.icons,
            assets,
            styles,
            head_style,
            sheet: files.sheet,
            islands,
            fingerprint,
        })
    }

    /// The sheet of every page, or what pages of this name add to it.
    pub fn style_sheet(&self, name: Option<&str>) -> Option<&Asset> {
        self.styles.get(&css::sheet_path(name))
    }

    /// Names of the icons.
    pub fn icon_names(&self) -> BTreeSet<String> {
        self.icons.keys().cloned().collect()
    }

    /// Everything to publish under `/assets/`.
    pub fn published(&self) -> impl Iterator<Item = &Asset> {
        self.assets
            .values()
            .chain(self.styles.values())
            .chain(self.islands.client.values())
    }
}

fn islands(files: &ThemeFiles, problems: &mut Problems) -> Option<IslandBundle> {
    let build = format!("{}/islands/build", files.root);
    let (Some(server), Some(manifest)) = (&files.island_server, &files.island_manifest) else {
        let problem = Problem::error("islands-not-built", "the islands are not built");
        problems.push(
            problem
                .in_file(build)
                .hint("run `npm run build -w islands`"),
        );
        return None;
    };
    let manifest: IslandManifest = match serde_json::from_str(manifest) {
        Ok(manifest) => manifest,
        Err(error) => {
            let problem = Problem::error("islands-manifest", error.to_string());
            let hint = "run `npm run build -w islands`";
            problems.push(problem.in_file(format!("{build}/manifest.json")).hint(hint));
            return None;
        }
    };
    let client: BTreeMap<_, _> = files
        .island_client
        .iter()
        .map(|(name, bytes)| (name.clone(), Asset::named(name, Arc::clone(bytes))))
        .collect();
    let named = manifest
        .islands
        .values()
        .map(|island| &island.src)
        .chain([&manifest.loader]);
    for name in named.filter(|name| !client.contains_key(*name)) {
        let problem = Problem::error("islands-manifest", format!("there is no client/{name}"));
        let hint = "run `npm run build -w islands`";
        problems.push(problem.in_file(format!("{build}/manifest.json")).hint(hint));
    }
    Some(IslandBundle {
        server: server.as_str().into(),
        fingerprint: Fingerprint::of_bytes(server.as_bytes()),
        manifest,
        client,
    })
}

fn fingerprint(
    files: &ThemeFiles,
    (styles, head_style): (&BTreeMap<String, Asset>, &str),
    assets: &BTreeMap<String, Asset>,
    islands: &IslandBundle,
) -> Fingerprint {
    let urls: Vec<_> = assets
        .iter()
        .chain(styles)
        .map(|(path, asset)| (path, &asset.url))
        .collect();
    let client: Vec<_> = islands.client.values().map(|asset| &asset.url).collect();
    Fingerprint::of(&(
        &files.templates,
        &files.icons,
        urls,
        head_style,
        client,
        islands.fingerprint,
        &files.island_manifest,
    ))
}
