//! A service on a free port, as a story: `Service::start().await.post("/api/contact/", …)`.

use std::{net::SocketAddr, path::Path};

use cms::{
    cli::serve,
    config::Config,
    http::app::{self, App},
    publishing::{Publisher, status::Build},
    time::clock::Clock,
};
use jiff::Timestamp;
use tokio::{net::TcpListener, sync::oneshot};

pub struct Service {
    pub app: App,
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    _folder: tempfile::TempDir,
}

impl Service {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::for_testing(folder.path());
        change(&mut config);
        let app = app::open(config, Clock::manual(), false).unwrap();
        let listener = TcpListener::bind(app.config.listen).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(serve::run(app.clone(), listener, async {
            let _ = stopped.await;
        }));
        Self {
            app,
            address,
            stop: Some(stop),
            _folder: folder,
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub async fn post(&self, path: &str, body: &serde_json::Value) -> reqwest::Response {
        reqwest::Client::new()
            .post(self.url(path))
            .json(body)
            .send()
            .await
            .unwrap()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }
}

pub fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        // As the generator does: never in place.
        let new = path.with_extension("new");
        std::fs::write(&new, text).unwrap();
        std::fs::rename(&new, &path).unwrap();
    }
}

/// Says that a generation went live, as the publisher does.
pub fn went_live(publisher: &Publisher, revision: i64) {
    let build = Build {
        revision,
        pages: 1,
        rendered: 1,
        written: 1,
        removed: 0,
        ms: 1.0,
        finished_at: Timestamp::from_second(revision).unwrap(),
        release: u64::try_from(revision).ok(),
        images_pending: 0,
        warnings: Vec::new(),
    };
    publisher.note(|status| status.last_build = Some(build));
}
