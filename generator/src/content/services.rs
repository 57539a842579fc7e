//! Which services the firm has, and in which order: a file each, named in `site.toml`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::Sources;
use super::tree::{self, Node, Value};
use crate::base::{Category, Lang, Problem, Problems, Texts};
use crate::routes::Alias;

const KEY: &str = "services";

/// A service as others than pages know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceTitle {
    /// As in addresses.
    pub id: Category,
    /// Its name in full, also that of the blog's category; the Azerbaijani one where a language has none.
    pub title: Texts,
}

/// The services of a content folder in the order of the menus, by what its files say at this moment; what cannot be read is left
/// out. Whether all of it is right, the next generation says.
pub fn services(content: &Path) -> Vec<Category> {
    let site = read(&content.join("site.toml"));
    let folder = content.join(Lang::DEFAULT.code()).join(KEY);
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let names: BTreeSet<Category> = names.filter_map(|name| id_of(&name)).collect();
    let mut services = ordered(named(site.as_ref()), &names);
    services.retain(|id| names.contains(id));
    services
}

/// The same with their names.
pub fn service_titles(content: &Path) -> Vec<ServiceTitle> {
    let title = |lang: Lang, id: Category| {
        let file = read(&content.join(format!("{lang}/{KEY}/{id}.toml")))?;
        match &file.get("title")?.value {
            Value::Text(title) => Some(title.clone()),
            _ => None,
        }
    };
    let languages = super::languages(content).unwrap_or_default();
    let titles = services(content).into_iter().filter_map(|id| {
        let az = title(Lang::DEFAULT, id)?;
        let title = languages.iter().map(|lang| {
            let own = title(lang, id);
            (lang, own.unwrap_or_else(|| az.clone()))
        });
        let title = title.collect();
        Some(ServiceTitle { id, title })
    });
    titles.collect()
}

pub(super) fn read(path: &Path) -> Option<Node> {
    let text = fs::read_to_string(path).ok()?;
    tree::parse(&path.display().to_string(), &text).ok()
}

/// The services in the order of the menus, and what is wrong with their names.
pub fn checked(sources: &Sources, site: Option<&Node>, problems: &mut Problems) -> Vec<Category> {
    let prefix = format!("{}/{KEY}/", Lang::DEFAULT);
    let names = sources.files.keys();
    let names = names.filter_map(|path| id_of(path.strip_prefix(&prefix)?));
    let names: BTreeSet<Category> = names.collect();
    let mut known = BTreeSet::new();
    for item in named(site).into_iter().flatten() {
        let Value::Text(name) = &item.value else {
            continue;
        };
        let (code, message, hint) = match service(name) {
            Some(id) if !names.contains(&id) => {
                let message = format!("it has no file {prefix}{id}.toml");
                let hint = "write it, or take the name out of the list";
                ("unknown-service", message, hint.to_owned())
            }
            Some(id) if known.insert(id) => continue,
            Some(_) => {
                let message = format!("{name:?} is named twice");
                ("duplicate-id", message, "remove one of them".to_owned())
            }
            None => {
                let hint = "small Latin letters, digits and hyphens, 40 at most, and neither tax nor legal";
                let message = format!("{name:?} is no name of a service");
                ("invalid-value", message, hint.to_owned())
            }
        };
        let problem = Problem::error(code, message).key(KEY).hint(hint);
        problems.push(item.place.mark(problem));
    }
    let ordered = ordered(named(site), &names);
    if ordered.is_empty() {
        let file = sources.display(&format!("{prefix}audit.toml"));
        let message = "there is no service; the first of them would stand here";
        problems.push(Problem::error("missing-file", message).in_file(file));
    }
    ordered
}

fn ordered(named: Option<&[Node]>, names: &BTreeSet<Category>) -> Vec<Category> {
    let mut services = Vec::new();
    match named {
        Some(items) => {
            for item in items {
                if let Value::Text(name) = &item.value {
                    services.extend(service(name).filter(|id| !services.contains(id)));
                }
            }
        }
        // Those of the specification, and others by name.
        None => {
            let usual = Category::USUAL.into_iter();
            services.extend(usual.filter(|id| names.contains(id)));
            let others = names.iter().filter(|id| !Category::USUAL.contains(id));
            services.extend(others);
        }
    }
    services
}

fn named(site: Option<&Node>) -> Option<&[Node]> {
    match &site?.get(KEY)?.value {
        Value::Array(items) => Some(items),
        _ => None,
    }
}

fn id_of(file: &str) -> Option<Category> {
    service(file.strip_suffix(".toml")?)
}

/// A name that a service may have: not that of an address which leads on to one.
fn service(name: &str) -> Option<Category> {
    let taken = Alias::ALL.iter().any(|alias| alias.id() == name);
    Category::from_id(name).filter(|_| !taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(names: &[&str]) -> Sources {
        let files = names.iter();
        let files = files.map(|name| (format!("az/services/{name}.toml"), String::new()));
        Sources {
            files: files.collect(),
            ..Sources::default()
        }
    }

    fn found(names: &[&str], site: &str) -> (Vec<String>, Vec<String>) {
        let mut problems = Problems::default();
        let site = tree::parse("site.toml", site).unwrap();
        let services = checked(&sources(names), Some(&site), &mut problems);
        let problems = problems.0.iter();
        (
            services.iter().map(ToString::to_string).collect(),
            problems
                .map(|problem| format!("{} {}", problem.line.unwrap_or(0), problem.code))
                .collect(),
        )
    }

    #[test]
    fn without_an_order_the_usual_ones_come_first() {
        let (services, problems) = found(&["bookkeeping", "hr", "audit", "tax"], "");
        assert_eq!(services, ["audit", "hr", "bookkeeping"]);
        assert_eq!(problems, [""; 0]);
    }

    #[test]
    fn the_order_is_that_of_the_list() {
        let site = "services = ['it-audit', 'audit']";
        let (services, problems) = found(&["audit", "it-audit"], site);
        assert_eq!(services, ["it-audit", "audit"]);
        assert_eq!(problems, [""; 0]);
    }

    #[test]
    fn every_wrong_name_has_its_line() {
        let site = "\nservices = [\n'audit',\n'audit',\n'gone',\n'legal',\n'İT',\n]";
        let (_, problems) = found(&["audit"], site);
        let wrong = [
            "4 duplicate-id",
            "5 unknown-service",
            "6 invalid-value",
            "7 invalid-value",
        ];
        assert_eq!(problems, wrong);
        assert_eq!(found(&[], "").1, ["0 missing-file"]);
    }
}
