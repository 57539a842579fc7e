//! From sources to [`Content`]: parse, merge languages, fill facts, type, check.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::facts::Facts;
use super::tree::{self, Node, Value, push_key};
use super::typed::typed;
use super::{Content, Sources, Words, authors, languages, merge, model, rules, services};
use crate::base::{ByLang, ByService, Category, Lang, Languages, Problem, Problems, Severity};
use crate::routes::AuthorId;

const PAGES: [&str; 7] = [
    "home",
    "about",
    "services",
    "blog",
    "contact",
    "faq",
    "not_found",
];
const SITE: &str = "site.toml";
const FIRM: &str = "firm.toml";
const REDIRECTS: &str = "redirects.toml";
const TERMS: &str = "en/pages/terms.toml";

type Trees = BTreeMap<(Option<Lang>, String), Node>;

/// Checks all of `content/` and makes it typed; warnings come with the value, errors with everything else.
pub fn assemble(sources: &Sources) -> Result<(Content, Vec<Problem>), Problems> {
    let mut loader = Loader {
        sources,
        problems: Problems::default(),
        parsed: BTreeMap::new(),
        languages: Languages::USUAL,
        services: Vec::new(),
    };
    loader.parse_all();
    let site = loader.parsed.get(SITE);
    loader.languages = languages::checked(site, &mut loader.problems);
    loader.services = services::checked(sources, site, &mut loader.problems);
    // Without it nobody knows which languages and services have files.
    if site.is_some() {
        loader.check_names();
    }
    let content = loader.content();
    let mut problems = loader.problems;
    if let Some(content) = &content {
        rules::check(content, &mut problems);
    }
    problems.unique();
    merge::forget_unread(&mut problems);
    match content {
        Some(content) => problems.finish(content),
        None => {
            problems.sort();
            Err(problems)
        }
    }
}

struct Loader<'a> {
    sources: &'a Sources,
    problems: Problems,
    parsed: BTreeMap<String, Node>,
    /// In the order of the switcher.
    languages: Languages,
    /// In the order of the menus.
    services: Vec<Category>,
}

impl Loader<'_> {
    fn parse_all(&mut self) {
        for (path, text) in &self.sources.files {
            match tree::parse(&self.sources.display(path), text) {
                Ok(node) => {
                    self.parsed.insert(path.clone(), node);
                }
                Err(problems) => self.problems.extend(problems),
            }
        }
    }

    /// A file nobody reads is a mistake in its name.
    fn check_names(&mut self) {
        for path in self.sources.files.keys() {
            let expected = authors::id_of(path).is_some()
                || path == SITE
                || path == REDIRECTS
                || path == TERMS
                || self
                    .languages
                    .iter()
                    .any(|lang| self.files().any(|file| *path == format!("{lang}/{file}")));
            if !expected {
                let problem = Problem::error("unknown-file", "nothing reads this file");
                let folder = path.split('/').next().and_then(Lang::from_code);
                let hint = if folder.is_some_and(|lang| !self.languages.has(lang)) {
                    "the languages of the site are named in site.toml".to_owned()
                } else if path.contains("/services/") {
                    "services are named in site.toml, and have a file in az/services/".to_owned()
                } else if path.starts_with(authors::FOLDER) {
                    let example = "authors/ayten-selimli.toml";
                    format!("small Latin letters, digits and hyphens, 40 at most: {example}")
                } else {
                    "see content/README.md for the names".to_owned()
                };
                self.problems
                    .push(problem.in_file(self.sources.display(path)).hint(hint));
            }
        }
    }

    fn content(&mut self) -> Option<Content> {
        let site = self.required(SITE)?;
        let mut trees = BTreeMap::new();
        let words = ByLang::try_of(self.languages, |lang| {
            let merged = self.merged(lang, &site);
            let words = self.words(&merged, lang);
            trees.extend(
                merged
                    .into_iter()
                    .map(|(file, node)| ((Some(lang), file), node)),
            );
            words
        });
        let terms = self.terms(&site, &trees);
        let site_values = typed(&site, &mut self.problems);
        let authors = self.authors(&site, &mut trees);
        trees.insert((None, SITE.to_owned()), site);
        let redirects = self.redirects(&mut trees);
        Some(Content {
            languages: self.languages,
            site: site_values?,
            words: words?,
            terms: terms?,
            authors: authors?,
            redirects: redirects?.redirects,
            trees,
        })
    }

    /// A file each; none at all is a blog whose authors are names and no more.
    fn authors(
        &mut self,
        site: &Node,
        trees: &mut Trees,
    ) -> Option<BTreeMap<AuthorId, model::Author>> {
        let facts = self.languages.iter();
        let facts: Vec<_> = facts
            .map(|lang| (lang, facts_of(lang, site, trees)))
            .collect();
        let mut authors = BTreeMap::new();
        let mut whole = true;
        for path in self.sources.files.keys() {
            let (Some(id), Some(node)) = (authors::id_of(path), self.parsed.get(path)) else {
                continue;
            };
            let mut node = node.clone();
            for (lang, facts) in &facts {
                if let Some(words) = node.get_mut(lang.code()) {
                    facts.fill_below(words, lang.code(), &mut self.problems);
                }
            }
            let author = authors::author(&node, self.languages, &mut self.problems);
            let Some(author) = author else {
                whole = false;
                continue;
            };
            for lang in self
                .languages
                .iter()
                .filter(|lang| node.get(lang.code()).is_none())
            {
                let message = "these texts are missing; the Azerbaijani ones are shown instead";
                let problem = Problem::warning("missing-translation", message);
                self.problems
                    .push(node.place.mark(problem).key(lang.code()));
            }
            trees.insert((None, path.clone()), node);
            authors.insert(id, author);
        }
        whole.then_some(authors)
    }

    /// No file is no old address.
    fn redirects(&mut self, trees: &mut Trees) -> Option<model::Redirects> {
        if !self.sources.files.contains_key(REDIRECTS) {
            return Some(model::Redirects::default());
        }
        let node = self.parsed.get(REDIRECTS)?.clone();
        let redirects = typed(&node, &mut self.problems);
        trees.insert((None, REDIRECTS.to_owned()), node);
        redirects
    }

    fn required(&mut self, path: &str) -> Option<Node> {
        if let Some(node) = self.parsed.get(path) {
            return Some(node.clone());
        }
        if !self.sources.files.contains_key(path) {
            let problem = Problem::error("missing-file", "this file is missing");
            self.problems
                .push(problem.in_file(self.sources.display(path)));
        }
        None
    }

    /// Every file of a language, gaps filled from Azerbaijani, facts filled in.
    fn merged(&mut self, lang: Lang, site: &Node) -> BTreeMap<String, Node> {
        let mut merged = BTreeMap::new();
        for file in self.files().collect::<Vec<_>>() {
            let az_path = format!("az/{file}");
            let Some(az) = self.required(&az_path) else {
                continue;
            };
            let own_path = format!("{lang}/{file}");
            let node = if lang == Lang::DEFAULT {
                az
            } else if let Some(own) = self.parsed.get(&own_path) {
                merge::over(&az, own, &mut self.problems)
            } else {
                if !self.sources.files.contains_key(&own_path) {
                    let message = "this file is missing; the Azerbaijani texts are shown instead";
                    let problem = Problem::warning("missing-translation", message);
                    self.problems
                        .push(problem.in_file(self.sources.display(&own_path)));
                }
                az
            };
            merged.insert(file, node);
        }
        self.fill_facts(&mut merged, site);
        merged
    }

    /// Those of each language.
    fn files(&self) -> impl Iterator<Item = String> {
        let services = self.services.iter().map(|id| service_file(*id));
        [FIRM.to_owned(), "ui.toml".to_owned()]
            .into_iter()
            .chain(PAGES.iter().map(|page| format!("pages/{page}.toml")))
            .chain(services)
    }

    fn fill_facts(&mut self, files: &mut BTreeMap<String, Node>, site: &Node) {
        let mut facts = Facts::of_site(site);
        if let Some(firm) = files.get_mut(FIRM) {
            // The firm's texts may use each other: {firm.name} in the copyright line.
            facts.add("firm", firm);
            facts.fill(firm, &mut self.problems);
            facts.add("firm", firm);
        }
        for (file, node) in files.iter_mut() {
            if file != FIRM {
                facts.fill(node, &mut self.problems);
            }
        }
    }

    fn words(&mut self, files: &BTreeMap<String, Node>, lang: Lang) -> Option<Words> {
        let firm = self.typed(files, lang, FIRM);
        let ui = self.ui(files, lang);
        let home = self.typed(files, lang, "pages/home.toml");
        let about = self.typed(files, lang, "pages/about.toml");
        let services = self.typed(files, lang, "pages/services.toml");
        let blog = self.typed(files, lang, "pages/blog.toml");
        let contact = self.typed(files, lang, "pages/contact.toml");
        let faq = self.typed(files, lang, "pages/faq.toml");
        let not_found = self.typed(files, lang, "pages/not_found.toml");
        let ids = self.services.clone().into_iter();
        let service = ids.map(|id| (id, self.typed(files, lang, &service_file(id))));
        let service: Vec<(Category, Option<model::Service>)> = service.collect();
        let service = service.into_iter().map(|(id, words)| Some((id, words?)));
        Some(Words {
            firm: firm?,
            ui: ui?,
            home: home?,
            about: about?,
            services: services?,
            blog: blog?,
            contact: contact?,
            faq: faq?,
            not_found: not_found?,
            service: service.collect::<Option<ByService<_>>>()?,
        })
    }

    fn typed<T: DeserializeOwned>(
        &mut self,
        files: &BTreeMap<String, Node>,
        lang: Lang,
        file: &str,
    ) -> Option<T> {
        let mut found = Problems::default();
        let value = typed(files.get(file)?, &mut found);
        // What is still missing here is missing in Azerbaijani, where it is reported.
        let inherited = |problem: &Problem| lang != Lang::DEFAULT && problem.code == "missing-key";
        self.problems
            .extend(found.0.into_iter().filter(|problem| !inherited(problem)));
        value
    }

    fn ui(
        &mut self,
        files: &BTreeMap<String, Node>,
        lang: Lang,
    ) -> Option<BTreeMap<String, String>> {
        let mut words = BTreeMap::new();
        flatten(
            files.get("ui.toml")?,
            &mut String::new(),
            &mut words,
            &mut self.problems,
        );
        if lang != Lang::DEFAULT {
            let own_path = format!("{lang}/ui.toml");
            if let (Some(az), Some(own)) =
                (self.parsed.get("az/ui.toml"), self.parsed.get(&own_path))
            {
                let problems = &mut self.problems;
                own.each_text(&mut |key, _, place| {
                    if az.lookup(key).is_none() {
                        let problem = Problem::error("unknown-key", "not in the Azerbaijani file");
                        let hint = "add it to az/ui.toml or remove it";
                        problems.push(place.mark(problem).key(key).hint(hint));
                    }
                });
            }
        }
        Some(words)
    }

    /// They are English in every site; one without English calls itself there as in its first language.
    fn terms<T: DeserializeOwned>(&mut self, site: &Node, trees: &Trees) -> Option<T> {
        let mut terms = self.required(TERMS)?;
        let lang = if self.languages.has(Lang::EN) {
            Lang::EN
        } else {
            Lang::DEFAULT
        };
        facts_of(lang, site, trees).fill(&mut terms, &mut self.problems);
        rules::check_terms(&terms, &mut self.problems);
        typed(&terms, &mut self.problems)
    }
}

/// What texts in this language may refer to.
fn facts_of(lang: Lang, site: &Node, trees: &Trees) -> Facts {
    let mut facts = Facts::of_site(site);
    if let Some(firm) = trees.get(&(Some(lang), FIRM.to_owned())) {
        facts.add("firm", firm);
    }
    facts
}

fn service_file(id: Category) -> String {
    format!("services/{id}.toml")
}

fn flatten(
    node: &Node,
    key: &mut String,
    words: &mut BTreeMap<String, String>,
    problems: &mut Problems,
) {
    match &node.value {
        Value::Table(table) => {
            for (name, member) in table {
                let length = key.len();
                push_key(key, name);
                flatten(member, key, words, problems);
                key.truncate(length);
            }
        }
        Value::Text(text) => {
            words.insert(key.clone(), text.clone());
        }
        other => {
            let message = format!("expected text, found {}", other.kind());
            let problem = Problem {
                severity: Severity::Error,
                ..Problem::error("wrong-type", message)
            };
            problems.push(node.place.mark(problem).key(key.as_str()));
        }
    }
}
