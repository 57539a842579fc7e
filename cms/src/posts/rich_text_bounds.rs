//! Refuses, in bounded time and memory, texts that would keep a parser busy or make much out of little.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    rc::Rc,
};

use html5ever::{
    Attribute, ExpandedName, ParseOpts, QualName, local_name, ns, parse_fragment,
    tendril::{StrTendril, TendrilSink as _},
    tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
};
use lol_html::{RewriteStrSettings, element, end_tag, html_content::Element, rewrite_str};

use super::is_data;

/// Longest text, in bytes, without its pictures.
pub const MAX_TEXT: usize = 1_000_000;
/// Deepest nesting; editors make a dozen levels at most, a parser's work grows with its square.
const MAX_DEPTH: usize = 200;
/// Most attributes of one element, for the same reason.
const MAX_ATTRIBUTES: usize = 64;
/// Most pictures that come inside of a text: each is examined when it is saved.
const MAX_PICTURES: usize = 200;
/// Most steps of a parser through what stands before tables, when it puts there what may not stand in them: a tenth of a second.
const MAX_STEPS: usize = 200_000_000;
/// How much is parsed until growth is looked at again.
const STEP: usize = 4096;

/// Refuses, in linear time, what would keep the sanitiser busy for long. The code names the reason.
pub fn check(html: &str) -> Result<(), &'static str> {
    let open = Rc::new(RefCell::new(Vec::new()));
    let (mut pictures, mut complex, mut count) = ((0, 0), false, 0_usize);
    let handler = element!("*", |element| {
        count += 1;
        if let Some(bytes) = picture(element) {
            pictures = (pictures.0 + 1, pictures.1 + bytes);
        }
        if element.can_have_content() {
            open.borrow_mut().push(count);
            // Only its own end tag in its own place closes an element: whatever is nested wrongly goes on counting.
            let (open, number, name) = (open.clone(), count, element.tag_name());
            element.on_end_tag(end_tag!(move |end| {
                let mut open = open.borrow_mut();
                if end.name() == name && open.last() == Some(&number) {
                    open.pop();
                }
                Ok(())
            }))?;
        }
        complex |= element.attributes().len() > MAX_ATTRIBUTES
            || open.borrow().len() > MAX_DEPTH
            || pictures.0 > MAX_PICTURES;
        if complex {
            Err("too complex".into())
        } else {
            Ok(())
        }
    });
    let settings = RewriteStrSettings::new().append_element_content_handler(handler);
    if rewrite_str(html, settings).is_err() {
        return Err("too_complex");
    }
    if html.len().saturating_sub(pictures.1) > MAX_TEXT {
        Err("too_long")
    } else {
        Ok(())
    }
}

/// How many bytes of markup a parser may make of a text: three times what is there, since a paragraph may end without
/// saying so and formatting that overlaps is opened again, and a little more for short ones.
pub fn room(html: &str) -> usize {
    html.len().saturating_mul(3).saturating_add(64 * 1024)
}

/// Refuses a text of which a parser would make more than `room` bytes of markup, or for which it would look for places too long.
///
/// Formatting that is left open is opened again in each paragraph: 190 elements and 25,000 paragraphs are 200 KB, and
/// 33 MB when they have been parsed. What may not stand in a table is put before it, and for each such thing the table is
/// looked for among all that stand beside it: a megabyte of breaks in a table took a minute. Nothing is built here, and the
/// parser is stopped as soon as there is too much.
pub fn check_growth(html: &str, room: usize) -> Result<(), &'static str> {
    let (made, steps) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let place = QualName::new(None, ns!(html), local_name!("div"));
    let sink = Meter {
        made: made.clone(),
        steps: steps.clone(),
        placed: Cell::new(0),
    };
    let mut parser = parse_fragment(sink, ParseOpts::default(), place, Vec::new(), false);
    let mut rest = html;
    while !rest.is_empty() {
        let (step, after) = rest.split_at(rest.ceil_char_boundary(STEP));
        parser.process(StrTendril::from(step));
        if made.get() > room || steps.get() > MAX_STEPS {
            return Err("too_complex");
        }
        rest = after;
    }
    Ok(())
}

/// The size of a picture that comes inside of the text.
fn picture(element: &Element<'_, '_>) -> Option<usize> {
    let src = element.get_attribute("src")?;
    is_data(&src).then_some(src.len())
}

/// Counts what a parser makes and keeps nothing of it.
struct Meter {
    made: Rc<Cell<usize>>,
    steps: Rc<Cell<usize>>,
    /// Elements and texts that have a place by now.
    placed: Cell<usize>,
}

impl Meter {
    fn place(&self) -> usize {
        let placed = self.placed.get() + 1;
        self.placed.set(placed);
        placed
    }

    /// Before a sibling, which may be the last of all.
    fn place_before(&self) {
        let steps = self.steps.get().saturating_add(self.place());
        self.steps.set(steps);
    }
}

/// An element, as far as a parser asks about it.
#[derive(Clone)]
struct Made(Rc<QualName>);

impl TreeSink for Meter {
    type Handle = Made;
    type Output = ();
    type ElemName<'a> = ExpandedName<'a>;

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, _: ElementFlags) -> Made {
        let attributes = attrs
            .iter()
            .map(|attribute| attribute.name.local.len() + attribute.value.len() + 4);
        let bytes = 2 * name.local.len() + 5 + attributes.sum::<usize>();
        self.made.set(self.made.get().saturating_add(bytes));
        Made(Rc::new(name))
    }

    fn elem_name<'a>(&'a self, target: &'a Made) -> ExpandedName<'a> {
        target.0.expanded()
    }

    fn same_node(&self, one: &Made, other: &Made) -> bool {
        Rc::ptr_eq(&one.0, &other.0)
    }

    fn get_document(&self) -> Made {
        nameless()
    }

    fn get_template_contents(&self, _: &Made) -> Made {
        nameless()
    }

    fn create_comment(&self, _: StrTendril) -> Made {
        nameless()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Made {
        nameless()
    }

    fn finish(self) {}
    fn parse_error(&self, _: Cow<'static, str>) {}

    fn append(&self, _: &Made, _: NodeOrText<Made>) {
        self.place();
    }

    fn append_based_on_parent_node(&self, _: &Made, _: &Made, _: NodeOrText<Made>) {
        self.place_before();
    }

    fn append_before_sibling(&self, _: &Made, _: NodeOrText<Made>) {
        self.place_before();
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn add_attrs_if_missing(&self, _: &Made, _: Vec<Attribute>) {}
    fn remove_from_parent(&self, _: &Made) {}
    fn reparent_children(&self, _: &Made, _: &Made) {}
}

/// What is not an element.
fn nameless() -> Made {
    Made(Rc::new(QualName::new(None, ns!(), local_name!(""))))
}

#[cfg(test)]
#[path = "rich_text_bounds_tests.rs"]
#[allow(clippy::panic)]
mod tests;
