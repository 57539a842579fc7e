//! A real S3 server on loopback (`s3s` with `s3s-fs`), with a way to make it fail.

use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use cms::deploy::Job;
use http_body_util::BodyExt as _;
use hyper::{Request, Response, body::Incoming, service::service_fn};
use hyper_util::rt::TokioIo;
use s3s::{auth::SimpleAuth, service::S3Service, service::S3ServiceBuilder};
use tokio::net::TcpListener;

use crate::deploy_place::{Place, place};

pub const KEY: &str = "test-key";
pub const SECRET: &str = "test-secret";

/// What happens to a request instead of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// 503 with S3's own word for it.
    SlowDown,
    /// The connection ends.
    Cut,
    /// The connection ends in the middle of what is sent.
    Half,
    /// The request is carried out, and the connection ends before the answer.
    CutAfter,
    /// No answer, ever.
    Silence,
    /// As the server says when the clocks differ.
    Skewed,
    /// As the server says to wrong keys.
    Denied,
    /// As the server says to what it has not learnt.
    Unknown,
}

type Faulty = dyn Fn(&str, &str) -> Option<Fault> + Send + Sync;

#[derive(Clone)]
pub struct Bucket {
    folder: Arc<tempfile::TempDir>,
    pub port: u16,
    log: Arc<Mutex<Vec<String>>>,
    answered: Arc<Mutex<Vec<String>>>,
    faults: Arc<Mutex<Option<Box<Faulty>>>>,
}

impl Bucket {
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("site")).unwrap();
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let service = builder.build();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let bucket = Self {
            folder: Arc::new(folder),
            port: listener.local_addr().unwrap().port(),
            log: Arc::default(),
            answered: Arc::default(),
            faults: Arc::default(),
        };
        tokio::spawn(bucket.clone().serve(listener, service));
        bucket
    }

    async fn serve(self, listener: TcpListener, service: S3Service) {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let (this, service) = (self.clone(), service.clone());
            let answer = service_fn(move |request| {
                let (this, service) = (this.clone(), service.clone());
                async move { this.answer(service, request).await }
            });
            tokio::spawn(
                hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), answer),
            );
        }
    }

    async fn answer(
        self,
        service: S3Service,
        request: Request<Incoming>,
    ) -> Result<Response<s3s::Body>, std::io::Error> {
        let (method, uri) = (request.method().to_string(), request.uri().to_string());
        self.log.lock().unwrap().push(format!("{method} {uri}"));
        let fault = {
            let faults = self.faults.lock().unwrap();
            faults.as_ref().and_then(|faulty| faulty(&method, &uri))
        };
        let refused = |status: u16, code: &str| {
            let text = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>");
            let answer = Response::builder().status(status);
            Ok(answer.body(s3s::Body::from(text)).unwrap())
        };
        match fault {
            Some(fault @ (Fault::SlowDown | Fault::Skewed | Fault::Denied | Fault::Unknown)) => {
                // Whoever still sends would not read the answer.
                let _ = request.into_body().collect().await;
                match fault {
                    Fault::SlowDown => refused(503, "SlowDown"),
                    Fault::Unknown => refused(501, "NotImplemented"),
                    Fault::Skewed => refused(403, "RequestTimeTooSkewed"),
                    _ => refused(403, "SignatureDoesNotMatch"),
                }
            }
            Some(Fault::Cut) => Err(std::io::Error::other("cut")),
            Some(Fault::Half) => {
                let _ = request.into_body().frame().await;
                Err(std::io::Error::other("cut"))
            }
            Some(Fault::Silence) => std::future::pending().await,
            Some(Fault::CutAfter) => {
                let _ = service.call(request.map(s3s::Body::from)).await;
                Err(std::io::Error::other("cut"))
            }
            None => {
                let answer = service.call(request.map(s3s::Body::from)).await;
                let mut answered = self.answered.lock().unwrap();
                answered.push(format!("{method} {uri}"));
                answer.map_err(|error| std::io::Error::other(format!("{error:?}")))
            }
        }
    }

    /// From now on; the method and the address decide.
    pub fn fails(&self, faulty: impl Fn(&str, &str) -> Option<Fault> + Send + Sync + 'static) {
        *self.faults.lock().unwrap() = Some(Box::new(faulty));
    }

    pub fn works(&self) {
        *self.faults.lock().unwrap() = None;
    }

    /// The requests since the last time it was asked.
    pub fn requests(&self) -> Vec<String> {
        std::mem::take(&mut *self.log.lock().unwrap())
    }

    /// Those that were carried out since the last time it was asked.
    pub fn answered(&self) -> Vec<String> {
        std::mem::take(&mut *self.answered.lock().unwrap())
    }

    pub fn file(&self, key: &str) -> PathBuf {
        self.folder.path().join("site").join(key)
    }

    /// Every object but the marker.
    pub fn objects(&self) -> BTreeMap<String, String> {
        crate::deploy_place::tree(&self.folder.path().join("site"))
    }

    /// What is said with an object.
    pub fn said(&self, key: &str) -> BTreeMap<String, String> {
        // The server keeps it in files of its own.
        let names = fs::read_dir(self.folder.path()).unwrap();
        let wanted = data_encoding::BASE64URL_NOPAD.encode(key.as_bytes());
        let found = names
            .map(|entry| entry.unwrap())
            .find(|entry| {
                let name = entry.file_name().into_string().unwrap();
                name.ends_with(&format!(".object-{wanted}.metadata.json"))
            })
            .unwrap_or_else(|| panic!("nothing is said with {key}"));
        let said: serde_json::Value =
            serde_json::from_slice(&fs::read(found.path()).unwrap()).unwrap();
        ["content_type", "cache_control", "content_encoding"]
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), said[name].as_str()?.to_owned())))
            .collect()
    }

    /// Something of somebody else's, put there as the server's own clients would.
    pub fn put(&self, key: &str, text: &str) {
        let file = self.file(key);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        let encode = |text: &str| data_encoding::BASE64URL_NOPAD.encode(text.as_bytes());
        for kind in ["metadata", "internal"] {
            let about = format!(
                ".bucket-{}.object-{}.{kind}.json",
                encode("site"),
                encode(key)
            );
            let _ = fs::remove_file(self.folder.path().join(about));
        }
    }

    pub fn target(&self, prefix: &str) -> String {
        format!(
            "s3://site{prefix}?endpoint=http://127.0.0.1:{}&region=eu-central-1",
            self.port
        )
    }

    /// A job for it.
    pub fn aim(&self, job: &mut Job, prefix: &str) {
        job.target = self.target(prefix).parse().unwrap();
        job.s3.s3_access_key_id = Some(KEY.into());
        job.s3.s3_secret_access_key = Some(SECRET.into());
        job.patience.retries = 2;
        job.patience.pause = std::time::Duration::from_millis(1);
    }

    pub fn place(&self, prefix: &str) -> Place {
        let mut place = place();
        self.aim(&mut place.job, prefix);
        place
    }
}
