//! The sheet: an SVG file that says where texts stand, and drawing on it.

use resvg::tiny_skia::{FillRule, Mask, PathBuilder, Pixmap, Transform};
use resvg::usvg::{Options, Tree, roxmltree};

use crate::face::Face;
use crate::lines::{Room, fit};
use crate::palette::{Palette, Rgb};
use crate::texts::writable;
use crate::{DrawingError, HEIGHT, Texts, WIDTH};

/// From one line of a title to the next, in ems.
const LEADING: f32 = 1.1;

/// What texts are set in.
#[derive(Debug)]
pub struct Faces {
    /// The title and the firm's name.
    pub display: Face,
    /// Everything else.
    pub text: Face,
}

/// A sheet to write on.
#[derive(Debug)]
pub struct Sheet {
    faces: Faces,
    palette: Palette,
    /// The drawing itself, a byte a pixel.
    drawing: Vec<u8>,
    title: Place,
    label: Place,
    name: Place,
}

/// Where a text stands.
#[derive(Debug)]
struct Place {
    x: f32,
    y: f32,
    ink: Rgb,
    room: Room,
}

impl Sheet {
    /// A sheet of an SVG file of 1200 x 630. In its `<defs>` are `<rect>`s with the ids `title`, `label` and `name`, with `fill` (`#rrggbb`)
    /// and the sizes that a text may have, in pixels and largest first, as `data-sizes`. Under all of them the drawing must
    /// have one colour.
    pub fn new(svg: &str, faces: Faces) -> Result<Sheet, DrawingError> {
        let failed = |error: &dyn std::fmt::Display| DrawingError::Sheet(error.to_string());
        let document = roxmltree::Document::parse(svg).map_err(|error| failed(&error))?;
        let options = Options::default();
        let tree = Tree::from_xmltree(&document, &options).map_err(|error| failed(&error))?;
        let size = tree.size().to_int_size();
        if (size.width(), size.height()) != (WIDTH, HEIGHT) {
            return Err(failed(&format!("it is not {WIDTH} x {HEIGHT}")));
        }
        let mut pixmap = Pixmap::new(WIDTH, HEIGHT).ok_or_else(|| failed(&"no memory"))?;
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        if pixmap.pixels().iter().any(|pixel| pixel.alpha() != 255) {
            return Err(failed(&"it is transparent somewhere"));
        }
        let place = |id| Place::of(&document, id, &pixmap);
        let (title, label, name) = (place("title")?, place("label")?, place("name")?);
        let ground = title.0;
        for (id, (colour, _)) in [("label", &label), ("name", &name)] {
            if *colour != ground {
                let message = "stands on another colour than the title".into();
                return Err(DrawingError::Place { id, message });
            }
        }
        let (title, label, name) = (title.1, label.1, name.1);
        let (palette, drawing) = Palette::new(&pixmap, ground, &[title.ink, label.ink, name.ink]);
        Ok(Sheet {
            faces,
            palette,
            drawing,
            title,
            label,
            name,
        })
    }

    /// The picture with these texts, as PNG.
    pub fn draw(&self, texts: &Texts) -> Result<Vec<u8>, DrawingError> {
        let mut pixels = self.drawing.clone();
        let Faces { display, text } = &self.faces;
        self.write(&mut pixels, &self.title, display, &texts.title)?;
        self.write(&mut pixels, &self.label, text, &texts.label)?;
        self.write(&mut pixels, &self.name, display, &texts.name)?;
        self.encode(&pixels)
    }

    fn write(
        &self,
        pixels: &mut [u8],
        place: &Place,
        face: &Face,
        text: &str,
    ) -> Result<(), DrawingError> {
        let setting = fit(&writable(text, face)?, face, &place.room)?;
        let mut path = PathBuilder::new();
        let step = setting.size * LEADING;
        for (number, line) in setting.lines.iter().enumerate() {
            // The first baseline is one em below the top.
            let baseline = setting.size + step * number as f32;
            face.outline(&face.set(line)?, (0.0, baseline), setting.size, &mut path)?;
        }
        let (width, height) = (place.room.width as u32, place.room.height as u32);
        let (Some(path), Some(mut mask)) = (path.finish(), Mask::new(width, height)) else {
            // Nothing to write.
            return Ok(());
        };
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
        let (left, top) = (place.x as usize, place.y as usize);
        let shades: Vec<Option<u8>> = (0..=u8::MAX)
            .map(|coverage| self.palette.shade(place.ink, coverage))
            .collect();
        let rows = mask.data().chunks_exact(width as usize);
        for (row, coverages) in rows.enumerate() {
            let start = (top + row) * WIDTH as usize + left;
            let Some(target) = pixels.get_mut(start..start + coverages.len()) else {
                continue;
            };
            for (pixel, coverage) in target.iter_mut().zip(coverages) {
                if let Some(shade) = shades[usize::from(*coverage)] {
                    *pixel = shade;
                }
            }
        }
        Ok(())
    }

    fn encode(&self, pixels: &[u8]) -> Result<Vec<u8>, DrawingError> {
        let failed = |error: png::EncodingError| DrawingError::Encoding(error.to_string());
        let mut bytes = Vec::with_capacity(32 << 10);
        let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.palette.bytes());
        // Neighbours in a palette are no neighbours in colour: filters make it larger.
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_deflate_compression(png::DeflateCompression::Level(COMPRESSION));
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(pixels).map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(bytes)
    }
}

/// Of 1 to 9.
const COMPRESSION: u8 = 4;

impl Place {
    /// A rectangle of the sheet, and the colour of the drawing in it.
    fn of(
        document: &roxmltree::Document<'_>,
        id: &'static str,
        drawing: &Pixmap,
    ) -> Result<(Rgb, Place), DrawingError> {
        let failed = |message: &str| DrawingError::Place {
            id,
            message: message.to_owned(),
        };
        let rect = document
            .descendants()
            .find(|node| node.attribute("id") == Some(id))
            .ok_or_else(|| failed("there is none"))?;
        let number = |name: &str| {
            let value = rect.attribute(name).and_then(|value| value.parse().ok());
            value.ok_or_else(|| failed(&format!("{name} is no number")))
        };
        let (x, y, width, height): (u32, u32, u32, u32) = (
            number("x")?,
            number("y")?,
            number("width")?,
            number("height")?,
        );
        if width == 0 || height == 0 || x + width > WIDTH || y + height > HEIGHT {
            return Err(failed("is not on the sheet"));
        }
        let ink = rect.attribute("fill").and_then(colour);
        let ink = ink.ok_or_else(|| failed("fill is no colour like #f4ecdc"))?;
        let sizes = rect
            .attribute("data-sizes")
            .unwrap_or("")
            .split_whitespace();
        let sizes: Vec<f32> = sizes.filter_map(|size| size.parse().ok()).collect();
        if sizes.is_empty() {
            return Err(failed("data-sizes names no size"));
        }
        let at = |x, y| {
            let pixel = drawing.pixel(x, y);
            pixel.map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        };
        let ground = at(x, y).ok_or_else(|| failed("is not on the sheet"))?;
        let mut all = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y)));
        if !all.all(|(x, y)| at(x, y) == Some(ground)) {
            return Err(failed("the drawing has several colours in it"));
        }
        let place = Place {
            x: x as f32,
            y: y as f32,
            ink,
            room: Room {
                width: width as f32,
                height: height as f32,
                leading: LEADING,
                sizes,
            },
        };
        Ok((ground, place))
    }
}

/// `#f4ecdc`
fn colour(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, rgb @ ..] = number.to_be_bytes();
    Some(rgb)
}
