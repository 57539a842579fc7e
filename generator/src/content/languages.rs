//! Which languages the site has, and in which order: a folder each, named in `site.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use super::services::read;
use super::tree::{Node, Value};
use crate::base::{Lang, Languages, LanguagesError, Localized, Problem, Problems};

const KEY: &str = "languages";

/// The languages of a content folder by what its `site.toml` says at this moment; those of the specification where it names none.
/// `None` when it cannot be read or names what cannot be right: the next generation says why.
pub fn languages(content: &Path) -> Option<Languages> {
    let site = read(&content.join("site.toml"))?;
    let mut problems = Problems::default();
    let languages = checked(Some(&site), &mut problems);
    (!problems.has_errors()).then_some(languages)
}

/// The languages in the order of the switcher, and what is wrong with them.
pub fn checked(site: Option<&Node>, problems: &mut Problems) -> Languages {
    let list = site.and_then(|site| site.get(KEY));
    let Some(Value::Array(items)) = list.map(|list| &list.value) else {
        return Languages::USUAL;
    };
    let mut wrong = |node: &Node, message: String, hint: &str| {
        let problem = Problem::error("invalid-value", message).key(KEY).hint(hint);
        problems.push(node.place.mark(problem));
    };
    let mut langs = Vec::new();
    for item in items {
        // Of another type it is reported with all types.
        let Value::Text(code) = &item.value else {
            continue;
        };
        match Lang::from_code(code) {
            Some(lang) if langs.contains(&lang) => {
                let message = LanguagesError::Twice(lang).to_string();
                wrong(item, message, "remove one of them");
            }
            Some(lang) => langs.push(lang),
            None => {
                let message = format!("{code:?} is no language that a site can have");
                let hint = "two small letters of ISO 639-1, of a language that is written from left to right";
                wrong(item, message, hint);
            }
        }
    }
    Languages::of_site(&langs).unwrap_or_else(|error| {
        if let Some(list) = list {
            wrong(list, error.to_string(), "like [\"az\", \"en\", \"ru\"]");
        }
        Languages::USUAL
    })
}

/// A table without the tables that are named by a language, and those of the site's; what is said in another one waits for it.
pub fn split(node: &Node, languages: Languages) -> (Node, Localized<Node>) {
    let mut facts = node.clone();
    let mut texts: Localized<Node> = Localized::default();
    if let Value::Table(table) = &mut facts.value {
        let named = table.keys().filter_map(|key| Lang::from_code(key));
        for lang in named.collect::<Vec<_>>() {
            let words = table.remove(lang.code());
            texts.set(lang, words.filter(|_| languages.has(lang)));
        }
    }
    // What is missing there is reported where it should be.
    if !texts.has(Lang::DEFAULT) {
        let empty = Node {
            value: Value::Table(BTreeMap::new()),
            place: node.place.clone(),
        };
        texts.set(Lang::DEFAULT, empty);
    }
    (facts, texts)
}

#[cfg(test)]
mod tests {
    use super::super::tree::parse;
    use super::*;

    fn found(site: &str) -> (Vec<&'static str>, Vec<String>) {
        let mut problems = Problems::default();
        let site = parse("site.toml", site).unwrap();
        let languages = checked(Some(&site), &mut problems);
        let problems = problems.0.iter();
        (
            languages.iter().map(Lang::code).collect(),
            problems
                .map(|problem| format!("{} {}", problem.line.unwrap_or(0), problem.message))
                .collect(),
        )
    }

    #[test]
    fn the_order_is_that_of_the_list() {
        assert_eq!(found(""), (vec!["az", "en", "ru"], Vec::new()));
        let german = found("languages = ['az', 'ru', 'de']");
        assert_eq!(german, (vec!["az", "ru", "de"], Vec::new()));
        assert_eq!(found("languages = ['az']").0, ["az"]);
    }

    #[test]
    fn every_wrong_one_has_its_line() {
        let (languages, problems) = found("\nlanguages = [\n'az',\n'az',\n'ar',\n'German',\n]");
        assert_eq!(languages, ["az"]);
        let wrong = [
            "4 az is named twice",
            "5 \"ar\" is no language that a site can have",
            "6 \"German\" is no language that a site can have",
        ];
        assert_eq!(problems, wrong);
        let (_, problems) = found("languages = ['en', 'az']");
        assert!(
            problems[0].starts_with("1 the first of them is az"),
            "{problems:?}"
        );
        assert_eq!(found("languages = []").1.len(), 1);
    }
}
