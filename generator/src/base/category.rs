//! The services of the firm, which are also the blog's categories.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Slug;

/// A service and its category. Which there are, and in which order, `content/` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Category(Slug);

impl Category {
    /// Audit Services, the default of a new post.
    pub const AUDIT: Category = Category(Slug::of("audit"));
    /// Valuation Services.
    pub const VALUATION: Category = Category(Slug::of("valuation"));
    /// Tax and Legal Services, where two old addresses lead.
    pub const TAX_LEGAL: Category = Category(Slug::of("tax-legal"));
    /// Accounting Services.
    pub const ACCOUNTING: Category = Category(Slug::of("accounting"));
    /// Consulting Services.
    pub const CONSULTING: Category = Category(Slug::of("consulting"));
    /// Human Resources Services.
    pub const HR: Category = Category(Slug::of("hr"));
    /// Those of the specification (section 3), in the order of its menus.
    pub const USUAL: [Category; 6] = [
        Category::AUDIT,
        Category::VALUATION,
        Category::TAX_LEGAL,
        Category::CONSULTING,
        Category::ACCOUNTING,
        Category::HR,
    ];

    /// Reads an id; `None` when no service can have it.
    pub fn from_id(id: &str) -> Option<Category> {
        Slug::new(id).map(Category)
    }

    /// The id in addresses, files and the API.
    pub fn id(&self) -> &str {
        self.0.as_str()
    }
}

impl Default for Category {
    fn default() -> Self {
        Category::AUDIT
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Something for each service, in the order of the menus. There is always one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ByService<T>(Vec<(Category, T)>);

impl<T> Default for ByService<T> {
    fn default() -> Self {
        ByService(Vec::new())
    }
}

impl<T> FromIterator<(Category, T)> for ByService<T> {
    fn from_iter<I: IntoIterator<Item = (Category, T)>>(items: I) -> Self {
        ByService(items.into_iter().collect())
    }
}

impl<T> ByService<T> {
    /// That of a service.
    pub fn get(&self, id: Category) -> Option<&T> {
        let found = self.0.iter().find(|(known, _)| *known == id);
        found.map(|(_, value)| value)
    }

    /// That of a service, to change.
    pub fn get_mut(&mut self, id: Category) -> Option<&mut T> {
        let found = self.0.iter_mut().find(|(known, _)| *known == id);
        found.map(|(_, value)| value)
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = (Category, &T)> {
        self.0.iter().map(|(id, value)| (*id, value))
    }

    /// Which services there are.
    pub fn ids(&self) -> impl Iterator<Item = Category> {
        self.0.iter().map(|(id, _)| *id)
    }

    /// Whether there is such a service.
    pub fn has(&self, id: Category) -> bool {
        self.get(id).is_some()
    }

    /// The service itself, or the first of all where there is none of that id (any more).
    pub fn known(&self, id: Category) -> Category {
        if self.has(id) {
            id
        } else {
            self.ids().next().unwrap_or(id)
        }
    }

    /// The same services with something else.
    pub fn map<U>(&self, mut make: impl FnMut(Category, &T) -> U) -> ByService<U> {
        self.iter()
            .map(|(id, value)| (id, make(id, value)))
            .collect()
    }
}
