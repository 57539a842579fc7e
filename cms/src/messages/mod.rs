//! What visitors write, and its way to the firm's mailbox.

pub mod form;
pub mod mailer;
pub mod relay;
pub mod throttle;
