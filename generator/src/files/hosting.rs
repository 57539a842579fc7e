//! Files for hosts: `_headers` and `_redirects`.

use std::collections::BTreeMap;

use crate::base::Lang;
use crate::pages::Target;
use crate::posts::Category;
use crate::routes::{Alias, Route};

/// `_headers`
pub fn headers() -> String {
    "/*\n\
     \x20 X-Content-Type-Options: nosniff\n\
     \x20 Referrer-Policy: strict-origin-when-cross-origin\n\
     \x20 Content-Security-Policy: frame-ancestors 'none'\n\
     \x20 X-Frame-Options: DENY\n\
     \x20 Cross-Origin-Opener-Policy: same-origin\n\
     \x20 Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=()\n\
     \x20 Strict-Transport-Security: max-age=31536000\n\
     \n\
     /assets/*\n\
     \x20 Cache-Control: public, max-age=31536000, immutable\n\
     \n\
     /media/*\n\
     \x20 Cache-Control: public, max-age=31536000, immutable\n\
     \n\
     /search/*\n\
     \x20 Cache-Control: public, max-age=300\n\
     \x20 X-Robots-Tag: noindex\n"
        .to_owned()
}

/// `_redirects`: the old service addresses lead on, and so do those of posts that went off-line; any other unknown service
/// shows the audit page.
///
/// Known services are named first, because some hosts apply rules before they look for files.
pub fn redirects(moved: &BTreeMap<i64, Target>) -> String {
    let mut rules = String::new();
    for lang in Lang::ALL {
        let target = Route::Service(Category::TaxLegal).path(lang);
        for alias in Alias::ALL {
            let path = Route::Alias(alias).path(lang);
            rules.push_str(&format!(
                "{} {target} 301\n{path} {target} 301\n",
                path.trim_end_matches('/')
            ));
        }
        let services = Route::Services.path(lang);
        rules.push_str(&format!("{services} {services} 200\n"));
        for category in Category::ALL {
            let path = Route::Service(category).path(lang);
            let bare = path.trim_end_matches('/');
            rules.push_str(&format!("{bare} {path} 200\n{path} {path} 200\n"));
        }
        rules.push_str(&format!(
            "{services}* {} 200\n",
            Route::Service(Category::Audit).path(lang)
        ));
    }
    for (id, target) in moved {
        for lang in Lang::ALL {
            let (path, target) = (Route::Post(*id).path(lang), target.href(lang));
            let bare = path.trim_end_matches('/');
            rules.push_str(&format!("{bare} {target} 301\n{path} {target} 301\n"));
        }
    }
    rules
}
