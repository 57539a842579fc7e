//! How other machines are asked: over HTTPS with the certificates of this system, and never for longer than is sensible.

mod network;
mod reach;

use std::{error::Error, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited, combinators::UnsyncBoxBody};
use hyper::{
    Request, Response, StatusCode,
    header::{HeaderValue, USER_AGENT},
    http::response::Parts,
};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use rustls::{ClientConfig, RootCertStore, crypto::ring};

use self::reach::Resolver;
pub use self::{network::network, reach::Reach};

/// How long others are waited for.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Until a connection stands.
    pub connect: Duration,
    /// Until an answer has come, besides the time that a large body takes.
    pub answer: Duration,
    /// Bytes a second that a body travels at least.
    pub pace: u64,
    /// How often something is tried again at once.
    pub retries: usize,
    /// Before the first of these; each later one waits twice as long.
    pub pause: Duration,
    /// Before a deployment that failed is tried again; each later time after twice as long.
    pub again: Duration,
    /// Until a page that was deployed should be seen at the public address.
    pub visible: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Patience {
    /// Where nobody waits.
    pub const DEFAULT: Self = Self {
        connect: Duration::from_secs(10),
        answer: Duration::from_secs(30),
        pace: 16 * 1024,
        retries: 4,
        pause: Duration::from_millis(250),
        again: Duration::from_secs(30),
        visible: Duration::from_secs(180),
    };

    /// For a request that carries so many bytes.
    pub fn for_body(&self, bytes: u64) -> Duration {
        self.answer + Duration::from_secs(bytes / self.pace.max(1))
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// No connection.
    #[error("no connection: {0}")]
    Unreachable(String),
    /// Not all of the answer came in time.
    #[error("no answer within {} s", .0.as_secs_f32())]
    Slow(Duration),
    /// The connection ended.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// More than anybody needs.
    #[error("the answer is larger than {0} bytes")]
    TooMuch(usize),
    /// Nothing can be asked.
    #[error("connections to others cannot be made ready: {0}")]
    Settings(String),
}

/// What a request carries.
pub type Body = UnsyncBoxBody<Bytes, Box<dyn Error + Send + Sync>>;

/// A whole body.
pub fn full(text: impl Into<Bytes>) -> Body {
    Full::new(text.into())
        .map_err(|never| match never {})
        .boxed_unsync()
}

/// Asks others, and follows nobody elsewhere.
#[derive(Debug, Clone)]
pub struct Web {
    client: Client<HttpsConnector<HttpConnector<Resolver>>, Body>,
    patience: Patience,
    reach: Reach,
}

impl Web {
    /// With the certificates of this system, wherever a request leads: for addresses that owners and operators wrote.
    pub fn new(patience: Patience) -> Result<Self, NetError> {
        Self::within(Reach::Anywhere, patience)
    }

    /// The same, no further than `reach`: for addresses that others wrote.
    pub fn within(reach: Reach, patience: Patience) -> Result<Self, NetError> {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        for error in found.errors {
            tracing::warn!(%error, "certificates of this system cannot be read");
        }
        roots.add_parsable_certificates(found.certs);
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| NetError::Settings(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let mut http = HttpConnector::new_with_resolver(Resolver(reach));
        http.enforce_http(false);
        http.set_connect_timeout(Some(patience.connect));
        http.set_nodelay(true);
        let https = HttpsConnectorBuilder::new()
            .with_tls_config(tls)
            .https_or_http()
            .enable_http1()
            .wrap_connector(http);
        Ok(Self {
            client: Client::builder(TokioExecutor::new())
                .pool_timer(TokioTimer::new())
                .build(https),
            patience,
            reach,
        })
    }

    /// The whole answer to a request that carries so many bytes; it has at most `most` bytes and comes in time.
    pub async fn send(
        &self,
        mut request: Request<Body>,
        bytes: u64,
        most: usize,
    ) -> Result<Response<Bytes>, NetError> {
        name_us(&mut request);
        let host = request.uri().host().unwrap_or_default();
        self.reach
            .check(host)
            .map_err(|error| NetError::Unreachable(error.to_string()))?;
        let within = self.patience.for_body(bytes);
        let asked = async {
            let answer = self.client.request(request).await;
            let answer = answer.map_err(|error| without_answer(&error))?;
            let (parts, body) = answer.into_parts();
            let body = Limited::new(body, most).collect().await;
            let body = body.map_err(|error| {
                if error.is::<LengthLimitError>() {
                    NetError::TooMuch(most)
                } else {
                    NetError::Broken(error.to_string())
                }
            })?;
            Ok(Response::from_parts(parts, body.to_bytes()))
        };
        tokio::time::timeout(within, asked)
            .await
            .unwrap_or(Err(NetError::Slow(within)))
    }

    /// The status of the answer to a small request; what the answer says besides is not read.
    pub async fn status(&self, request: Request<Body>) -> Result<StatusCode, NetError> {
        Ok(self.head(request).await?.status)
    }

    /// Status and headers of the answer to a small request; its body is not read.
    pub async fn head(&self, mut request: Request<Body>) -> Result<Parts, NetError> {
        name_us(&mut request);
        let host = request.uri().host().unwrap_or_default();
        self.reach
            .check(host)
            .map_err(|error| NetError::Unreachable(error.to_string()))?;
        let asked = async {
            let answer = self.client.request(request).await;
            answer.map_err(|error| without_answer(&error))
        };
        let within = self.patience.answer;
        let answer = tokio::time::timeout(within, asked).await;
        let answer = answer.unwrap_or(Err(NetError::Slow(within)))?;
        Ok(answer.into_parts().0)
    }

    /// How long it waits.
    pub fn patience(&self) -> &Patience {
        &self.patience
    }
}

fn name_us(request: &mut Request<Body>) {
    let agent = HeaderValue::from_static(concat!("cms/", env!("CARGO_PKG_VERSION")));
    request.headers_mut().entry(USER_AGENT).or_insert(agent);
}

fn without_answer(error: &hyper_util::client::legacy::Error) -> NetError {
    let text = causes(error);
    if error.is_connect() {
        NetError::Unreachable(text)
    } else {
        NetError::Broken(text)
    }
}

/// An error with what is behind it.
fn causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    text
}
