//! Carries `dist` to where visitors get it, with rsync or into object storage (`target`), in the order that never breaks a
//! live site.
//!
//! Hashed assets and media first (add only), then pages that are new, then pages that changed (with rsync each pass with
//! `--delay-updates`), then what is gone. So at any moment every page of the target is whole and everything it
//! names is there. Assets that no page names any more stay for a day, for visitors who still read an older page.
//!
//! Only files that we put there are removed, and only while they are as we put them: the record (`record`) names them,
//! a marker on the target (`marker`) says that the record is about it, the listing (`listing`) shows what is there, and
//! the plan (`plan`) made of these is the list of what is removed. Not everything is listed each time: what the record says
//! arrived there counts as there, in a folder for a day, in object storage until `--verify` looks.
//!
//! What a pass had staged when it was cut off lies beside the pages, where visitors could read it: the record knows
//! that a deployment began and did not end, so the next one looks at everything and removes it too.

mod after;
mod again;
mod beside;
mod blocking;
mod error;
mod exclusive;
mod follow;
mod guard;
mod job;
mod listing;
mod marker;
mod ownership;
mod packed;
mod plan;
mod ready;
mod record;
mod round;
mod run;
mod seen;
mod sending;
mod snapshot;
mod stamp;
mod target;
mod walk;

pub use self::{
    error::DeployError,
    follow::{Ended, Told, follow},
    job::{Job, Outcome},
    run::{announce, deploy, forget_purge, look, purge, unseen},
};
