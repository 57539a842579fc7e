//! `/blog/`, its pages and its categories.

use minijinja::Value;
use serde::Serialize;

use super::cards::{CardData, card_origins, card_values};
use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use super::template_value;
use crate::content::model;
use crate::posts::{CardRef, Cards, Category, Counts};
use crate::routes::{PAGE_SIZE, Route, search_path};

/// One page of a list of posts.
#[derive(Debug, Clone, Copy, Hash)]
pub struct BlogList<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Words.
    pub page: &'a Hashed<model::Blog>,
    /// Of one category, or of all.
    pub category: Option<Category>,
    /// From 1.
    pub number: u32,
    /// How many pages the list has.
    pub pages: u32,
    /// For the filter.
    pub counts: Counts,
    /// On top of the first page.
    pub featured: Option<CardRef<'a>>,
    /// Newest first.
    pub posts: Cards<'a, PAGE_SIZE>,
}

#[derive(Serialize)]
struct FilterLink<'a> {
    id: &'a str,
    label: &'a str,
    url: String,
    count: usize,
    active: bool,
}

#[derive(Serialize)]
struct Pagination {
    page: u32,
    pages: u32,
    prev: Option<String>,
    next: Option<String>,
    items: Vec<PageItem>,
}

#[derive(Serialize, Default)]
struct PageItem {
    page: u32,
    url: String,
    current: bool,
    gap: bool,
}

impl BlogList<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let category = self.category.map(|category| frame.category(category));
        let heading = match &category {
            Some(category) => category.label.clone(),
            None => self.page.header.title.clone(),
        };
        minijinja::context! {
            meta => self.meta(),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("blog"),
            page => self.page.value(),
            heading => heading,
            category => template_value(&category),
            categories => template_value(self.filter()),
            featured => template_value(self.featured.map(|card| CardData::new(card, frame))),
            posts => template_value(card_values(&self.posts, frame)),
            pagination => template_value(self.pagination()),
            search_index_url => search_path(frame.lang),
        }
    }

    fn meta(&self) -> Value {
        let frame = self.frame;
        let route = Route::Blog(self.category, self.number);
        let mut meta = MetaFacts::new(frame, "blog_list", "blog", route, &self.page.seo);
        if let Some(category) = self.category {
            let label = frame.category(category).label;
            meta.title = frame.filled("blog.category_title", &[("category", &label)]);
            meta.description = frame.filled("blog.category_description", &[("category", &label)]);
        }
        if self.number > 1 {
            let number = self.number.to_string();
            let values = [("title", meta.title.as_str()), ("n", &number)];
            meta.title = frame.filled("blog.page_title", &values);
        }
        meta.origins = card_origins(self.posts.iter().flatten().chain(&self.featured).copied());
        meta.finish(frame)
    }

    fn filter(&self) -> Vec<FilterLink<'_>> {
        let all = FilterLink {
            id: "all",
            label: &self.page.all_categories,
            url: self.frame.path(Route::Blog(None, 1)),
            count: self.counts.all,
            active: self.category.is_none(),
        };
        let categories = Category::ALL.iter().map(|category| FilterLink {
            id: category.id(),
            label: &self.frame.services[category.index()].title,
            url: self.frame.path(Route::Blog(Some(*category), 1)),
            count: self.counts.by_category[category.index()],
            active: self.category == Some(*category),
        });
        std::iter::once(all).chain(categories).collect()
    }

    fn url(&self, number: u32) -> String {
        self.frame.path(Route::Blog(self.category, number))
    }

    fn pagination(&self) -> Pagination {
        let mut items = Vec::new();
        let mut last = 0;
        for number in window(self.number, self.pages) {
            if number > last + 1 {
                items.push(PageItem {
                    gap: true,
                    ..PageItem::default()
                });
            }
            let current = number == self.number;
            items.push(PageItem {
                page: number,
                url: self.url(number),
                current,
                gap: false,
            });
            last = number;
        }
        Pagination {
            page: self.number,
            pages: self.pages,
            prev: (self.number > 1).then(|| self.url(self.number - 1)),
            next: (self.number < self.pages).then(|| self.url(self.number + 1)),
            items,
        }
    }
}

/// First, last and the neighbours of the current page; a gap of one page is shown as that page.
fn window(current: u32, pages: u32) -> Vec<u32> {
    let shown = |number: u32| number == 1 || number == pages || number.abs_diff(current) <= 1;
    (1..=pages)
        .filter(|number| {
            let lone_gap = *number > 1 && shown(number - 1) && shown(number + 1);
            shown(*number) || lone_gap
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::window;

    #[test]
    fn the_pager_shows_ends_and_neighbours() {
        assert_eq!(window(1, 1), [1]);
        assert_eq!(window(1, 3), [1, 2, 3]);
        assert_eq!(window(1, 10), [1, 2, 10]);
        assert_eq!(window(5, 10), [1, 4, 5, 6, 10]);
        assert_eq!(window(4, 10), [1, 2, 3, 4, 5, 10]);
        assert_eq!(window(10, 10), [1, 9, 10]);
    }
}
