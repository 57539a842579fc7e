//! A face: letters from the files that the site publishes, shaped as browsers do it.

use std::collections::HashSet;
use std::sync::Arc;

use harfrust::font::glyph::outline::{DrawMemory, DrawOptions, PathSink};
use harfrust::{
    Buffer, Direction, Font, GlyphId, Script, ShapeOptions, ShapePlan, ShaperFont, shape,
};
use resvg::tiny_skia::PathBuilder;

use crate::DrawingError;

/// A face in several files, each with some of its letters.
#[derive(Clone)]
pub struct Face {
    parts: Vec<Part>,
    /// Space between letters, in ems.
    tracking: f32,
}

#[derive(Clone)]
struct Part {
    font: Font,
    units: f32,
    letters: HashSet<u32>,
    script: Script,
    /// What the font does in that script; making it costs more than setting a word.
    plan: Arc<ShapePlan>,
}

/// A text on one line. Lengths are in ems.
#[derive(Debug, Default)]
pub struct Run {
    glyphs: Vec<Placed>,
    /// How wide it is.
    pub width: f32,
}

#[derive(Debug)]
struct Placed {
    part: usize,
    glyph: u32,
    x: f32,
    y: f32,
}

impl Face {
    /// A face from files in WOFF2, a letter from the first that has it, at a weight and with space between letters
    /// (in ems).
    pub fn new<'a>(
        files: impl IntoIterator<Item = &'a [u8]>,
        weight: f32,
        tracking: f32,
    ) -> Result<Face, DrawingError> {
        let parts = files.into_iter().map(|bytes| Part::new(bytes, weight));
        let parts: Vec<Part> = parts.collect::<Result<_, _>>()?;
        if parts.is_empty() {
            Err(DrawingError::Face("there is no file of it".into()))
        } else {
            Ok(Face { parts, tracking })
        }
    }

    /// Whether it has a letter.
    pub fn has(&self, letter: char) -> bool {
        self.part_of(letter).is_some()
    }

    fn part_of(&self, letter: char) -> Option<usize> {
        let has = |part: &Part| part.letters.contains(&u32::from(letter));
        self.parts.iter().position(has)
    }

    /// Sets a text on one line. Neighbours from one file are kerned, as in browsers.
    pub fn set(&self, text: &str) -> Result<Run, DrawingError> {
        let mut run = Run::default();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let part = self.part_of(first).unwrap_or(0);
            let same = |letter: char| self.part_of(letter).unwrap_or(0) == part;
            let end = rest.find(|letter| !same(letter)).unwrap_or(rest.len());
            let (own, others) = rest.split_at(end);
            self.append(&mut run, part, own)?;
            rest = others;
        }
        Ok(run)
    }

    fn append(&self, run: &mut Run, part: usize, text: &str) -> Result<(), DrawingError> {
        let Part {
            font,
            units,
            script,
            plan,
            ..
        } = &self.parts[part];
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(Some(*script));
        let options = ShapeOptions::new().plan(Some(plan));
        shape(&ShaperFont::new(font), &mut buffer, options)
            .map_err(|error| DrawingError::Face(error.to_string()))?;
        let placed = buffer.glyph_infos().iter().zip(buffer.glyph_positions());
        for (info, position) in placed {
            run.glyphs.push(Placed {
                part,
                glyph: info.glyph_id,
                x: run.width + position.x_offset as f32 / units,
                y: position.y_offset as f32 / units,
            });
            run.width += position.x_advance as f32 / units + self.tracking;
        }
        Ok(())
    }

    /// Adds a line's outlines to a path: `origin` is where its baseline begins, in pixels, `size` an em.
    pub fn outline(
        &self,
        run: &Run,
        origin: (f32, f32),
        size: f32,
        path: &mut PathBuilder,
    ) -> Result<(), DrawingError> {
        for placed in &run.glyphs {
            let Part { font, units, .. } = &self.parts[placed.part];
            let Some(glyph) = font.outline_glyphs().get(GlyphId::new(placed.glyph)) else {
                continue;
            };
            let mut pen = Pen {
                path,
                scale: size / units,
                x: origin.0 + placed.x * size,
                y: origin.1 - placed.y * size,
            };
            glyph
                .draw(&DrawOptions::new(), DrawMemory::default(), &mut pen)
                .map_err(|error| DrawingError::Face(error.to_string()))?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Face({} files)", self.parts.len())
    }
}

impl Part {
    fn new(woff2: &[u8], weight: f32) -> Result<Part, DrawingError> {
        let bytes = wuff::decompress_woff2(woff2)
            .map_err(|error| DrawingError::Face(format!("{error:?}")))?;
        let font = Font::new(bytes, 0).ok_or_else(|| DrawingError::Face("no font".into()))?;
        let font = font.instance_builder();
        let font = font.variations([("wght", weight)]).build();
        let units = f32::from(font.units_per_em());
        let letters: HashSet<u32> = font
            .charmap()
            .unicodes()
            .map(|(letter, _)| letter)
            .collect();
        let script = if letters.contains(&u32::from('ж')) {
            Script::CYRILLIC
        } else {
            Script::LATIN
        };
        let plan = ShapePlan::new(&font, Direction::LeftToRight, Some(script), None, &[]);
        Ok(Part {
            units,
            letters,
            script,
            plan: Arc::new(plan),
            font,
        })
    }
}

/// Turns an outline in font units, y upwards, into one in pixels, y downwards.
struct Pen<'a> {
    path: &'a mut PathBuilder,
    scale: f32,
    x: f32,
    y: f32,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl PathSink for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let ((cx, cy), (x, y)) = (self.at(cx, cy), self.at(x, y));
        self.path.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let ((ax, ay), (bx, by), (x, y)) = (self.at(ax, ay), self.at(bx, by), self.at(x, y));
        self.path.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
