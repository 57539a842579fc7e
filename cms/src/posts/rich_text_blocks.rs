//! Quotes, lines and tables of a sanitised text in the one form they have: at the top of the text, and nothing nested in them.
//!
//! A quote holds paragraphs; a table has one row of header cells, then rows of cells, and cells hold no blocks. A block that
//! goes leaves its words on a line of their own, also one that the editor does not know: two figures of a table, or of two
//! lines of another program, must not become another one.

use std::{cell::RefCell, rc::Rc};

use lol_html::{
    HandlerResult, RewriteStrSettings, doc_text, element, end_tag,
    html_content::{ContentType, Element},
    rewrite_str,
};

/// Most cells of all tables of a text: far more than a person reads.
const MAX_CELLS: usize = 20_000;

/// Blocks of other editors and programs. They go, and stay only until here: what follows on them is another line.
pub const GONE: &[&str] = &[
    "address",
    "article",
    "aside",
    "center",
    "dd",
    "details",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hgroup",
    "legend",
    "main",
    "menu",
    "nav",
    "pre",
    "section",
    "summary",
];

/// What is open around the place where the rewriter is, of what decides about blocks.
enum Open {
    Quote(Line),
    Table { rows: usize },
    Row { first: bool },
    Cell(Line),
    Other(Line),
}

/// What of the line is known that the words of a block have come to.
#[derive(Default)]
struct Line {
    filled: bool,
    /// A block has gone since.
    ended: bool,
}

/// Where the rewriter is.
#[derive(Default)]
struct Place {
    open: Vec<Open>,
    /// Of words that stand in no block.
    top: Line,
}

impl Place {
    /// Where words may stand.
    fn line(&mut self) -> Option<&mut Line> {
        match self.open.last_mut() {
            Some(Open::Quote(line) | Open::Cell(line) | Open::Other(line)) => Some(line),
            Some(Open::Table { .. } | Open::Row { .. }) => None,
            None => Some(&mut self.top),
        }
    }

    /// What follows begins a line without help.
    fn begin_line(&mut self) {
        if let Some(line) = self.line() {
            *line = Line::default();
        }
    }

    /// Before or behind a block that leaves its words in another.
    fn end_line(&mut self) {
        if let Some(line) = self.line() {
            line.ended = true;
        }
    }

    /// Takes note of something to see; whether it begins a new line of its block.
    fn fills(&mut self) -> bool {
        let Some(line) = self.line() else {
            return false;
        };
        let begins = line.filled && line.ended;
        *line = Line {
            filled: true,
            ended: false,
        };
        begins
    }
}

type Around = Rc<RefCell<Place>>;

/// Refuses texts with more cells than a page can carry. The code names the reason.
pub fn check(html: &str) -> Result<(), &'static str> {
    let cells = html.matches("<td>").count() + html.matches("<th>").count();
    (cells <= MAX_CELLS).then_some(()).ok_or("too_complex")
}

/// The text with its quotes, lines and tables in their form; what stands in the wrong place leaves its words.
pub fn arrange(html: String) -> String {
    let known = ["blockquote", "hr", "t"];
    let mut tags = known.iter().chain(GONE);
    if !tags.any(|tag| html.contains(&format!("<{tag}"))) {
        return html;
    }
    let around = Around::default();
    let (open, breaks, words) = (around.clone(), around.clone(), around.clone());
    let blocks = "h1, h2, h3, p, ul, ol, li, blockquote, hr, table, thead, tbody, tr, th, td";
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!(
            format!("{blocks}, {}", GONE.join(", ")),
            |element| block(element, &open)
        ))
        .append_element_content_handler(element!("img", |image| {
            if around.borrow_mut().fills() {
                image.before("<br>", ContentType::Html);
            }
            Ok(())
        }))
        .append_element_content_handler(element!("br", |_| {
            breaks.borrow_mut().begin_line();
            Ok(())
        }))
        .append_document_content_handler(doc_text!(|chunk| {
            if !chunk.as_str().trim().is_empty() && words.borrow_mut().fills() {
                chunk.before("<br>", ContentType::Html);
            }
            Ok(())
        }));
    match rewrite_str(&html, settings) {
        Ok(arranged) => arranged
            .replace("<table></table>", "")
            .replace("<blockquote></blockquote>", ""),
        // The input is always our own well-formed output.
        Err(error) => {
            tracing::error!(%error, "cannot arrange a sanitised text");
            html
        }
    }
}

fn block(element: &mut Element<'_, '_>, around: &Around) -> HandlerResult {
    let name = element.tag_name();
    let mut place = around.borrow_mut();
    let in_quote = matches!(place.open.first(), Some(Open::Quote(_)));
    let kept = match (name.as_str(), place.open.last_mut()) {
        ("hr", None) => {
            place.begin_line();
            return Ok(());
        }
        ("hr", Some(_)) => {
            place.end_line();
            element.remove();
            return Ok(());
        }
        // Made anew around the rows.
        ("thead" | "tbody", _) => {
            element.remove_and_keep_content();
            return Ok(());
        }
        (name, _) if GONE.contains(&name) => None,
        ("table", None) => Some(Open::Table { rows: 0 }),
        ("blockquote", None) => Some(Open::Quote(Line::default())),
        ("tr", Some(Open::Table { rows })) => {
            *rows += 1;
            match *rows {
                1 => element.before("<thead>", ContentType::Html),
                2 => element.before("<tbody>", ContentType::Html),
                _ => {}
            }
            Some(Open::Row { first: *rows == 1 })
        }
        ("th" | "td", Some(Open::Row { first })) => {
            element.set_tag_name(if *first { "th" } else { "td" })?;
            Some(Open::Cell(Line::default()))
        }
        ("table" | "blockquote" | "tr" | "th" | "td", _) | (_, Some(Open::Cell(_))) => None,
        ("ul" | "ol", _) if in_quote => None,
        (_, _) if in_quote => {
            element.set_tag_name("p")?;
            Some(Open::Other(Line::default()))
        }
        (_, _) => Some(Open::Other(Line::default())),
    };
    let is_kept = kept.is_some();
    match kept {
        Some(kept) => {
            place.begin_line();
            place.open.push(kept);
        }
        None => {
            place.end_line();
            element.remove_and_keep_content();
        }
    }
    let around = around.clone();
    element.on_end_tag(end_tag!(move |end| {
        let mut place = around.borrow_mut();
        if !is_kept {
            place.end_line();
            return Ok(());
        }
        match place.open.pop() {
            Some(Open::Row { first: true }) => end.after("</thead>", ContentType::Html),
            Some(Open::Table { rows: 2.. }) => end.before("</tbody>", ContentType::Html),
            _ => {}
        }
        Ok(())
    }))?;
    Ok(())
}
