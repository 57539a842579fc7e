//! The breadcrumb, built from the segments of the path, starting with Home.

use serde::Serialize;

use super::chrome::Chrome;
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

/// The breadcrumb of a page; a post's last step is added with [`titled`].
pub fn of_route(chrome: &Chrome, route: Route) -> Vec<Crumb> {
    let mut crumbs = vec![named(chrome, "home", Route::Home)];
    match route {
        Route::Home => {}
        Route::About => crumbs.push(named(chrome, "about", route)),
        Route::Services => crumbs.push(named(chrome, "services", route)),
        Route::Service(id) => {
            crumbs.push(named(chrome, "services", Route::Services));
            crumbs.push(labelled(chrome, &chrome.services[id.index()].short, route));
        }
        Route::Alias(_) => crumbs.push(named(chrome, "services", Route::Services)),
        Route::Blog(category, page) => {
            crumbs.push(named(chrome, "blog", Route::Blog(None, 1)));
            if let Some(category) = category {
                let label = &chrome.services[category.index()].title;
                crumbs.push(labelled(chrome, label, Route::Blog(Some(category), 1)));
            }
            if page > 1 {
                let label = chrome.filled("breadcrumb.page", &[("n", &page.to_string())]);
                crumbs.push(labelled(chrome, &label, route));
            }
        }
        Route::Post(_) => crumbs.push(named(chrome, "blog", Route::Blog(None, 1))),
        Route::Contact => crumbs.push(named(chrome, "contact", route)),
        Route::Faq => crumbs.push(named(chrome, "faq", route)),
        Route::Terms => crumbs.push(named(chrome, "terms", route)),
    }
    crumbs
}

/// A step with a title of its own, which is not changed.
pub fn titled(chrome: &Chrome, title: &str, route: Route) -> Crumb {
    Crumb {
        label: title.to_owned(),
        url: Some(chrome.path(route)),
    }
}

fn named(chrome: &Chrome, key: &str, route: Route) -> Crumb {
    labelled(chrome, chrome.words(&format!("breadcrumb.{key}")), route)
}

fn labelled(chrome: &Chrome, label: &str, route: Route) -> Crumb {
    Crumb {
        label: capitalise(label, chrome.lang),
        url: Some(chrome.path(route)),
    }
}
