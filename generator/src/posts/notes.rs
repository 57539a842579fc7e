//! What is said of a stored picture wherever a post shows it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::Texts;

/// Texts and focal point of a picture. Blank texts of other languages fall back to the Azerbaijani ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PictureNote {
    /// What it shows, for those who do not see it.
    pub alt: Texts,
    /// Stands below it in a text.
    pub caption: Texts,
    /// What crops keep.
    pub focus: Focus,
}

/// Notes by the picture's number.
pub type PictureNotes = BTreeMap<i64, PictureNote>;

/// A point of a picture, in per cent of its width and height from the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Focus {
    /// From the left, 0 to 100.
    pub x: u8,
    /// From the top, 0 to 100.
    pub y: u8,
}

impl Default for Focus {
    fn default() -> Self {
        Focus { x: 50, y: 50 }
    }
}

impl Focus {
    /// Classes of an `<img>` that is cropped, none for the middle: the policy allows no `style`, so there is one for each
    /// quarter (`styles/components/focus.css`), which every visitor loads.
    pub fn class(self) -> Option<String> {
        let quarter = |per_cent: u8| (u16::from(per_cent) * 4 + 50) / 100;
        let (x, y) = (quarter(self.x), quarter(self.y));
        ((x, y) != (2, 2)).then(|| format!("focus focus-x{x} focus-y{y}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_the_nearest_quarter_and_the_middle_nothing() {
        assert_eq!(Focus::default().class(), None);
        assert_eq!(Focus { x: 38, y: 62 }.class(), None);
        let class = |x, y| Focus { x, y }.class().unwrap();
        assert_eq!(class(0, 100), "focus focus-x0 focus-y4");
        assert_eq!(class(12, 50), "focus focus-x0 focus-y2");
        assert_eq!(class(13, 88), "focus focus-x1 focus-y4");
    }
}
