//! What the publisher's thread is asked to do.

/// A wish; wishes that come together are one generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Something was saved, or variants of pictures are ready.
    Publish,
    /// Variants of pictures could not be made; they may be later.
    RestAndPublish,
    /// Content or templates changed.
    Reload,
    /// Finish and stop.
    Stop,
}
