//! QuickJS with the islands' bundle, one engine per thread. Time, memory and stack are bounded.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Runtime};

use super::error::IslandError;
use crate::base::Fingerprint;

/// What one render may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the whole engine.
    pub memory: usize,
    /// Bytes of the stack; threads of the generator have more.
    pub stack: usize,
    /// Time of one render, and of starting the bundle.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            memory: 256 << 20,
            stack: 1 << 20,
            time: Duration::from_secs(5),
        }
    }
}

const PRELUDE: &str =
    "globalThis.console = Object.freeze({log(){}, info(){}, warn(){}, error(){}, debug(){}});";
const MARK_OF_FAILURE: &str = "<!--$!-->";

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Renders an island on this thread's engine, starting one when there is none for this bundle.
pub fn render(
    bundle: (&str, Fingerprint),
    limits: Limits,
    name: &str,
    props: &str,
    prefix: &str,
) -> Result<String, IslandError> {
    ENGINE.with(|slot| {
        let mut slot = slot.borrow_mut();
        let usable = slot
            .as_ref()
            .is_some_and(|engine| engine.bundle == bundle.1 && engine.limits == limits);
        if !usable {
            *slot = None;
            *slot = Some(Engine::start(bundle, limits)?);
        }
        let Some(engine) = slot.as_ref() else {
            return Err(IslandError::engine("no engine"));
        };
        let result = engine.render(name, props, prefix);
        if result.is_err() {
            *slot = None;
        }
        result
    })
}

struct Engine {
    bundle: Fingerprint,
    limits: Limits,
    deadline: Rc<Cell<Option<Instant>>>,
    context: Context,
    _runtime: Runtime,
}

impl Engine {
    fn start((source, bundle): (&str, Fingerprint), limits: Limits) -> Result<Engine, IslandError> {
        let failed = |error: rquickjs::Error| IslandError::engine(&error.to_string());
        let runtime = Runtime::new().map_err(failed)?;
        runtime.set_memory_limit(limits.memory);
        runtime.set_max_stack_size(limits.stack);
        let deadline = Rc::new(Cell::new(None::<Instant>));
        let watched = Rc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            watched
                .get()
                .is_some_and(|deadline| Instant::now() >= deadline)
        })));
        let context = Context::full(&runtime).map_err(failed)?;
        let engine = Engine {
            bundle,
            limits,
            deadline,
            context,
            _runtime: runtime,
        };
        engine.timed(|ctx| {
            ctx.eval::<(), _>(PRELUDE)
                .catch(ctx)
                .map_err(|error| explain(&error, false))?;
            ctx.eval::<(), _>(source)
                .catch(ctx)
                .map_err(|error| explain(&error, false))
        })?;
        Ok(engine)
    }

    fn render(&self, name: &str, props: &str, prefix: &str) -> Result<String, IslandError> {
        let html = self.timed(|ctx| {
            let render: Function<'_> = ctx
                .globals()
                .get("renderIsland")
                .map_err(|_| IslandError::engine("the bundle does not define renderIsland"))?;
            render
                .call((name, props, prefix))
                .catch(ctx)
                .map_err(|error| explain(&error, self.is_late()))
        })?;
        let html: String = html;
        if html.contains(MARK_OF_FAILURE) {
            return Err(IslandError::engine("a component below <Suspense> failed"));
        }
        Ok(html)
    }

    fn timed<T>(
        &self,
        run: impl for<'js> FnOnce(&Ctx<'js>) -> Result<T, IslandError>,
    ) -> Result<T, IslandError> {
        self.deadline.set(Some(Instant::now() + self.limits.time));
        let result = self.context.with(|ctx| run(&ctx));
        let late = self.is_late();
        self.deadline.set(None);
        result.map_err(|error| {
            if late {
                IslandError::engine(&format!(
                    "it did not finish within {} ms and was interrupted",
                    self.limits.time.as_millis()
                ))
            } else {
                error
            }
        })
    }

    fn is_late(&self) -> bool {
        self.deadline
            .get()
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

fn explain(error: &CaughtError<'_>, late: bool) -> IslandError {
    match error {
        CaughtError::Exception(exception) => IslandError {
            message: exception
                .message()
                .unwrap_or_else(|| "unknown error".into()),
            stack: exception.stack().unwrap_or_default(),
        },
        CaughtError::Error(error) if !late => IslandError::engine(&error.to_string()),
        CaughtError::Value(value) if value.is_null() => IslandError::engine("out of memory"),
        CaughtError::Value(value) => {
            let text = value.as_string().and_then(|text| text.to_string().ok());
            IslandError::engine(
                &text.unwrap_or_else(|| "something that is not an Error was thrown".into()),
            )
        }
        CaughtError::Error(_) => IslandError::engine("interrupted"),
    }
}
