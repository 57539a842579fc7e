//! `/blog/`, its pages, its archive and its categories.

use minijinja::Value;
use serde::Serialize;

use super::cards::{CardData, card_origins, card_values};
use super::crumbs::labelled;
use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use super::template_value;
use crate::base::Category;
use crate::content::model;
use crate::posts::{CardRef, Cards, ListPage, PAGE_SIZE, Year};
use crate::routes::{COUNTS_PATH, FeedFormat, Route, feed_path, search_path};
use crate::text::PageDate;

/// One page of a list of posts.
#[derive(Debug, Clone, Copy, Hash)]
pub struct BlogList<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Words.
    pub page: &'a Hashed<model::Blog>,
    /// Of one category, or of all.
    pub category: Option<Category>,
    /// Which page.
    pub place: ListPage,
    /// The pages beside it, newer and older.
    pub neighbours: [Option<ListPage>; 2],
    /// Of a numbered page: how many there are, and the newest page of the archive behind them.
    pub ends: Option<(u32, Option<ListPage>)>,
    /// On top of the first page.
    pub featured: Option<CardRef<'a>>,
    /// On the first page: where each year of the list begins.
    pub years: &'a [Year],
    /// Newest first.
    pub posts: Cards<'a, PAGE_SIZE>,
}

#[derive(Serialize)]
struct FilterLink<'a> {
    id: String,
    label: &'a str,
    url: String,
    active: bool,
}

/// A feed that browsers and readers are told of.
#[derive(Serialize)]
struct FeedLink {
    media_type: &'static str,
    title: String,
    url: String,
}

/// A year and where its posts begin: the first of them on a page has it as its name.
#[derive(Serialize)]
struct YearLink {
    year: i16,
    url: String,
}

#[derive(Serialize)]
struct Pagination {
    page: u32,
    pages: u32,
    prev: Option<String>,
    next: Option<String>,
    items: Vec<PageItem>,
    /// First page of the list, newest and oldest page of its archive, if it has one.
    newest: String,
    archive: Option<String>,
    oldest: Option<String>,
    /// The days between which the posts of a page of the archive were published.
    span: Option<String>,
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
            years => template_value(self.years()),
            search_index_url => search_path(frame.lang),
            counts_url => COUNTS_PATH,
            feed => template_value(self.feed()),
        }
    }

    /// The feed that follows this list beside the one that every page names.
    fn feed(&self) -> FeedLink {
        let frame = self.frame;
        let (title, format) = match self.category {
            None => (frame.words("feed.title").to_owned(), FeedFormat::Json),
            Some(category) => {
                let label = frame.category(category).label;
                let title = frame.filled("feed.category_title", &[("category", &label)]);
                (title, FeedFormat::Atom)
            }
        };
        FeedLink {
            media_type: format.media_type(),
            title,
            url: feed_path(frame.lang, self.category, format),
        }
    }

    fn meta(&self) -> Value {
        let frame = self.frame;
        let route = Route::of_list(self.category, self.place);
        let mut meta = MetaFacts::new(frame, "blog_list", "blog", route, &self.page.seo);
        if let Some(category) = self.category {
            let label = frame.category(category).label;
            meta.title = frame.filled("blog.category_title", &[("category", &label)]);
            meta.description = frame.filled("blog.category_description", &[("category", &label)]);
        }
        if let ListPage::Numbered(number @ 2..) = self.place {
            let number = number.to_string();
            let values = [("title", meta.title.as_str()), ("n", &number)];
            meta.title = frame.filled("blog.page_title", &values);
        }
        if let Some(span) = self.span() {
            let values = [("title", meta.title.as_str()), ("span", &span)];
            meta.title = frame.filled("blog.archive_title", &values);
            meta.breadcrumbs.push(labelled(frame, &span, route));
        }
        meta.origins = card_origins(self.posts.iter().flatten().chain(&self.featured).copied());
        meta.finish(frame)
    }

    fn filter(&self) -> Vec<FilterLink<'_>> {
        let all = FilterLink {
            id: "all".to_owned(),
            label: &self.page.all_categories,
            url: self.frame.path(Route::Blog(None, 1)),
            active: self.category.is_none(),
        };
        let services = self.frame.services.iter();
        let categories = services.map(|(category, name)| FilterLink {
            id: category.to_string(),
            label: &name.title,
            url: self.frame.path(Route::Blog(Some(category), 1)),
            active: self.category == Some(category),
        });
        std::iter::once(all).chain(categories).collect()
    }

    fn url(&self, page: ListPage) -> String {
        self.frame.path(Route::of_list(self.category, page))
    }

    /// From the oldest to the newest day of a page of the archive: its number would change with each new post.
    fn span(&self) -> Option<String> {
        if matches!(self.place, ListPage::Numbered(_)) {
            return None;
        }
        let mut dates = self.posts.iter().flatten().map(|card| card.facts().date);
        let newest = dates.next()?;
        let day = |date| PageDate::new(date, self.frame.lang).text;
        let (from, to) = (day(dates.next_back().unwrap_or(newest)), day(newest));
        if from == to {
            return Some(to);
        }
        let values = [("from", from.as_str()), ("to", to.as_str())];
        Some(self.frame.filled("pagination.span", &values))
    }

    /// One year needs no choice.
    fn years(&self) -> Vec<YearLink> {
        let years = self.years.iter().filter(|_| self.years.len() > 1);
        let link = |year: &Year| YearLink {
            year: year.year,
            url: match year.page {
                // The row stands there itself.
                ListPage::Numbered(1) => format!("#{}", year.year),
                page => format!("{}#{}", self.url(page), year.year),
            },
        };
        years.map(link).collect()
    }

    fn pagination(&self) -> Pagination {
        let [newer, older] = self.neighbours.map(|page| page.map(|page| self.url(page)));
        let (pages, archive) = self.ends.unwrap_or((0, None));
        let page = match self.place {
            ListPage::Numbered(number) => number,
            _ => 0,
        };
        let archived = self.ends.is_none() || archive.is_some();
        Pagination {
            page,
            pages,
            prev: newer,
            next: older,
            items: self.items(page, pages),
            newest: self.url(ListPage::Numbered(1)),
            archive: archive.map(|page| self.url(page)),
            oldest: archived.then(|| self.url(ListPage::Oldest)),
            span: self.span(),
        }
    }

    fn items(&self, current: u32, pages: u32) -> Vec<PageItem> {
        let mut items = Vec::new();
        let mut last = 0;
        for number in window(current, pages) {
            if number > last + 1 {
                items.push(PageItem {
                    gap: true,
                    ..PageItem::default()
                });
            }
            items.push(PageItem {
                page: number,
                url: self.url(ListPage::Numbered(number)),
                current: number == current,
                gap: false,
            });
            last = number;
        }
        items
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
