//! `cms serve`.

use std::{
    io::Write as _,
    time::{Duration, SystemTime},
};

use anyhow::Context as _;
use tokio::{net::TcpListener, runtime::Runtime, signal::unix};

use super::{jobs, open_files, watch};
use crate::{
    config::{Config, folders},
    disk::lock::DataLock,
    http::{
        app::{self, App},
        network::listener,
        router,
    },
    people::first_user::{self, FirstUser},
    time::clock::Clock,
};

/// How long open requests may take to finish once we are asked to stop.
const GRACE: Duration = Duration::from_secs(20);

/// Serves until it is asked to stop, then finishes what it has begun.
pub fn serve(config: Config, watching: bool) -> anyhow::Result<()> {
    folders::check(&config)?;
    let seats = open_files::make_room(&config)?;
    let config = Config {
        max_connections: seats.all,
        max_connections_per_address: seats.of_one_address,
        ..config
    };
    let _lock = DataLock::take(&config.data)?;
    // Before anything else: a taken port must not cost a password that is shown only once.
    let listener = std::net::TcpListener::bind(config.listen).with_context(|| {
        format!(
            "cannot listen on {}, which --listen (CMS_LISTEN) says",
            config.listen
        )
    })?;
    listener.set_nonblocking(true)?;
    let before = SystemTime::now();
    let app = app::open(config, Clock::System, watching)?;
    let first = first_user::ensure(&app.config, &app.store, &app.passwords, &app.clock)?;
    let _watch = watch::keep(&app.publisher, before, watch::RETRY);
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
