//! Work that keeps a thread: on the pool that the runtime has for it.

use std::any::Any;

use anyhow::anyhow;

type Work = Box<dyn FnOnce() -> Box<dyn Any + Send> + Send>;

/// Runs `work` where nobody waits for the thread. A panic there is an error here; whoever stops asking does not stop it.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    let value = finish(Box::new(|| Box::new(work()))).await?;
    match value.downcast() {
        Ok(value) => Ok(*value),
        Err(_) => Err(anyhow!("blocking task failed: not what was asked for")),
    }
}

/// Boxed, so that the runtime's code for a task is compiled once: compiled for each of the hundred and sixty calls, it was a fifteenth of
/// all code that this crate compiles to.
async fn finish(work: Work) -> anyhow::Result<Box<dyn Any + Send>> {
    let task = tokio::task::spawn_blocking(work);
    task.await
        .map_err(|error| anyhow!("blocking task failed: {error}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use std::sync::mpsc;

    use futures_util::poll;

    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_error_that_says_so() {
        let failed = run(|| -> () { panic!("a bug") }).await.unwrap_err();
        let said = failed.to_string();
        assert!(said.starts_with("blocking task failed") && said.contains("a bug"));
    }

    #[tokio::test]
    async fn what_nobody_waits_for_any_more_is_done_all_the_same() {
        let (go, wait) = mpsc::channel();
        let (done, told) = mpsc::channel();
        let mut asked = Box::pin(run(move || done.send(wait.recv().unwrap()).unwrap()));
        assert!(poll!(asked.as_mut()).is_pending());
        drop(asked);
        go.send(7).unwrap();
        assert_eq!(told.recv().unwrap(), 7);
    }
}
