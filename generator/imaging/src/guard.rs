//! A panic inside a codec stays inside.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs a codec; a panic becomes the error that `on_panic` makes.
///
/// The closure's state is dropped with the panic, so nothing half-done is ever seen.
pub(crate) fn guard<T, E>(
    run: impl FnOnce() -> Result<T, E>,
    on_panic: impl FnOnce(&str) -> E,
) -> Result<T, E> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result,
        Err(payload) => Err(on_panic(message(payload.as_ref()))),
    }
}

fn message(payload: &(dyn std::any::Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("the codec failed")
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::guard;

    #[test]
    fn a_panic_becomes_an_error() {
        let result: Result<(), String> = guard(|| panic!("inside a codec"), str::to_owned);
        assert_eq!(result, Err("inside a codec".to_owned()));
    }
}
