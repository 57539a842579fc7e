//! Words at the top of a sanitised text that stand in no block: each run of them is a paragraph, as the editor would make it.

use super::is_blank;

/// Where a block has gone whose words go on in no other. At the top of a text a paragraph ends there; in bold words that went
/// over two blocks it is a line.
pub const END: &str = "<br data-end>";

const VOID: [&str; 3] = ["br", "hr", "img"];
const BLOCKS: [&str; 15] = [
    "blockquote",
    "h1",
    "h2",
    "h3",
    "hr",
    "li",
    "ol",
    "p",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];

/// The text with a paragraph around each such run. What only looks like none (bold around a block) stays as it is, and so
/// do white space and breaks between blocks.
pub fn make(html: String) -> String {
    let mut made = String::with_capacity(html.len() + 64);
    let mut run = String::new();
    let mut rest = html.as_str();
    while !rest.is_empty() {
        let node = Node::first(rest);
        let (text, after) = rest.split_at(node.length);
        match text {
            END => end(&mut run, &mut made),
            _ if node.holds_block => {
                end(&mut run, &mut made);
                made.push_str(&text.replace(END, "<br>"));
            }
            _ => run.push_str(&text.replace(END, "<br>")),
        }
        rest = after;
    }
    end(&mut run, &mut made);
    made
}

fn end(run: &mut String, made: &mut String) {
    if is_blank(run) {
        made.push_str(run);
    } else {
        let words = run.trim_matches([' ', '\t', '\n']);
        let (before, after) = run.split_once(words).unwrap_or_default();
        made.extend([before, "<p>", words, "</p>", after]);
    }
    run.clear();
}

/// Words, or an element with all that is in it.
struct Node {
    length: usize,
    holds_block: bool,
}

impl Node {
    /// The first one of a text that is not empty.
    fn first(html: &str) -> Self {
        let words = html.find('<').unwrap_or(html.len());
        if words > 0 {
            return Self {
                length: words,
                holds_block: false,
            };
        }
        let (mut at, mut depth, mut holds_block) = (0, 0_usize, false);
        while let Some(tag) = Tag::next(html, at) {
            at = tag.end;
            holds_block |= BLOCKS.contains(&tag.name);
            match (tag.closes, VOID.contains(&tag.name)) {
                (true, _) => depth = depth.saturating_sub(1),
                (false, false) => depth += 1,
                (false, true) => {}
            }
            if depth == 0 {
                return Self {
                    length: at,
                    holds_block,
                };
            }
        }
        // Never of our own output, in which every element ends.
        Self {
            length: html.len(),
            holds_block: true,
        }
    }
}

struct Tag<'h> {
    name: &'h str,
    closes: bool,
    /// Where it ends in the text.
    end: usize,
}

impl<'h> Tag<'h> {
    /// The next tag from a place on. In our own output `<` begins one wherever it is not in the value of an attribute, and
    /// values are in double quotes.
    fn next(html: &'h str, from: usize) -> Option<Self> {
        let start = from + html.get(from..)?.find('<')? + 1;
        let inside = html.get(start..)?;
        let mut quoted = false;
        let length = inside.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        })?;
        let tag = inside.get(..length)?;
        let name = tag.strip_prefix('/').unwrap_or(tag);
        Some(Self {
            name: name.split([' ', '/']).next().unwrap_or_default(),
            closes: tag.starts_with('/'),
            end: start + length + 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_between_blocks_become_paragraphs() {
        for (given, expected) in [
            ("a", "<p>a</p>"),
            (
                "a <b>b</b><br>c<img src=\"/x>y.png\"><p>d</p>\n e\n",
                "<p>a <b>b</b><br>c<img src=\"/x>y.png\"></p><p>d</p>\n <p>e</p>\n",
            ),
            (
                "a<br data-end>b<b>c<br data-end>d</b><hr>e",
                "<p>a</p><p>b<b>c<br>d</b></p><hr><p>e</p>",
            ),
            ("<ul><li>a</li></ul>b", "<ul><li>a</li></ul><p>b</p>"),
            (
                "a<b><p>b</p>c<br data-end>d</b>e",
                "<p>a</p><b><p>b</p>c<br>d</b><p>e</p>",
            ),
            ("<p>a</p> <br>\n<p>b</p>", "<p>a</p> <br>\n<p>b</p>"),
            ("<p>a</p><b></b>", "<p>a</p><b></b>"),
            ("a<p>b", "<p>a</p><p>b"),
            ("", ""),
        ] {
            assert_eq!(make(given.into()), expected, "{given}");
        }
    }
}
