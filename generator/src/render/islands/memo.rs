//! Equal (bundle, island, props, prefix) are rendered once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::engine::{self, Limits};
use super::error::IslandError;
use crate::base::Fingerprint;

/// More than any site has; beyond it the memory starts anew.
const REMEMBERED: usize = 8192;

/// What is the same wherever an island has equal props.
#[derive(Debug)]
pub struct Rendered {
    /// What the engine made of them.
    pub markup: String,
    /// What stands beside it.
    pub props: String,
}

/// Renders islands of one bundle and remembers the markup.
#[derive(Debug)]
pub struct Islands {
    source: Arc<str>,
    fingerprint: Fingerprint,
    limits: Limits,
    memo: Mutex<HashMap<Fingerprint, Arc<Rendered>>>,
}

impl Islands {
    /// For a bundle.
    pub fn new(source: Arc<str>, limits: Limits) -> Islands {
        let fingerprint = Fingerprint::of_bytes(source.as_bytes());
        Islands {
            source,
            fingerprint,
            limits,
            memo: Mutex::default(),
        }
    }

    /// The markup of an island, and what `beside` makes of its props.
    pub fn render(
        &self,
        name: &str,
        props: &str,
        prefix: &str,
        beside: impl FnOnce(&str) -> Result<String, IslandError>,
    ) -> Result<Arc<Rendered>, IslandError> {
        let key = Fingerprint::of(&(name, props, prefix));
        if let Some(known) = self.memo().get(&key) {
            return Ok(Arc::clone(known));
        }
        let bundle = (&*self.source, self.fingerprint);
        let rendered = Arc::new(Rendered {
            markup: engine::render(bundle, self.limits, name, props, prefix)?,
            props: beside(props)?,
        });
        let mut memo = self.memo();
        if memo.len() >= REMEMBERED {
            memo.clear();
        }
        memo.insert(key, Arc::clone(&rendered));
        Ok(rendered)
    }

    fn memo(&self) -> std::sync::MutexGuard<'_, HashMap<Fingerprint, Arc<Rendered>>> {
        self.memo.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Props for a message.
pub fn shorten(props: &str) -> String {
    const LIMIT: usize = 200;
    match props.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &props[..end]),
        None => props.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const BUNDLE: &str = r#"
        globalThis.renderIsland = function (name, propsJson, prefix) {
            const props = JSON.parse(propsJson);
            if (name === "Throw") { (function inner() { throw new Error("no " + props.what); })(); }
            if (name === "Loop") { for (;;) {} }
            if (name === "Memory") { const all = []; for (;;) all.push("x".repeat(1e6) + all.length); }
            if (name === "Deep") { const f = (n) => f(n + 1) + 1; return String(f(0)); }
            if (name === "Suspense") { return "<p><!--$!--></p>"; }
            if (name === "Text") { throw "just text"; }
            return "<b id='" + prefix + "'>" + props.what + "</b>";
        };"#;

    fn islands() -> Islands {
        islands_within(Duration::from_secs(60))
    }

    fn islands_within(time: Duration) -> Islands {
        let limits = Limits {
            memory: 32 << 20,
            stack: 1 << 20,
            time,
        };
        Islands::new(BUNDLE.into(), limits)
    }

    fn render(
        islands: &Islands,
        name: &str,
        props: &str,
        prefix: &str,
    ) -> Result<String, IslandError> {
        let rendered = islands.render(name, props, prefix, |_| Ok(String::new()))?;
        Ok(rendered.markup.clone())
    }

    fn on_big_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
        std::thread::Builder::new()
            .stack_size(8 << 20)
            .spawn(run)
            .unwrap()
            .join()
            .unwrap()
    }

    #[test]
    fn a_failing_island_says_what_and_where_and_the_next_one_works() {
        on_big_stack(|| {
            let islands = islands();
            let error = render(&islands, "Throw", r#"{"what":"way"}"#, "p-").unwrap_err();
            assert_eq!(error.message, "no way");
            assert!(error.stack.contains("inner"), "{}", error.stack);
            assert_eq!(
                render(&islands, "Text", "{}", "").unwrap_err().message,
                "just text"
            );
            let html = render(&islands, "Fine", r#"{"what":"ok"}"#, "p-").unwrap();
            assert_eq!(html, "<b id='p-'>ok</b>");
        });
    }

    #[test]
    fn a_runaway_island_is_stopped() {
        on_big_stack(|| {
            let short = islands_within(Duration::from_millis(300));
            let error = render(&short, "Loop", "{}", "").unwrap_err();
            assert!(error.message.contains("interrupted"), "{error}");
            let islands = islands();
            let error = render(&islands, "Memory", "{}", "").unwrap_err();
            assert!(error.message.contains("memory"), "{error}");
            let error = render(&islands, "Deep", "{}", "").unwrap_err();
            assert!(error.message.contains("stack"), "{error}");
            assert!(render(&islands, "Fine", r#"{"what":1}"#, "").is_ok());
        });
    }

    #[test]
    fn the_mark_of_a_failed_suspense_is_an_error() {
        on_big_stack(|| assert!(render(&islands(), "Suspense", "{}", "").is_err()));
    }
}
