//! All settings: each a flag with an environment twin, listed by `cms --help`.

pub mod bucket;
pub mod coding;
pub mod deploy;
pub mod folders;
pub mod limits;
pub mod mail;
pub mod originals;
pub mod purge;
pub mod second_step;
pub mod target;
mod target_error;
pub mod targets;
mod values;
pub mod wrong;

use std::{
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;

use self::{
    limits::Limits,
    target::Protected,
    values::{address, audit_days, connections, listen, nonblank, origin},
};

/// Largest `--max-image-mib`: bodies of twice that size are held in memory.
pub const MAX_IMAGE_MIB: u64 = 128;
/// A hundred years.
const MAX_DAYS: i64 = 36_500;

/// Settings of every subcommand.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Settings")]
pub struct Config {
    /// Address and port to listen on
    #[arg(
        long,
        env = "CMS_LISTEN",
        default_value = "127.0.0.1:8080",
        global = true,
        value_parser = listen
    )]
    pub listen: SocketAddr,
    /// Folder of the store, the keys and the caches
    #[arg(
        long,
        env = "CMS_DATA",
        default_value = "data",
        global = true,
        value_name = "DIR"
    )]
    pub data: PathBuf,
    /// What the firm says: texts, figures, media
    #[arg(
        long,
        env = "CMS_CONTENT",
        default_value = "content",
        global = true,
        value_name = "DIR"
    )]
    pub content: PathBuf,
    /// How the site looks: templates, styles, islands
    #[arg(
        long,
        env = "CMS_TEMPLATES",
        default_value = "templates",
        global = true,
        value_name = "DIR"
    )]
    pub templates: PathBuf,
    /// Where the generated site goes
    #[arg(
        long,
        env = "CMS_DIST",
        default_value = "dist",
        global = true,
        value_name = "DIR"
    )]
    pub dist: PathBuf,
    /// Origin of canonical addresses [default: public_url of content/site.toml]
    #[arg(long, env = "CMS_PUBLIC_URL", global = true, value_name = "URL", value_parser = origin)]
    pub public_url: Option<String>,
    /// Name of the first user of an empty store
    #[arg(
        long,
        env = "CMS_ADMIN_USER",
        default_value = "admin",
        global = true,
        value_name = "NAME",
        value_parser = nonblank
    )]
    pub admin_user: String,
    /// Password of the first user [default: a random one, printed once]
    #[arg(
        long,
        env = "CMS_ADMIN_PASSWORD",
        hide_env_values = true,
        global = true,
        value_name = "PASSWORD",
        value_parser = nonblank
    )]
    pub admin_password: Option<String>,
    /// Proxies whose X-Forwarded-For counts, separated by commas [default: none]
    #[arg(
        long,
        env = "CMS_TRUSTED_PROXIES",
        value_delimiter = ',',
        global = true,
        value_name = "IP",
        value_parser = address
    )]
    pub trusted_proxies: Vec<IpAddr>,
    /// Largest picture that can be uploaded, in MiB (1 to 128)
    #[arg(
        long,
        env = "CMS_MAX_IMAGE_MIB",
        default_value_t = 16,
        global = true,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=MAX_IMAGE_MIB)
    )]
    pub max_image_mib: u64,
    /// Connections served at the same time (1 to 65536)
    #[arg(
        long,
        env = "CMS_MAX_CONNECTIONS",
        default_value_t = 1024,
        global = true,
        value_name = "N",
        value_parser = connections
    )]
    pub max_connections: usize,
    /// Connections served at the same time for one address; this machine and trusted proxies are not bound by it
    #[arg(
        long,
        env = "CMS_MAX_CONNECTIONS_PER_ADDRESS",
        default_value_t = 128,
        global = true,
        value_name = "N",
        value_parser = connections
    )]
    pub max_connections_per_address: usize,
    /// Seconds until a request is given up (1 to 3600)
    #[arg(
        long,
        env = "CMS_REQUEST_TIMEOUT",
        default_value_t = 60,
        global = true,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=3600)
    )]
    pub request_timeout: u64,
    /// Log filter, e.g. `info` or `cms=debug`
    #[arg(
        long,
        env = "CMS_LOG",
        default_value = "info",
        global = true,
        value_name = "FILTER",
        value_parser = nonblank
    )]
    pub log: String,
    /// Log lines as JSON
    #[arg(long, env = "CMS_LOG_JSON", global = true)]
    pub log_json: bool,
    /// Days an image that no post uses any more is kept; 0 deletes it within the hour
    #[arg(
        long,
        env = "CMS_IMAGE_GRACE_DAYS",
        default_value_t = 7,
        global = true,
        value_name = "DAYS",
        value_parser = clap::value_parser!(u32).range(..=MAX_DAYS)
    )]
    pub image_grace_days: u32,
    /// Days a visitor's message is kept; 0 keeps it until `cms messages --delete`. A few less than the twelve months of the
    /// privacy policy, for the days until a clock is believed after a long stop
    #[arg(
        long,
        env = "CMS_MESSAGE_DAYS",
        default_value_t = 360,
        global = true,
        value_name = "DAYS",
        value_parser = clap::value_parser!(u32).range(..=MAX_DAYS)
    )]
    pub message_days: u32,
    /// Days an entry of the record of who did what is kept, 30 at least; 0 keeps all
    #[arg(
        long,
        env = "CMS_AUDIT_DAYS",
        default_value_t = 1095,
        global = true,
        value_name = "DAYS",
        value_parser = audit_days
    )]
    pub audit_days: u32,
    /// Whose account does nothing until signing in takes a second step, a code of a telephone
    #[arg(
        long,
        env = "CMS_REQUIRE_SECOND_STEP",
        default_value = "nobody",
        global = true,
        value_name = "WHO"
    )]
    pub require_second_step: second_step::Required,
    /// Look at links to other sites in private networks, too: everybody who writes may then have this machine ask its
    /// neighbours
    #[arg(long, env = "CMS_LINKS_PRIVATE", global = true)]
    pub links_private: bool,
    /// Bearer token that may read /metrics from other machines [default: only this machine may]
    #[arg(
        long,
        env = "CMS_METRICS_TOKEN",
        hide_env_values = true,
        global = true,
        value_name = "TOKEN",
        value_parser = nonblank
    )]
    pub metrics_token: Option<String>,
    /// E-mail for contact messages.
    #[command(flatten)]
    pub mail: mail::Settings,
    /// Where the site goes.
    #[command(flatten)]
    pub deploy: deploy::Settings,
    /// Where old pictures go.
    #[command(flatten)]
    pub originals: originals::Settings,
    /// What a client may cost; tests shorten the deadlines.
    #[arg(skip)]
    pub limits: Limits,
    /// Cost of password hashing; lowered by tests only.
    #[arg(skip)]
    pub password_cost: PasswordCost,
}

/// Parameters of argon2id.
#[derive(Debug, Clone, Copy)]
pub struct PasswordCost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub passes: u32,
}

impl Default for PasswordCost {
    /// The OWASP recommendation: 19 MiB, two passes, one lane.
    fn default() -> Self {
        Self {
            memory_kib: 19 * 1024,
            passes: 2,
        }
    }
}

impl Config {
    /// Settings of a test: everything below `dir`, a free port, cheap password hashing.
    pub fn for_testing(dir: &Path) -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: dir.join("data"),
            content: dir.join("content"),
            templates: dir.join("templates"),
            dist: dir.join("dist"),
            public_url: None,
            admin_user: "admin".into(),
            admin_password: Some("correct horse".into()),
            trusted_proxies: Vec::new(),
            max_image_mib: 2,
            max_connections: 1024,
            max_connections_per_address: 128,
            request_timeout: 60,
            log: "info".into(),
            log_json: false,
            image_grace_days: 7,
            message_days: 365,
            audit_days: 1095,
            require_second_step: second_step::Required::Nobody,
            links_private: false,
            metrics_token: None,
            mail: mail::Settings::default(),
            deploy: deploy::Settings::default(),
            originals: originals::Settings::default(),
            limits: Limits::default(),
            password_cost: PasswordCost {
                memory_kib: 8,
                passes: 1,
            },
        }
    }

    /// The SQLite file.
    pub fn store_file(&self) -> PathBuf {
        self.data.join("cms.db")
    }

    /// The keys that sign tokens.
    pub fn key_file(&self) -> PathBuf {
        self.data.join("keys")
    }

    /// The first user's password, where it must not be printed.
    pub fn first_password_file(&self) -> PathBuf {
        self.data.join("first-password")
    }

    /// Variants and other things that can be made again.
    pub fn cache(&self) -> PathBuf {
        cache_in(&self.data)
    }

    /// The site's public address, where it was set.
    pub fn origin(&self) -> Option<&str> {
        let origin = self.public_url.as_deref();
        origin.filter(|origin| !origin.is_empty())
    }

    /// What no target of these settings may touch.
    pub fn protected(&self) -> Vec<Protected> {
        [
            ("--data (CMS_DATA)", &self.data),
            ("--dist (CMS_DIST)", &self.dist),
            ("--content (CMS_CONTENT)", &self.content),
            ("--templates (CMS_TEMPLATES)", &self.templates),
        ]
        .map(|(name, path)| (name.to_owned(), path.clone()))
        .into()
    }

    /// Variants of pictures, of use to every build.
    pub fn pictures(&self) -> PathBuf {
        self.cache().join("images")
    }

    /// Largest picture in bytes.
    pub fn max_image_bytes(&self) -> usize {
        usize::try_from(self.max_image_mib)
            .unwrap_or(16)
            .saturating_mul(1024 * 1024)
    }

    /// Largest body of a saved post: the picture, three texts with pictures in them, and some room.
    pub fn max_post_bytes(&self) -> usize {
        self.max_image_bytes()
            .saturating_mul(2)
            .saturating_add(4 * 1024 * 1024)
    }

    /// Largest body of an uploaded picture: the picture, and room for the form around it.
    pub fn max_media_bytes(&self) -> usize {
        self.max_image_bytes().saturating_add(64 * 1024)
    }

    /// When a request is given up.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.request_timeout.max(1))
    }
}

/// The cache of a data folder.
pub fn cache_in(data: &Path) -> PathBuf {
    data.join("cache")
}
