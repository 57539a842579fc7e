//! minijinja, strict: a misspelt variable, key or picture fails with its file and line.

mod functions;
pub mod islands;
pub mod theme;
mod tools;

use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::{
    AutoEscape, Environment, Output, State, UndefinedBehavior, Value, escape_formatter,
};

pub use tools::Tools;

use crate::base::{ByLang, Lang, Problem, Problems};
use crate::render::theme::Theme;
use crate::text::html;

/// Templates of all languages.
#[derive(Debug)]
pub struct Renderer {
    theme: Arc<Theme>,
    environments: ByLang<Environment<'static>>,
}

impl Renderer {
    /// Compiles every template for every language; all syntax errors are reported.
    pub fn new(theme: &Arc<Theme>, tools: &ByLang<Arc<Tools>>) -> Result<Renderer, Problems> {
        let mut problems = Problems::default();
        let environments = tools.map(|lang, tools| {
            let mut environment = environment();
            for (name, source) in &theme.templates {
                if let Err(error) = environment.add_template_owned(name.clone(), unindented(source))
                    && lang == Lang::DEFAULT
                {
                    problems.push(problem_of(&error, theme));
                }
            }
            functions::add_all(&mut environment, tools);
            environment
        });
        if problems.has_errors() {
            problems.sort();
            return Err(problems);
        }
        Ok(Renderer {
            theme: Arc::clone(theme),
            environments,
        })
    }

    /// Renders a template.
    pub fn render(&self, template: &str, lang: Lang, context: Value) -> Result<String, Problem> {
        let environment = self.environments.get(lang);
        environment
            .get_template(template)
            .and_then(|template| template.render(context))
            .map_err(|error| problem_of(&error, &self.theme))
    }
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_debug(true);
    environment.set_formatter(write_value);
    let mut syntax = SyntaxConfig::builder();
    if let Ok(syntax) = syntax.trim_blocks(true).lstrip_blocks(true).build() {
        environment.set_syntax(syntax);
    }
    environment
}

/// A template without the white space its lines begin with: HTML gives it no meaning, and it is a tenth of a page.
/// Lines keep their numbers, and values what they hold.
fn unindented(source: &str) -> String {
    let lines: Vec<_> = source.lines().map(str::trim_start).collect();
    lines.join("\n")
}

/// Text is escaped as everywhere else in the generator (minijinja would escape slashes too).
fn write_value(
    output: &mut Output<'_>,
    state: &mut State<'_, '_>,
    value: &Value,
) -> Result<(), minijinja::Error> {
    match value.as_str() {
        Some(text) if !value.is_safe() && *state.auto_escape() == AutoEscape::Html => output
            .write_str(&html(text))
            .map_err(minijinja::Error::from),
        _ => escape_formatter(output, state, value),
    }
}

/// The innermost error of a chain is where the mistake is; the outer ones only include its template.
fn problem_of(error: &minijinja::Error, theme: &Theme) -> Problem {
    let mut innermost = error;
    let mut next = std::error::Error::source(error);
    while let Some(source) = next {
        if let Some(inner) = source.downcast_ref::<minijinja::Error>() {
            innermost = inner;
        }
        next = source.source();
    }
    let named = if innermost.name().is_some() {
        innermost
    } else {
        error
    };
    let message = match innermost.detail() {
        Some(detail) => format!("{}: {detail}", innermost.kind()),
        None => innermost.kind().to_string(),
    };
    let code = if message.contains("island ") {
        "island"
    } else {
        "template"
    };
    let mut problem = Problem::error(code, message);
    if let Some(name) = named.name() {
        problem = problem
            .in_file(format!("{}/{name}", theme.root))
            .on_line(named.line());
        let source = theme.templates.get(name).zip(named.line());
        if let Some(line) = source.and_then(|(text, line)| text.lines().nth(line.saturating_sub(1)))
        {
            problem = problem.hint(format!("in `{}`", line.trim()));
        }
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::unindented;

    #[test]
    fn indentation_goes_and_lines_stay() {
        let source = "<ul>\n\t<li>a  b</li>\n\n  {% if x %}\n</ul>\n";
        assert_eq!(
            unindented(source),
            "<ul>\n<li>a  b</li>\n\n{% if x %}\n</ul>"
        );
    }
}
