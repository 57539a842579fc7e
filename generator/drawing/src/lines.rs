//! Where a title's lines end, and how large it can be.

use icu::segmenter::LineSegmenter;
use icu::segmenter::options::LineBreakOptions;

use crate::DrawingError;
use crate::face::Face;

/// A title as it is set.
#[derive(Debug)]
pub struct Setting {
    /// An em in pixels.
    pub size: f32,
    /// Its lines.
    pub lines: Vec<String>,
}

/// Room for a text.
#[derive(Debug, Clone)]
pub struct Room {
    /// In pixels.
    pub width: f32,
    /// In pixels.
    pub height: f32,
    /// From one baseline to the next, in ems.
    pub leading: f32,
    /// Ems in pixels, largest first; never empty.
    pub sizes: Vec<f32>,
}

/// Sets a text as large as the room allows without a broken word. What is too long at the smallest size ends in an ellipsis.
pub fn fit(text: &str, face: &Face, room: &Room) -> Result<Setting, DrawingError> {
    let pieces = pieces(text, face)?;
    let mut smallest = 1.0;
    for size in &room.sizes {
        smallest = *size;
        let column = room.width / size;
        let fits = pieces.iter().all(|piece| piece.width <= column);
        let lines = wrap(&pieces, column);
        if fits && lines.len() <= room.lines(*size) {
            return Ok(setting(balanced(&pieces, column, lines.len()), *size));
        }
    }
    let column = room.width / smallest;
    let broken = broken(&pieces, column, face)?;
    let mut lines = wrap(&broken, column);
    let most = room.lines(smallest).max(1);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.pop() {
            lines.push(shortened(&last, column, face)?);
        }
    }
    Ok(setting(lines, smallest))
}

impl Room {
    fn lines(&self, size: f32) -> usize {
        // The last line needs no room below it for another one; a quarter of an em for what hangs down.
        let more = (self.height - size * 1.25) / (size * self.leading);
        if more < 0.0 { 0 } else { more as usize + 1 }
    }
}

/// What a line may end after.
#[derive(Debug, Clone)]
struct Piece {
    text: String,
    /// Without the space at its end, in ems.
    width: f32,
    /// That space.
    space: f32,
}

impl Piece {
    fn new(text: &str, face: &Face) -> Result<Piece, DrawingError> {
        let word = text.trim_end_matches(' ');
        let space = if word.len() < text.len() {
            face.set(" ")?.width
        } else {
            0.0
        };
        Ok(Piece {
            text: text.to_owned(),
            width: face.set(word)?.width,
            space,
        })
    }
}

/// The pieces of a text. A word of one letter (Russian «в», «и», English “a”) stays with the word behind it.
fn pieces(text: &str, face: &Face) -> Result<Vec<Piece>, DrawingError> {
    let segmenter = LineSegmenter::new_for_non_complex_scripts(LineBreakOptions::default());
    let ends: Vec<usize> = segmenter.segment_str(text).collect();
    let (mut pieces, mut start) = (Vec::new(), 0);
    for end in ends {
        let word = text[start..end].trim();
        let short = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
        if end > start && !(short && end < text.len()) {
            pieces.push(Piece::new(&text[start..end], face)?);
            start = end;
        }
    }
    Ok(pieces)
}

/// Lines as full as they can be.
fn wrap(pieces: &[Piece], column: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = f32::INFINITY;
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if used + piece.width <= column => {
                line.push_str(&piece.text);
                used += piece.width + piece.space;
            }
            _ => {
                lines.push(piece.text.clone());
                used = piece.width + piece.space;
            }
        }
    }
    lines
}

/// As many lines, of lengths as equal as can be.
fn balanced(pieces: &[Piece], column: f32, count: usize) -> Vec<String> {
    const STEPS: usize = 12;
    let widest = pieces.iter().map(|piece| piece.width);
    let (mut narrow, mut wide) = (widest.fold(0.0, f32::max), column);
    for _ in 0..STEPS {
        let middle = (narrow + wide) / 2.0;
        if wrap(pieces, middle).len() > count {
            narrow = middle
        } else {
            wide = middle
        }
    }
    wrap(pieces, wide)
}

/// Pieces that are wider than a line, cut between letters.
fn broken(pieces: &[Piece], column: f32, face: &Face) -> Result<Vec<Piece>, DrawingError> {
    let mut fitting = Vec::new();
    for piece in pieces {
        if piece.width <= column {
            fitting.push(piece.clone());
            continue;
        }
        let mut rest = piece.text.as_str();
        while !rest.is_empty() {
            let cut = longest(rest, column, face)?;
            fitting.push(Piece::new(&rest[..cut], face)?);
            rest = &rest[cut..];
        }
    }
    Ok(fitting)
}

/// How many bytes of a text fit into a line; at least one letter.
fn longest(text: &str, column: f32, face: &Face) -> Result<usize, DrawingError> {
    let ends = text
        .char_indices()
        .map(|(at, letter)| at + letter.len_utf8());
    let ends: Vec<usize> = ends.collect();
    let (mut fits, mut not) = (0, ends.len());
    while fits + 1 < not {
        let middle = (fits + not) / 2;
        if face.set(&text[..ends[middle]])?.width <= column {
            fits = middle
        } else {
            not = middle
        }
    }
    Ok(ends.get(fits).copied().unwrap_or(text.len()))
}

/// A line that says that there was more.
fn shortened(line: &str, column: f32, face: &Face) -> Result<String, DrawingError> {
    let mark = if face.has('…') { "…" } else { "." };
    let room = column - face.set(mark)?.width;
    let cut = longest(line, room, face)?;
    let kept = line[..cut].trim_end_matches(|letter: char| !letter.is_alphanumeric());
    Ok(format!("{kept}{mark}"))
}

fn setting(lines: Vec<String>, size: f32) -> Setting {
    let lines = lines.into_iter().map(|line| line.trim().to_owned());
    Setting {
        size,
        lines: lines.collect(),
    }
}
