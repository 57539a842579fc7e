//! Letters that elements only draw: exponents, indices and quotation marks. Without them 10<sup>6</sup> would be another figure.

use std::{cell::Cell, rc::Rc};

use lol_html::{
    RewriteStrSettings, element, end_tag, html_content::ContentType, rewrite_str, text,
};

/// Elements that go with their letters left in the text.
pub const DRAWN: &[&str] = &["sup", "sub", "q"];

const PLAIN: &str = "0123456789+-−=()ni";
const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ";
const LOWERED: &str = "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎";

/// The text with the letters themselves. The editor reads what is pasted by the same rule (`raised.ts` of the admin).
pub fn spell(html: String) -> String {
    if !DRAWN.iter().any(|tag| html.contains(&format!("<{tag}>"))) {
        return html;
    }
    let depth = Rc::new(Cell::new(0_usize));
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("q", |quote| {
            let inner = depth.get() % 2 == 1;
            let (opens, closes) = if inner {
                ("‘", "’")
            } else {
                ("“", "”")
            };
            quote.before(opens, ContentType::Text);
            quote.remove_and_keep_content();
            depth.set(depth.get() + 1);
            let depth = depth.clone();
            quote.on_end_tag(end_tag!(move |end| {
                depth.set(depth.get().saturating_sub(1));
                end.after(closes, ContentType::Text);
                Ok(())
            }))?;
            Ok(())
        }))
        .append_element_content_handler(element!("sup, sub", |element| {
            element.remove_and_keep_content();
            Ok(())
        }))
        .append_element_content_handler(text!("sup", |chunk| {
            let raised = at_height(chunk.as_str(), RAISED);
            chunk.set_str(raised);
            Ok(())
        }))
        .append_element_content_handler(text!("sub", |chunk| {
            let lowered = at_height(chunk.as_str(), LOWERED);
            chunk.set_str(lowered);
            Ok(())
        }));
    rewrite_str(&html, settings).unwrap_or_else(|error| {
        // The input is always our own well-formed output.
        tracing::error!(%error, "cannot spell out a sanitised text");
        html
    })
}

/// In letters that are high or low by themselves; as it is where some of it has none (1st, a note's mark in brackets).
fn at_height(text: &str, letters: &str) -> String {
    let high = |letter: char| {
        let at = PLAIN.chars().position(|plain| plain == letter);
        at.and_then(|at| letters.chars().nth(at))
            .or(letter.is_whitespace().then_some(letter))
    };
    let found = text.chars().map(high).collect::<Option<String>>();
    let figures = text.contains(|letter: char| letter.is_ascii_digit());
    found.filter(|_| figures).unwrap_or_else(|| text.to_owned())
}
