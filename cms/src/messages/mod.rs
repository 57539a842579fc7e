//! What visitors write, and its way to the firm's mailbox.

pub mod desk;
pub mod form;
pub mod inbox;
pub mod mailer;
pub mod relay;
pub mod throttle;
