//! `cms serve` and `cms generate`.

use std::{io::Write as _, path::PathBuf, time::Duration};

use anyhow::Context as _;
use clap::Args;
use generator::{Generator, ImageMode};
use tokio::{net::TcpListener, runtime::Runtime, signal::unix};

use crate::{
    app::{self, App},
    clock::Clock,
    config::Config,
    first_user::{self, FirstUser},
    folders, jobs, listener,
    lock::DataLock,
    publisher::{self, StoreImages},
    router, scratch,
    store::{Store, posts},
    watch,
};

/// How long open requests may take to finish once we are asked to stop.
const GRACE: Duration = Duration::from_secs(20);

/// Serves until it is asked to stop, then finishes what it has begun.
pub fn serve(config: Config, watching: bool) -> anyhow::Result<()> {
    folders::check(&config)?;
    let _lock = DataLock::take(&config.data)?;
    // Before anything else: a taken port must not cost a password that is shown only once.
    let listener = std::net::TcpListener::bind(config.listen)
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    listener.set_nonblocking(true)?;
    let app = app::open(config, Clock::System, watching)?;
    let first = first_user::ensure(&app.config, &app.store, &app.passwords, &app.clock)?;
    let _watch = watch::start(&app).inspect_err(|error| {
        tracing::warn!(
            error = format!("{error:#}"),
            "changed templates will not be noticed"
        )
    });
    let runtime = Runtime::new().context("cannot start the runtime")?;
    let served = runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let stop = stop_signal()?;
        announce(listener.local_addr()?.to_string().as_str(), &first);
        run(app.clone(), listener, stop).await
    });
    tracing::info!("finishing the running generation");
    app.publisher.stop();
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// Serves on a socket until `stop` resolves and open requests have been answered.
pub async fn run(
    app: App,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    jobs::start(&app);
    let stopping = app.stopping.clone();
    let service = router::build(app.clone());
    let server = listener::serve(listener, service, &app.config, stopping.clone());
    let overdue = async {
        stop.await;
        tracing::info!("stopping");
        stopping.cancel();
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        () = server => {}
        () = overdue => tracing::warn!("some requests did not finish in time"),
    }
    Ok(())
}

fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    let mut interrupt = unix::signal(unix::SignalKind::interrupt())?;
    let mut terminate = unix::signal(unix::SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        // Whoever asks twice does not want to wait. What was answered is in the store and goes live at the next start.
        tokio::spawn(async move {
            let code = tokio::select! {
                _ = interrupt.recv() => 130,
                _ = terminate.recv() => 143,
            };
            tracing::warn!("stopping at once");
            std::process::exit(code);
        });
    })
}

fn announce(address: &str, first: &FirstUser) {
    let mut text = format!(
        "site   http://{address}/\nadmin  http://{address}/admin\napi    http://{address}/api/openapi.json\n"
    );
    text += &match first {
        FirstUser::Known => String::new(),
        FirstUser::Configured(name) => {
            format!("created the user {name} with the configured password\n")
        }
        FirstUser::InFile(name, file) => {
            let file = file.display();
            format!("created the user {name}; the password is in {file} until it has been used\n")
        }
        FirstUser::Random(name, password) => {
            format!("created the user {name} with the password {password}   (shown this once)\n")
        }
    };
    // Whoever started us may not be listening any more; that is no reason to stop.
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// `cms generate`
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// Build from nothing, whatever is there
    #[arg(long)]
    full: bool,
    /// Build into this folder instead of --dist
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Generates once, in the foreground, pictures included.
pub fn generate(config: &Config, arguments: &GenerateArgs) -> anyhow::Result<()> {
    folders::check(config)?;
    if let Some(out) = &arguments.out {
        folders::check_out(config, out)?;
    }
    let elsewhere = arguments.out.is_some();
    // Beside a running server only another folder can be built; it has a record of its own.
    let _lock = (!elsewhere)
        .then(|| DataLock::take(&config.data))
        .transpose()?;
    let out = arguments.out.as_ref().unwrap_or(&config.dist);
    // On the same file system as the result, so that files can be renamed into it.
    let beside = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    let beside = beside.map_or_else(|| PathBuf::from("."), PathBuf::from);
    std::fs::create_dir_all(&beside)
        .with_context(|| format!("cannot create {}", beside.display()))?;
    scratch::clear(&beside);
    let scratch = tempfile::Builder::new()
        .prefix(scratch::PREFIX)
        .tempdir_in(&beside)
        .context("cannot create a temporary folder")?;
    let mut options = publisher::options(config, ImageMode::Wait);
    if let Some(out) = &arguments.out {
        options.dist.clone_from(out);
    }
    if arguments.full || elsewhere {
        options.cache = scratch.path().to_owned();
        // Named by content, they are the same for every build, also for one from nothing.
        options.pictures = Some(config.pictures());
    }
    let store = match elsewhere && config.store_file().exists() {
        // Perhaps beside a server of an older release, whose store is not ours to migrate.
        true => Store::open_to_read(&config.store_file())?,
        false => Store::open(&config.store_file())?,
    };
    let set = store.read_blocking(|connection| {
        Ok::<_, anyhow::Error>(posts::changed_since(connection, -1)?)
    })?;
    let set = set.into_iter().map(|post| (post.id, post.into())).collect();
    let mut generator = Generator::open(options)?;
    let report = generator.build(&set, &StoreImages::new(store))?;
    for warning in &report.warnings {
        tracing::warn!(%warning);
    }
    println!(
        "{} pages in {:.0} ms: {} rendered, {} files written, {} removed",
        report.pages_total,
        report.duration.as_secs_f64() * 1e3,
        report.rendered,
        report.written,
        report.removed
    );
    Ok(())
}
