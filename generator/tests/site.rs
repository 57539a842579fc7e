//! The generator as its users see it: folders in, a site out. Reads as stories, see `support`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "site/authors.rs"]
mod authors;
#[path = "site/awaited.rs"]
mod awaited;
#[path = "site/committed.rs"]
mod committed;
#[path = "site/content_errors.rs"]
mod content_errors;
#[path = "site/edges.rs"]
mod edges;
#[path = "site/folders.rs"]
mod folders;
#[path = "site/growth.rs"]
mod growth;
#[path = "site/images.rs"]
mod images;
#[path = "site/indexnow.rs"]
mod indexnow;
#[path = "site/invariants.rs"]
mod invariants;
#[path = "site/kill.rs"]
mod kill;
#[path = "site/languages.rs"]
mod languages;
#[path = "site/leaving.rs"]
mod leaving;
#[path = "site/media.rs"]
mod media;
#[path = "site/meta.rs"]
mod meta;
#[path = "site/moved.rs"]
mod moved;
#[path = "site/old_addresses.rs"]
mod old_addresses;
#[path = "site/own_content.rs"]
mod own_content;
#[path = "site/own_facts.rs"]
mod own_facts;
#[path = "site/pages.rs"]
mod pages;
#[path = "site/power.rs"]
mod power;
#[path = "site/published_before.rs"]
mod published_before;
#[path = "site/reading.rs"]
mod reading;
#[path = "site/record.rs"]
mod record;
#[path = "site/releases.rs"]
mod releases;
#[path = "site/rooms.rs"]
mod rooms;
#[path = "site/samples.rs"]
mod samples;
#[path = "site/sharing.rs"]
mod sharing;
#[path = "site/slugs.rs"]
mod slugs;
#[path = "site/stage.rs"]
mod stage;
#[path = "site/steps.rs"]
mod steps;
#[path = "site/support.rs"]
mod support;
#[path = "site/templates.rs"]
mod templates;
#[path = "site/watch.rs"]
mod watch;
