//! Quotes, lines and tables of a sanitised text in the one form they have: at the top of the text, and nothing nested in them.
//!
//! A quote holds paragraphs; a table has one row of header cells, then rows of cells, and cells hold no blocks. A block that
//! goes leaves its words on a line of their own: two figures of a table must not become another one.

use std::{cell::RefCell, rc::Rc};

use lol_html::{
    HandlerResult, RewriteStrSettings, element, end_tag,
    html_content::{ContentType, Element},
    rewrite_str, text,
};

/// Most cells of all tables of a text: far more than a person reads.
const MAX_CELLS: usize = 20_000;

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

impl Open {
    /// Where words may stand.
    fn line(&mut self) -> Option<&mut Line> {
        match self {
            Open::Quote(line) | Open::Cell(line) | Open::Other(line) => Some(line),
            Open::Table { .. } | Open::Row { .. } => None,
        }
    }
}

type Around = Rc<RefCell<Vec<Open>>>;

/// Refuses texts with more cells than a page can carry. The code names the reason.
pub fn check(html: &str) -> Result<(), &'static str> {
    let cells = html.matches("<td>").count() + html.matches("<th>").count();
    (cells <= MAX_CELLS).then_some(()).ok_or("too_complex")
}

/// The text with its quotes, lines and tables in their form; what stands in the wrong place leaves its words.
pub fn arrange(html: String) -> String {
    if !["<blockquote", "<hr", "<t"]
        .iter()
        .any(|tag| html.contains(tag))
    {
        return html;
    }
    let around = Around::default();
    let (open, words) = (around.clone(), around.clone());
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!(
            "h1, h2, h3, p, ul, ol, li, blockquote, hr, table, thead, tbody, tr, th, td",
            |element| block(element, &open)
        ))
        .append_element_content_handler(element!("img", |image| {
            if fills(&around) {
                image.before("<br>", ContentType::Html);
            }
            Ok(())
        }))
        .append_element_content_handler(text!("*", |chunk| {
            if !chunk.as_str().trim().is_empty() && fills(&words) {
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
    let mut open = around.borrow_mut();
    let at_top = open.is_empty();
    let in_quote = matches!(open.first(), Some(Open::Quote(_)));
    let kept = match (name.as_str(), open.last_mut()) {
        ("hr", _) => {
            if !at_top {
                end_line(&mut open);
                element.remove();
            }
            return Ok(());
        }
        // Made anew around the rows.
        ("thead" | "tbody", _) => {
            element.remove_and_keep_content();
            return Ok(());
        }
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
            // What stands behind it begins a line without help.
            if let Some(line) = open.last_mut().and_then(Open::line) {
                *line = Line::default();
            }
            open.push(kept);
        }
        None => {
            end_line(&mut open);
            element.remove_and_keep_content();
        }
    }
    let around = around.clone();
    element.on_end_tag(end_tag!(move |end| {
        let mut open = around.borrow_mut();
        if !is_kept {
            end_line(&mut open);
            return Ok(());
        }
        match open.pop() {
            Some(Open::Row { first: true }) => end.after("</thead>", ContentType::Html),
            Some(Open::Table { rows: 2.. }) => end.before("</tbody>", ContentType::Html),
            _ => {}
        }
        Ok(())
    }))?;
    Ok(())
}

/// Before or behind a block that leaves its words in another.
fn end_line(open: &mut [Open]) {
    if let Some(line) = open.last_mut().and_then(Open::line) {
        line.ended = true;
    }
}

/// Takes note of something to see; whether it begins a new line of its block.
fn fills(around: &Around) -> bool {
    let mut open = around.borrow_mut();
    let Some(line) = open.last_mut().and_then(Open::line) else {
        return false;
    };
    let begins = line.filled && line.ended;
    *line = Line {
        filled: true,
        ended: false,
    };
    begins
}
