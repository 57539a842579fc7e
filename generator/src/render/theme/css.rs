//! Few style sheets out of many files: imports in order, addresses of fonts and pictures hashed, minified.

use std::collections::BTreeMap;

use super::css_syntax::mistake;
use super::{Asset, ThemeFiles};
use crate::base::{Problem, Problems};

/// The sheet of every page.
pub const MAIN: &str = "styles/main.css";
/// What stands in every page itself: browsers ask for it before a linked sheet counts.
pub const HEAD: &str = "styles/head.css";
/// Each file in it is a sheet that kinds of pages add to the main one.
const PAGES: &str = "styles/pages/";

/// The style sheets of the site by their file: the one of every page, what stands in each, and what kinds of pages add.
pub fn bundles(
    files: &ThemeFiles,
    assets: &BTreeMap<String, Asset>,
    problems: &mut Problems,
) -> BTreeMap<String, String> {
    let pages = files.styles.keys().filter(|path| path.starts_with(PAGES));
    [MAIN, HEAD]
        .into_iter()
        .chain(pages.map(String::as_str))
        .map(|path| (path.to_owned(), bundle(path, files, assets, problems)))
        .collect()
}

/// The file that the sheet of this name is made of: of no name the main one.
pub fn sheet_path(name: Option<&str>) -> String {
    name.map_or_else(|| MAIN.to_owned(), |name| format!("{PAGES}{name}.css"))
}

fn bundle(
    path: &str,
    files: &ThemeFiles,
    assets: &BTreeMap<String, Asset>,
    problems: &mut Problems,
) -> String {
    let mut bundle = Bundle {
        files,
        assets,
        problems,
        done: Vec::new(),
    };
    let mut css = String::new();
    bundle.add(path, None, &mut css);
    minify(&css)
}

struct Bundle<'a> {
    files: &'a ThemeFiles,
    assets: &'a BTreeMap<String, Asset>,
    problems: &'a mut Problems,
    done: Vec<String>,
}

impl Bundle<'_> {
    fn add(&mut self, path: &str, from: Option<(&str, usize)>, css: &mut String) {
        if self.done.iter().any(|done| done == path) {
            return;
        }
        self.done.push(path.to_owned());
        let Some(source) = self.files.styles.get(path) else {
            let (file, line) = from.map_or((path, None), |(file, line)| (file, Some(line)));
            let problem = Problem::error("missing-style", format!("there is no {path}"));
            self.problems.push(
                problem
                    .in_file(format!("{}/{file}", self.files.root))
                    .on_line(line),
            );
            return;
        };
        if let Some(mistake) = mistake(source) {
            let problem = Problem::error("style-syntax", mistake.what);
            let file = format!("{}/{path}", self.files.root);
            self.problems
                .push(problem.in_file(file).at(mistake.line, mistake.column));
        }
        let source = strip_comments(source);
        for (index, line) in source.lines().enumerate() {
            match import_of(line) {
                Some(target) => self.add(&join(path, target), Some((path, index + 1)), css),
                None => {
                    self.add_line(path, index + 1, line, css);
                    css.push('\n');
                }
            }
        }
    }

    fn add_line(&mut self, path: &str, number: usize, line: &str, css: &mut String) {
        let mut rest = line;
        while let Some(at) = rest.find("url(") {
            let (before, after) = rest.split_at(at + 4);
            css.push_str(before);
            let Some(end) = after.find(')') else {
                rest = after;
                continue;
            };
            let target = after[..end].trim().trim_matches(['"', '\'']);
            css.push_str(&self.rewrite(path, number, target));
            rest = &after[end..];
        }
        css.push_str(rest);
    }

    fn rewrite(&mut self, path: &str, number: usize, target: &str) -> String {
        if target.starts_with('#') {
            return format!("\"{target}\"");
        }
        let (file, fragment) = target.split_at(target.find('#').unwrap_or(target.len()));
        match self.assets.get(&join(path, file)) {
            Some(asset) => format!("\"{}{fragment}\"", asset.url),
            None => {
                let problem = Problem::error("missing-asset", format!("there is no {target}"))
                    .hint("relative to the style sheet, below templates/fonts or templates/images");
                self.problems.push(
                    problem
                        .in_file(format!("{}/{path}", self.files.root))
                        .on_line(Some(number)),
                );
                String::new()
            }
        }
    }
}

fn import_of(line: &str) -> Option<&str> {
    let target = line
        .trim()
        .strip_prefix("@import")?
        .trim()
        .strip_suffix(';')?
        .trim();
    let target = target
        .strip_prefix("url(")
        .and_then(|t| t.strip_suffix(')'))
        .unwrap_or(target);
    Some(target.trim_matches(['"', '\'']))
}

/// `../fonts/x.woff2` seen from `styles/main.css`.
fn join(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Comments become nothing, but their line ends stay, so that messages have the right lines.
fn strip_comments(source: &str) -> String {
    let mut css = String::with_capacity(source.len());
    let mut chars = source.chars().peekable();
    let mut quote = None;
    while let Some(character) = chars.next() {
        match (quote, character) {
            (None, '/') if chars.peek() == Some(&'*') => {
                chars.next();
                let mut last = ' ';
                css.push(' ');
                for inner in chars.by_ref() {
                    if last == '*' && inner == '/' {
                        break;
                    }
                    if inner == '\n' {
                        css.push('\n');
                    }
                    last = inner;
                }
                continue;
            }
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (Some(_), '\\') => {
                css.push(character);
                if let Some(escaped) = chars.next() {
                    css.push(escaped);
                }
                continue;
            }
            _ => {}
        }
        css.push(character);
    }
    css
}

/// Removes white space that means nothing. Strings and custom functions stay as they are.
fn minify(source: &str) -> String {
    let mut css = String::with_capacity(source.len());
    let mut quote = None;
    let mut space = false;
    let mut chars = source.chars();
    while let Some(character) = chars.next() {
        if let Some(open) = quote {
            css.push(character);
            if character == '\\' {
                css.extend(chars.next());
            } else if character == open {
                quote = None;
            }
            continue;
        }
        if character.is_whitespace() {
            space = true;
            continue;
        }
        if std::mem::take(&mut space) && needs_space(css.chars().last(), character) {
            css.push(' ');
        }
        match character {
            '"' | '\'' => quote = Some(character),
            '}' if css.ends_with(';') => {
                css.pop();
            }
            _ => {}
        }
        css.push(character);
    }
    css
}

fn needs_space(before: Option<char>, after: char) -> bool {
    let Some(before) = before else { return false };
    !matches!(before, '{' | '}' | ';' | ',' | ':' | '(')
        && !matches!(after, '{' | '}' | ';' | ',' | ')')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(styles: &[(&str, &str)]) -> (String, Problems) {
        let (mut sheets, problems) = all_bundled(styles);
        (sheets.remove(MAIN).unwrap(), problems)
    }

    fn all_bundled(styles: &[(&str, &str)]) -> (BTreeMap<String, String>, Problems) {
        let files = ThemeFiles {
            root: "templates".into(),
            styles: [(HEAD, "")]
                .iter()
                .chain(styles)
                .map(|(name, css)| ((*name).into(), (*css).into()))
                .collect(),
            ..ThemeFiles::default()
        };
        let font = Asset {
            url: "/assets/x-1.woff2".into(),
            bytes: Vec::new().into(),
        };
        let assets = BTreeMap::from([("fonts/x.woff2".to_owned(), font)]);
        let mut problems = Problems::default();
        (bundles(&files, &assets, &mut problems), problems)
    }

    #[test]
    fn imports_are_inlined_in_order_and_addresses_hashed() {
        let (css, problems) = bundled(&[
            (
                "styles/main.css",
                "@layer a, b;\n@import \"tokens.css\";\n@import 'islands/index.css';\nb { color: red; }",
            ),
            (
                "styles/tokens.css",
                "@font-face { src: url(\"../fonts/x.woff2\") format(\"woff2\"); }",
            ),
            (
                "styles/islands/index.css",
                "/* a\n comment */ a > b , c :hover{ margin : 0 calc(1px + 2px) ; }",
            ),
        ]);
        assert!(problems.is_empty(), "{problems}");
        assert_eq!(
            css,
            "@layer a,b;@font-face{src:url(\"/assets/x-1.woff2\") format(\"woff2\")}a > b,c :hover{margin :0 calc(1px + 2px)}b{color:red}"
        );
    }

    #[test]
    fn pages_have_sheets_of_their_own() {
        let (sheets, problems) = all_bundled(&[
            ("styles/main.css", "@layer a;\n@import \"base.css\";"),
            (
                "styles/head.css",
                "@media all { @view-transition { navigation: auto; } }",
            ),
            ("styles/base.css", "b { color: red }"),
            ("styles/card.css", "i { src: url(\"../fonts/x.woff2\") }"),
            ("styles/pages/blog.css", "@import \"../card.css\";"),
            (
                "styles/pages/post.css",
                "@import \"../card.css\";\np { margin: 0 }",
            ),
        ]);
        assert!(problems.is_empty(), "{problems}");
        let card = "i{src:url(\"/assets/x-1.woff2\")}";
        let expected = [
            (MAIN, "@layer a;b{color:red}".to_owned()),
            (
                HEAD,
                "@media all{@view-transition{navigation:auto}}".to_owned(),
            ),
            ("styles/pages/blog.css", card.to_owned()),
            ("styles/pages/post.css", format!("{card}p{{margin:0}}")),
        ];
        assert_eq!(
            sheets,
            expected.map(|(path, css)| (path.to_owned(), css)).into()
        );
        assert_eq!(sheet_path(None), "styles/main.css");
        assert_eq!(sheet_path(Some("blog")), "styles/pages/blog.css");
    }

    #[test]
    fn a_mistake_in_a_shared_file_is_said_of_that_file() {
        let (_, problems) = all_bundled(&[
            ("styles/main.css", ""),
            ("styles/card.css", "}"),
            (
                "styles/pages/blog.css",
                "@import \"../card.css\";\n@import \"../no.css\";",
            ),
        ]);
        let said = problems.to_string();
        assert!(
            said.contains("templates/styles/card.css:1:1: error"),
            "{said}"
        );
        assert!(
            said.contains("templates/styles/pages/blog.css:2: error: there is no styles/no.css"),
            "{said}"
        );
    }

    #[test]
    fn a_stray_brace_is_not_published_silently() {
        let said = |css: &str| {
            let (_, problems) = bundled(&[("styles/main.css", css)]);
            problems.to_string()
        };
        assert_eq!(
            said("a { color: red }\n@media print { b { margin: 0 } }"),
            ""
        );
        assert_eq!(
            said("a { color: red }\n}\nb { margin: 0 }"),
            "templates/styles/main.css:2:1: error: nothing is open that \"}\" could close"
        );
        assert_eq!(
            said("a { color: red;\n b { margin: 0 }\n"),
            "templates/styles/main.css:1:3: error: \"{\" is not closed"
        );
        assert_eq!(
            said("a { content: \"x\n }"),
            "templates/styles/main.css:1:14: error: a string does not end"
        );
    }

    #[test]
    fn strings_are_left_alone() {
        let (css, _) = bundled(&[(
            "styles/main.css",
            "a::before { content: \"  /* x */ ; \\\"  }\" }",
        )]);
        assert_eq!(css, "a::before{content:\"  /* x */ ; \\\"  }\"}");
    }

    #[test]
    fn what_is_missing_has_its_line() {
        let (_, problems) = bundled(&[(
            "styles/main.css",
            "\n@import 'no.css';\na { src: url(no.png) }\nb { src: url('data:image/svg+xml,<svg/>') }",
        )]);
        let lines: Vec<_> = problems.0.iter().map(ToString::to_string).collect();
        assert_eq!(lines.len(), 3);
        assert!(
            lines[0].starts_with("templates/styles/main.css:2: error: there is no styles/no.css")
        );
        assert!(lines[1].starts_with("templates/styles/main.css:3: error: there is no no.png"));
        // Nor would the pages' policy let data load (`pages/policy.rs`).
        assert!(lines[2].starts_with("templates/styles/main.css:4: error: there is no data:image"));
    }
}
