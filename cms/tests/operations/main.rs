//! Contact messages, deployment, backup, archives and hosting, with the real programs they need.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod after_deploy;
mod announce;
mod archive;
mod archive_cut;
mod auto_deploy;
mod backup;
mod backup_life;
mod backup_remote;
mod bucket;
mod clear_text;
mod clock;
mod collect;
mod contact;
mod deploy;
mod deploy_again;
mod deploy_back;
mod deploy_changes;
mod deploy_cut;
mod deploy_half;
mod deploy_objects;
mod deploy_objects_faults;
mod deploy_packed;
mod deploy_place;
mod deploy_remote;
mod deploy_removals;
mod litestream;
mod metrics;
mod originals;
mod places;
mod purge_by_hand;
mod resumed;
mod service;
mod settings;
mod shell_messages;
#[path = "../integration/support/skipped.rs"]
mod skipped;
mod smtp;
