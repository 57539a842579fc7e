//! How much there is.

use std::ops::{Add, Sub};

use serde::Serialize;

use crate::routes::Output;

/// How many generated files a site has (without assets and media).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Total {
    /// All of them.
    pub files: usize,
    /// Those that are pages; the others are feeds, sitemap, search data and rules for hosts.
    pub pages: usize,
}

impl Total {
    /// Of these.
    pub fn of<'a>(outputs: impl IntoIterator<Item = &'a Output>) -> Total {
        let outputs = outputs.into_iter();
        outputs.fold(Total::default(), |total, output| {
            total + Total::one(*output)
        })
    }

    /// Of one.
    pub fn one(output: Output) -> Total {
        Total {
            files: 1,
            pages: usize::from(output.is_page()),
        }
    }
}

impl Add for Total {
    type Output = Total;

    fn add(self, other: Total) -> Total {
        Total {
            files: self.files + other.files,
            pages: self.pages + other.pages,
        }
    }
}

impl Sub for Total {
    type Output = Total;

    fn sub(self, other: Total) -> Total {
        Total {
            files: self.files - other.files,
            pages: self.pages - other.pages,
        }
    }
}
