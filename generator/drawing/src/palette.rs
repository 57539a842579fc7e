//! 256 colours: those of the sheet, and shades between its ground and each ink.

use std::collections::HashMap;

use resvg::tiny_skia::Pixmap;

/// Shades of an ink beside the ground.
const SHADES: u32 = 31;
/// Colours of a picture.
const MOST: usize = 256;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The colours of a picture.
#[derive(Debug)]
pub struct Palette {
    colours: Vec<Rgb>,
    /// Where the shades of each ink begin.
    inks: Vec<(Rgb, usize)>,
}

impl Palette {
    /// Shades between `ground` and the inks, then the most frequent colours of a drawing; returns the drawing in them as well.
    pub fn new(drawing: &Pixmap, ground: Rgb, inks: &[Rgb]) -> (Palette, Vec<u8>) {
        let mut palette = Palette {
            colours: vec![ground],
            inks: Vec::new(),
        };
        for ink in inks {
            if palette.inks.iter().all(|(known, _)| known != ink) {
                palette.inks.push((*ink, palette.colours.len()));
                let shades = (1..=SHADES).map(|shade| mixed(ground, *ink, shade));
                palette.colours.extend(shades);
            }
        }
        let pixels = drawing.pixels().iter();
        let pixels: Vec<Rgb> = pixels
            .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
            .collect();
        // Most of a sheet is of one colour: a run is looked up once.
        let runs = || {
            pixels
                .chunk_by(PartialEq::eq)
                .filter_map(|run| Some((*run.first()?, run.len())))
        };
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        for (pixel, count) in runs() {
            *counts.entry(pixel).or_default() += count;
        }
        counts.remove(&ground);
        let mut often: Vec<(Rgb, usize)> =
            counts.iter().map(|(rgb, count)| (*rgb, *count)).collect();
        often.sort_unstable_by_key(|(rgb, count)| (std::cmp::Reverse(*count), *rgb));
        let room = MOST.saturating_sub(palette.colours.len());
        palette
            .colours
            .extend(often.iter().take(room).map(|(rgb, _)| *rgb));
        let mut places: HashMap<Rgb, u8> = HashMap::new();
        let mut indexed = Vec::with_capacity(pixels.len());
        for (pixel, count) in runs() {
            let place = places.entry(pixel);
            let place = *place.or_insert_with(|| palette.nearest(pixel));
            indexed.extend(std::iter::repeat_n(place, count));
        }
        (palette, indexed)
    }

    fn nearest(&self, wanted: Rgb) -> u8 {
        let far = |colour: &Rgb| -> u32 {
            let parts = colour.iter().zip(wanted);
            parts.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let places = self.colours.iter().enumerate();
        let place = places.min_by_key(|(_, colour)| far(colour));
        place.map_or(0, |(place, _)| u8::try_from(place).unwrap_or(0))
    }

    /// The place of an ink's shade: 0 is the ground, 255 the ink.
    pub fn shade(&self, ink: Rgb, coverage: u8) -> Option<u8> {
        let shade = (u32::from(coverage) * SHADES + 127) / 255;
        let (_, first) = self.inks.iter().find(|(known, _)| *known == ink)?;
        let place = first + usize::try_from(shade.checked_sub(1)?).ok()?;
        u8::try_from(place).ok()
    }

    /// As PNG wants it.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }
}

fn mixed(ground: Rgb, ink: Rgb, shade: u32) -> Rgb {
    std::array::from_fn(|part| {
        let (from, to) = (u32::from(ground[part]), u32::from(ink[part]));
        let mixed = (from * (SHADES - shade) + to * shade + SHADES / 2) / SHADES;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    })
}
