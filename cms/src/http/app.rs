//! Everything a handler can reach, opened in the order in which one part needs the other.

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::Context as _;
use generator::{Lang, Languages};
use jiff::Timestamp;
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::{
    config::{Config, wrong},
    http::{
        api::post_answers::Answers, files::dist::Dist, followers::Followers, guests::Guests,
        metrics::Metrics, spool::Room,
    },
    links::Links,
    media::examiner::Examiner,
    messages::{inbox::Inbox, mailer::Mailer},
    net::{Patience, Reach},
    originals::Originals,
    people::{password::Passwords, session::Sessions},
    posts::{looked_at::LookedAt, site::Site},
    publishing::{Publisher, Settings},
    store::{self, Store, languages},
    time::{clock::Clock, timekeeping::Timekeeper},
};

/// Between two tries to open a store that is locked (each waits for the lock, too).
const LOCKED_PAUSE: Duration = Duration::from_millis(500);

/// Pieces of pictures read at a time: fewer than the connections that the store's readers leave.
const PIECES: usize = 3;

/// How long object storage is waited for where somebody waits for a picture.
const SERVING: Patience = Patience {
    connect: Duration::from_secs(3),
    answer: Duration::from_secs(10),
    retries: 1,
    ..Patience::DEFAULT
};

/// The application, shared by all requests.
pub type App = Arc<Parts>;

/// The parts of an [`App`].
#[derive(Debug)]
pub struct Parts {
    /// Settings.
    pub config: Config,
    /// The time.
    pub clock: Clock,
    /// How much time has passed, however the clock is set.
    pub time: Timekeeper,
    /// SQLite.
    pub store: Store,
    /// A random name of this store; part of every entity tag.
    pub store_id: String,
    /// Who is signed in.
    pub sessions: Sessions,
    /// argon2id.
    pub passwords: Passwords,
    /// Where visitors' messages arrive.
    pub inbox: Inbox,
    /// Relays contact messages, when configured.
    pub mailer: Option<Mailer>,
    /// Counts requests.
    pub metrics: Arc<Metrics>,
    /// Wakes who tells webhooks of what was written down for them.
    pub webhooks: Arc<Notify>,
    /// Brings saves to `dist`.
    pub publisher: Arc<Publisher>,
    /// Pictures as they were uploaded.
    pub originals: Originals,
    /// Serves `dist`.
    pub dist: Dist,
    /// Where large answers wait for slow clients.
    pub spool: Room,
    /// Turns to read a piece of a picture from the store; anyone may ask for those.
    pub pieces: Arc<Semaphore>,
    /// Posts, lists of them or one, that are being read.
    pub answers: Answers,
    /// Versions of posts that somebody looks at.
    pub looked_at: LookedAt,
    /// Examines pictures, so many at a time.
    pub examiner: Examiner,
    /// Asks other sites whether links to them still lead somewhere.
    pub links: Links,
    /// Bounds how many pages are made for guests at a time.
    pub guests: Guests,
    /// Bounds how many event streams are open.
    pub followers: Followers,
    /// Fires when the process is asked to stop.
    pub stopping: CancellationToken,
}

impl Parts {
    /// What posts must know of the site. Reads the names of the services from disk, some 0.1 ms: they may have changed just now.
    pub fn site(&self) -> Site {
        Site::of(
            &self.config.content,
            self.publisher.origin(),
            self.languages(),
        )
    }

    /// The languages of the site, by what its content says at this moment; while it cannot be read, those in which it is shown.
    pub fn languages(&self) -> Languages {
        let read = generator::languages(&self.config.content);
        read.or_else(|| self.publisher.languages())
            .unwrap_or_default()
    }

    /// The language of a code, if posts are written in it.
    pub fn written(&self, code: &str) -> Option<Lang> {
        languages::written(code, self.languages())
    }

    /// Now, by both clocks.
    pub fn moment(&self) -> store::Moment {
        store::Moment {
            wall: self.clock.now().as_millisecond(),
            time: self.time.now(),
        }
    }

    /// A moment of the store's time by the machine's clock, which people read: the two differ after a step.
    pub fn for_people(&self, time: i64) -> Timestamp {
        let now = self.moment();
        let wall = now.wall.saturating_add(time.saturating_sub(now.time));
        Timestamp::from_millisecond(wall).unwrap_or_default()
    }
}

/// Opens store, keys and publisher; the publisher starts to generate at once.
pub fn open(config: Config, clock: Clock, watch: bool) -> anyhow::Result<App> {
    let mailer = Mailer::new(&config.mail).map_err(wrong::refusal)?;
    let store = store_when_free(&config.store_file())?;
    let time = Timekeeper::open(&store, clock.clone())?;
    let passwords = Passwords::new(config.password_cost)?;
    let sessions = Sessions::open(
        &config,
        store.clone(),
        passwords.clone(),
        clock.clone(),
        time.clone(),
    )?;
    let store_id = store.read_blocking(|connection| {
        Ok::<_, anyhow::Error>(store::revisions::store_id(connection)?)
    })?;
    let originals = Originals::open(store.clone(), &config, SERVING)?;
    let settings = Settings::new(&config, originals.clone());
    let publisher = Publisher::start(settings, store.clone(), clock.clone())
        .context("cannot start the publisher")?;
    let spool = Room::new(config.cache(), config.limits.spool);
    Ok(Arc::new(Parts {
        inbox: Inbox::new(store.clone(), clock.clone(), time.clone(), mailer.is_some()),
        metrics: Arc::default(),
        webhooks: Arc::default(),
        publisher: Arc::new(publisher),
        originals,
        dist: Dist::new(config.dist.clone(), watch),
        answers: Answers::new(store.clone(), store_id.clone(), spool.clone()),
        looked_at: LookedAt::default(),
        examiner: Examiner::new(config.max_image_bytes()),
        links: Links::new(
            if config.links_private {
                Reach::Anywhere
            } else {
                Reach::Public
            },
            &config.limits,
        )?,
        guests: Guests::default(),
        followers: Followers::new(&config.limits),
        stopping: CancellationToken::new(),
        config,
        clock,
        time,
        store,
        store_id,
        sessions,
        passwords,
        mailer,
        spool,
        pieces: Arc::new(Semaphore::new(PIECES)),
    }))
}

/// Opens the store as soon as no other program keeps it locked: a service that gives up would stay down for what passes
/// by itself. Every other failure needs a hand, and is returned.
fn store_when_free(file: &Path) -> anyhow::Result<Store> {
    loop {
        match Store::open(file) {
            Err(error) if store::is_locked(&error) => {
                tracing::warn!(
                    store = %file.display(),
                    error = format!("{error:#}"),
                    "another program keeps the store locked; trying again"
                );
                std::thread::sleep(LOCKED_PAUSE);
            }
            opened => return opened,
        }
    }
}
