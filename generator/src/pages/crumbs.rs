//! The breadcrumb, built from the segments of the path, starting with Home.

use serde::Serialize;

use super::frame::Frame;
use crate::base::Category;
use crate::routes::Route;
use crate::text::capitalise;

/// One step of the breadcrumb.
#[derive(Debug, Clone, Serialize)]
pub struct Crumb {
    /// What people read.
    pub label: String,
    /// Where it leads; none when there is no such page.
    pub url: Option<String>,
}

/// The breadcrumb of a page; the last step of a post and of an author is added with [`titled`].
pub fn of_route(frame: &Frame, route: Route) -> Vec<Crumb> {
    let mut crumbs = vec![named(frame, "home", Route::Home)];
    match route {
        Route::Home => {}
        Route::About => crumbs.push(named(frame, "about", route)),
        Route::Services => crumbs.push(named(frame, "services", route)),
        Route::Service(id) => {
            crumbs.push(named(frame, "services", Route::Services));
            crumbs.push(labelled(frame, frame.service_short_title(id), route));
        }
        Route::Alias(_) => crumbs.push(named(frame, "services", Route::Services)),
        Route::Archive(category, _) => crumbs.extend(of_list(frame, category)),
        Route::Blog(category, page) => {
            crumbs.extend(of_list(frame, category));
            if page > 1 {
                let label = frame.filled("breadcrumb.page", &[("n", &page.to_string())]);
                crumbs.push(labelled(frame, &label, route));
            }
        }
        Route::Post(_) | Route::Named(..) | Route::Author(_) => {
            crumbs.push(named(frame, "blog", Route::Blog(None, 1)))
        }
        Route::Contact => crumbs.push(named(frame, "contact", route)),
        Route::Faq => crumbs.push(named(frame, "faq", route)),
        Route::Terms => crumbs.push(named(frame, "terms", route)),
    }
    crumbs
}

/// A step with a title of its own, which is not changed.
pub fn titled(frame: &Frame, title: &str, route: Route) -> Crumb {
    Crumb {
        label: title.to_owned(),
        url: Some(frame.path(route)),
    }
}

/// The way to a list.
fn of_list(frame: &Frame, category: Option<Category>) -> Vec<Crumb> {
    let mut crumbs = vec![named(frame, "blog", Route::Blog(None, 1))];
    if let Some(category) = category {
        let label = frame.service_title(category);
        crumbs.push(labelled(frame, label, Route::Blog(Some(category), 1)));
    }
    crumbs
}

fn named(frame: &Frame, key: &str, route: Route) -> Crumb {
    labelled(frame, frame.words(&format!("breadcrumb.{key}")), route)
}

/// A step of this name, capitalised as its language does it.
pub fn labelled(frame: &Frame, label: &str, route: Route) -> Crumb {
    Crumb {
        label: capitalise(label, frame.lang),
        url: Some(frame.path(route)),
    }
}
