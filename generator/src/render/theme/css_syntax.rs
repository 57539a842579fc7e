//! Mistakes that browsers repair silently, each in its own way: brackets without a partner, strings without an end.

use cssparser::{ParseError, Parser, Token};

/// What is wrong in a style sheet, and where: line and column from 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Mistake {
    /// In one sentence.
    pub what: String,
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

/// The first mistake of a style sheet.
pub fn mistake(css: &str) -> Option<Mistake> {
    let mut parser = Parser::new(css);
    walk(&mut parser).err()
}

fn walk(parser: &mut Parser<'_>) -> Result<(), Mistake> {
    loop {
        parser.skip_whitespace();
        let place = parser.current_source_location();
        let wrong = |what: String| Mistake {
            what,
            line: place.line as usize + 1,
            column: place.column as usize,
        };
        let Ok(token) = parser.next() else {
            return Ok(());
        };
        let (open, close) = match token {
            Token::CloseCurlyBracket => return Err(wrong(unopened("}"))),
            Token::CloseSquareBracket => return Err(wrong(unopened("]"))),
            Token::CloseParenthesis => return Err(wrong(unopened(")"))),
            Token::BadString(_) => return Err(wrong("a string does not end".into())),
            Token::BadUrl(_) => return Err(wrong("an address cannot be read".into())),
            Token::CurlyBracketBlock => ("{", '}'),
            Token::SquareBracketBlock => ("[", ']'),
            Token::ParenthesisBlock | Token::Function(_) => ("(", ')'),
            _ => continue,
        };
        walk_block(parser, close)?
            .then_some(())
            .ok_or_else(|| wrong(format!("{open:?} is not closed")))?;
    }
}

/// Whether the block that was just opened ends with its bracket, not with the file.
fn walk_block(parser: &mut Parser<'_>, close: char) -> Result<bool, Mistake> {
    let mut inner = Ok(());
    let mut end = parser.position();
    let parsed: Result<(), ParseError<()>> = parser.parse_nested_block(|block| {
        inner = walk(block);
        end = block.position();
        Ok(())
    });
    inner?;
    Ok(parsed.is_ok() && parser.slice_from(end).starts_with(close))
}

fn unopened(bracket: &str) -> String {
    format!("nothing is open that {bracket:?} could close")
}
