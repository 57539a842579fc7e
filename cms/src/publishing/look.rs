//! Looks for what another program has written into the store: `cms import` and `cms rollback` wake nobody.

use rusqlite::Connection;

use crate::store::{
    hold::{self, Hold},
    revisions,
};

/// What a generation depends on in the store, in one row each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    pub hold: Option<Hold>,
    /// Of the last save.
    pub revision: i64,
}

impl Stand {
    pub fn read(connection: &Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            hold: hold::read(connection)?,
            revision: revisions::read(connection)?.saved,
        })
    }
}

/// The last look.
#[derive(Debug, Default)]
pub struct Look {
    seen: Option<Stand>,
}

impl Look {
    /// Whether the store stands at `now` by no save of ours, the last generation having begun at `ours`. Once for each stand: one that
    /// cannot be read or generated is tried again as any failure is, not at each look.
    pub fn is_news(&mut self, now: Stand, ours: &Stand) -> bool {
        let is_news = now != *ours && self.seen.as_ref() != Some(&now);
        self.seen = Some(now);
        is_news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(revision: i64) -> Stand {
        Stand {
            hold: None,
            revision,
        }
    }

    #[test]
    fn what_another_program_saved_is_news_until_it_is_generated() {
        let mut look = Look::default();
        assert!(!look.is_news(at(1), &at(1)));
        assert!(look.is_news(at(2), &at(1)));
        assert!(!look.is_news(at(2), &at(2)));
        assert!(look.is_news(at(3), &at(2)));
    }

    #[test]
    fn what_cannot_be_generated_is_news_once() {
        let mut look = Look::default();
        // After a panic the posts are forgotten: they are those of no revision.
        assert!(look.is_news(at(7), &at(0)));
        assert!(!look.is_news(at(7), &at(0)));
        assert!(look.is_news(at(8), &at(0)));
    }

    #[test]
    fn an_earlier_publication_that_is_put_in_place_is_news() {
        let held = Stand {
            hold: Some(Hold {
                release: 4,
                since: 0,
                by: "Aygün".into(),
            }),
            revision: 7,
        };
        assert!(Look::default().is_news(held.clone(), &at(7)));
        assert!(Look::default().is_news(at(7), &held));
    }
}
