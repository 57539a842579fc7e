//! Tells others of publications: signed as the Standard Webhooks specification says, tried again for a day, with a log.
//!
//! What is to be told is written by the publisher in the transaction that notes what is live (`publishing::announcement`), and
//! by nobody else; the courier sends what is written. So nothing is lost when the process ends, and what was sent just before
//! that may be sent once more, under the same `webhook-id`: at least once.

pub mod address;
pub mod courier;
pub mod desk;
pub mod pauses;
pub mod secret;
