//! Everything a handler can reach, opened in the order in which one part needs the other.

use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::Context as _;
use imaging::Limits;
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::{
    config::Config,
    http::{api::post_answers::Answers, files::dist::Dist, metrics::Metrics, spool::Room},
    media::uploads,
    messages::{mailer::Mailer, throttle::ContactThrottle},
    people::{keys::Keys, password::Passwords, throttle::Throttle},
    publishing::{Publisher, Settings},
    store::{self, Store},
    time::{clock::Clock, timekeeping::Timekeeper},
};

/// Pictures examined at the same time; decoding one can take hundreds of megabytes.
const UPLOADS: usize = 2;
/// Browsers that can follow the state of the site at the same time.
const FOLLOWERS: usize = 256;

/// Between two tries to open a store that is locked (each waits for the lock, too).
const LOCKED_PAUSE: Duration = Duration::from_millis(500);

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
    /// Keys of tokens.
    pub keys: Keys,
    /// argon2id.
    pub passwords: Passwords,
    /// Counts failed sign-ins.
    pub throttle: Throttle,
    /// Counts contact messages.
    pub contact_throttle: ContactThrottle,
    /// Whether the log has been told that no more messages can be kept.
    pub contact_full: AtomicBool,
    /// Relays contact messages, when configured.
    pub mailer: Option<Mailer>,
    /// Tells the relay that a message came in.
    pub mail_waiting: Arc<Notify>,
    /// Counts requests.
    pub metrics: Metrics,
    /// Brings saves to `dist`.
    pub publisher: Publisher,
    /// Serves `dist`.
    pub dist: Dist,
    /// Where large answers wait for slow clients.
    pub spool: Room,
    /// Posts, lists of them or one, that are being read.
    pub answers: Answers,
    /// Bounds of pictures.
    pub image_limits: Limits,
    /// Bounds how many pictures are examined at once.
    pub upload_gate: Arc<Semaphore>,
    /// Bounds how many event streams are open.
    pub followers: Arc<Semaphore>,
    /// Fires when the process is asked to stop.
    pub stopping: CancellationToken,
}

/// Opens store, keys and publisher; the publisher starts to generate at once.
pub fn open(config: Config, clock: Clock, watch: bool) -> anyhow::Result<App> {
    let mailer = Mailer::new(&config.mail)?;
    let store = store_when_free(&config.store_file())?;
    let time = Timekeeper::open(&store, clock.clone())?;
    let keys = Keys::open(&config.key_file())?;
    let store_id = store.read_blocking(|connection| {
        Ok::<_, anyhow::Error>(store::revisions::store_id(connection)?)
    })?;
    let publisher = Publisher::start(Settings::new(&config), store.clone(), clock.clone())
        .context("cannot start the publisher")?;
    Ok(Arc::new(Parts {
        passwords: Passwords::new(config.password_cost)?,
        throttle: Throttle::default(),
        contact_throttle: ContactThrottle::default(),
        contact_full: AtomicBool::new(false),
        mailer,
        metrics: Metrics::default(),
        mail_waiting: Arc::new(Notify::new()),
        dist: Dist::new(config.dist.clone(), watch),
        spool: Room::new(config.cache(), config.limits.spool),
        answers: Answers::default(),
        image_limits: uploads::limits(config.max_image_bytes()),
        upload_gate: Arc::new(Semaphore::new(UPLOADS)),
        followers: Arc::new(Semaphore::new(FOLLOWERS)),
        stopping: CancellationToken::new(),
        config,
        clock,
        time,
        store,
        store_id,
        keys,
        publisher,
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
