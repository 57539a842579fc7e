//! Which widths a picture is offered in.

/// The widths wanted of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Spec {
    widths: Vec<u32>,
}

impl Spec {
    /// Widths in pixels; order and repetition do not matter. No usable width means the default ones.
    pub fn new(widths: impl IntoIterator<Item = u32>) -> Self {
        let mut widths: Vec<u32> = widths.into_iter().filter(|w| *w > 0).collect();
        widths.sort_unstable();
        widths.dedup();
        if widths.is_empty() {
            Self::default()
        } else {
            Self { widths }
        }
    }

    /// The widths asked for, ascending.
    pub fn widths(&self) -> &[u32] {
        &self.widths
    }

    /// The widths for a picture this wide: never upscaled. A picture that lies clearly between two steps, or
    /// below the first, keeps its own width as its largest.
    pub fn widths_for(&self, own: u32) -> Vec<u32> {
        let mut fitting: Vec<u32> = self.widths.iter().copied().filter(|w| *w <= own).collect();
        let largest_wanted = self.widths.last().copied().unwrap_or(own);
        let largest = fitting.last().copied().unwrap_or(0);
        let gains = u64::from(own) * 10 > u64::from(largest) * 11;
        if own < largest_wanted && gains {
            fitting.push(own);
        }
        fitting
    }
}

impl Default for Spec {
    fn default() -> Self {
        Self {
            widths: vec![480, 800, 1200],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Spec;

    #[test]
    fn widths_are_never_upscaled() {
        let table: &[(u32, &[u32])] = &[
            (1, &[1]),
            (320, &[320]),
            (480, &[480]),
            (500, &[480]),
            (700, &[480, 700]),
            (1000, &[480, 800, 1000]),
            (1250, &[480, 800, 1200]),
            (1600, &[480, 800, 1200]),
            (4000, &[480, 800, 1200]),
        ];
        for (own, expected) in table {
            assert_eq!(
                Spec::default().widths_for(*own),
                *expected,
                "own width {own}"
            );
        }
    }

    #[test]
    fn widths_are_sorted_and_unique() {
        assert_eq!(Spec::new([800, 0, 96, 800]).widths(), [96, 800]);
        assert_eq!(Spec::new([]), Spec::default());
    }
}
