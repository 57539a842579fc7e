//! Whose turn it is to have another site asked. Of all turns nobody takes more than a quarter, and of theirs one site that hangs no
//! more than half: others wait only where four colleagues check at once, or two sites of one's own hang, and then for as long as a
//! question may take.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use url::Url;

/// Sites are asked so many questions at a time, by all who check.
const IN_ALL: usize = 32;
/// By one of them.
const OF_ONE: usize = 8;
/// By one of them, one site.
const OF_ONE_SITE: usize = 4;

/// Who asks, and which site: none for all of them together.
type Asked = (String, Option<String>);

/// Turns of all who check.
#[derive(Debug, Clone)]
pub struct Turns {
    all: Arc<Semaphore>,
    /// Those of who asks now.
    own: Arc<Mutex<HashMap<Asked, Weak<Semaphore>>>>,
}

/// Given back when it is dropped.
#[derive(Debug)]
pub struct Turn {
    _held: [OwnedSemaphorePermit; 3],
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            all: Arc::new(Semaphore::new(IN_ALL)),
            own: Arc::default(),
        }
    }
}

impl Turns {
    /// Waits until it is somebody's turn to ask a site. Who waits takes nothing from others: what is one's own comes first.
    pub async fn take(&self, who: &str, link: &Url) -> Result<Turn, AcquireError> {
        let site = link.origin().ascii_serialization();
        let of_site = self.own(who, Some(site), OF_ONE_SITE);
        let of_site = of_site.acquire_owned().await?;
        let of_one = self.own(who, None, OF_ONE).acquire_owned().await?;
        let of_all = self.all.clone().acquire_owned().await?;
        Ok(Turn {
            _held: [of_site, of_one, of_all],
        })
    }

    fn own(&self, who: &str, site: Option<String>, most: usize) -> Arc<Semaphore> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = (who.to_owned(), site);
        if let Some(turns) = own.get(&asked).and_then(Weak::upgrade) {
            return turns;
        }
        own.retain(|_, turns| turns.strong_count() > 0);
        let turns = Arc::new(Semaphore::new(most));
        own.insert(asked, Arc::downgrade(&turns));
        turns
    }
}
