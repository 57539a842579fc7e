//! The way to a bucket: whose keys, where to, and how long.

use std::{env, sync::Arc, time::Duration};

use async_trait::async_trait;
use http_body_util::BodyExt as _;
use object_store::{
    BackoffConfig, ClientOptions, ObjectStore, RetryConfig,
    aws::{AmazonS3Builder, AmazonS3ConfigKey},
    azure::MicrosoftAzureBuilder,
    client::{
        HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
    },
    gcp::GoogleCloudStorageBuilder,
};

use super::trouble::{StorageError, Trouble, trouble};
use crate::{
    config::{
        bucket::{Bucket, Provider, is_clear_text},
        deploy::S3,
        target::TargetError,
    },
    net::{NetError, Patience, Web},
};

/// No answer of object storage that we ask for is larger: a list has a thousand names of at most a kilobyte.
const MAX_ANSWER: usize = 8 * 1024 * 1024;
/// Something is tried again for so long.
const TRY_FOR: Duration = Duration::from_secs(90);
const STEP: &str = "reading the settings";
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// The storage, by our own settings, then by the variables that the makers' own tools know.
pub fn open(
    bucket: &Bucket,
    settings: &S3,
    patience: Patience,
) -> Result<Arc<dyn ObjectStore>, StorageError> {
    let connector = Connector(Web::new(patience).map_err(settings_are_wrong)?);
    let retry = RetryConfig {
        backoff: BackoffConfig {
            init_backoff: patience.pause,
            max_backoff: LONGEST_PAUSE,
            base: 2.0,
        },
        max_retries: patience.retries,
        retry_timeout: TRY_FOR,
    };
    let built = match bucket.provider {
        Provider::S3 => s3(bucket, settings)?
            .with_http_connector(connector)
            .with_retry(retry)
            .build()
            .map(|store| Arc::new(store) as Arc<dyn ObjectStore>),
        Provider::Google => {
            let builder = variables("GOOGLE_").fold(
                GoogleCloudStorageBuilder::new(),
                |builder, (name, value)| match name.parse() {
                    Ok(key) => builder.with_config(key, value),
                    Err(_) => builder,
                },
            );
            builder
                .with_bucket_name(&bucket.name)
                .with_http_connector(connector)
                .with_retry(retry)
                .build()
                .map(|store| Arc::new(store) as Arc<dyn ObjectStore>)
        }
        Provider::Azure => {
            let builder =
                variables("AZURE_").fold(MicrosoftAzureBuilder::new(), |builder, (name, value)| {
                    match name.parse() {
                        Ok(key) => builder.with_config(key, value),
                        Err(_) => builder,
                    }
                });
            builder
                .with_container_name(&bucket.name)
                .with_http_connector(connector)
                .with_retry(retry)
                .build()
                .map(|store| Arc::new(store) as Arc<dyn ObjectStore>)
        }
    };
    built.map_err(|error| settings_are_wrong(trouble(STEP, &error).message))
}

fn settings_are_wrong(message: impl ToString) -> StorageError {
    StorageError {
        step: STEP,
        why: Trouble::Settings,
        message: message.to_string(),
    }
}

fn s3(bucket: &Bucket, settings: &S3) -> Result<AmazonS3Builder, StorageError> {
    let mut builder =
        variables("AWS_").fold(
            AmazonS3Builder::new(),
            |builder, (name, value)| match name.parse() {
                Ok(key) => builder.with_config(key, value),
                Err(_) => builder,
            },
        );
    let (key, secret) = match &bucket.keys {
        Some(name) => {
            let of = |what: &str| {
                let name = format!("CMS_S3_{name}_{what}");
                let value = env::var(&name)
                    .ok()
                    .filter(|value| !value.trim().is_empty());
                value
                    .map(Some)
                    .ok_or_else(|| settings_are_wrong(format!("{name} is not set")))
            };
            (of("ACCESS_KEY_ID")?, of("SECRET_ACCESS_KEY")?)
        }
        None => (
            settings.s3_access_key_id.clone(),
            settings.s3_secret_access_key.clone(),
        ),
    };
    let ours = ["CMS_S3_ACCESS_KEY_ID", "CMS_S3_SECRET_ACCESS_KEY"];
    match pair(key, secret, ours)? {
        Some((key, secret)) => {
            builder = builder
                .with_access_key_id(key)
                .with_secret_access_key(secret);
        }
        None => {
            let of_the_makers = |key| builder.get_config_value(&key);
            let theirs = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
            pair(
                of_the_makers(AmazonS3ConfigKey::AccessKeyId),
                of_the_makers(AmazonS3ConfigKey::SecretAccessKey),
                theirs,
            )?;
        }
    }
    if let Some(region) = bucket.region.as_ref().or(settings.s3_region.as_ref()) {
        builder = builder.with_region(region);
    }
    if let Some(endpoint) = settings.endpoint_of(bucket).map_err(settings_are_wrong)? {
        let http = endpoint.starts_with("http://");
        let options = ClientOptions::new().with_allow_http(http);
        // The second one goes before the first, and may have come from a variable.
        builder = builder
            .with_client_options(options)
            .with_endpoint(endpoint)
            .with_config(AmazonS3ConfigKey::S3Endpoint, endpoint);
    }
    // That of the makers' variables, too: the library leaves it to its own client to refuse one.
    for key in [AmazonS3ConfigKey::S3Endpoint, AmazonS3ConfigKey::Endpoint] {
        let there = builder.get_config_value(&key);
        let open = there.filter(|there| !settings.s3_allow_http && is_clear_text(there));
        if let Some(endpoint) = open {
            return Err(settings_are_wrong(TargetError::ClearText(endpoint)));
        }
    }
    // One by one: not every S3 knows how to remove many at once.
    Ok(builder
        .with_bucket_name(&bucket.name)
        .with_disable_bulk_delete(true))
}

/// Both or neither: with one of them the storage would be asked by the keys of somebody else, or without any.
fn pair(
    key: Option<String>,
    secret: Option<String>,
    names: [&str; 2],
) -> Result<Option<(String, String)>, StorageError> {
    let [set, missing] = match (key, secret) {
        (Some(key), Some(secret)) => return Ok(Some((key, secret))),
        (None, None) => return Ok(None),
        (Some(_), None) => names,
        (None, Some(_)) => [names[1], names[0]],
    };
    Err(settings_are_wrong(format!(
        "{set} is set and {missing} is not"
    )))
}

/// Variables of the makers' tools that say something, with names as the library knows them.
fn variables(prefix: &str) -> impl Iterator<Item = (String, String)> {
    env::vars_os().filter_map(move |(name, value)| {
        let name = name.into_string().ok()?;
        let value = value.into_string().ok()?;
        let said = name.starts_with(prefix) && !value.trim().is_empty();
        said.then(|| (name.to_ascii_lowercase(), value))
    })
}

/// Gives the library our client.
#[derive(Debug, Clone)]
struct Connector(Web);

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for Connector {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let bytes = u64::try_from(request.body().content_length()).unwrap_or(u64::MAX);
        let request = request.map(|body| body.map_err(Into::into).boxed_unsync());
        let answer = self.0.send(request, bytes, MAX_ANSWER).await;
        let answer = answer.map_err(|error| {
            // By this the library decides whether to try again.
            let kind = match error {
                NetError::Unreachable(_) => HttpErrorKind::Connect,
                NetError::Slow(_) => HttpErrorKind::Timeout,
                // Also where it may have been carried out: each request of ours may be repeated.
                NetError::Broken(_) => HttpErrorKind::Request,
                NetError::TooMuch(_) | NetError::Settings(_) => HttpErrorKind::Unknown,
            };
            HttpError::new(kind, error)
        })?;
        Ok(answer.map(Into::into))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn half_a_pair_of_keys_is_refused_by_name_and_without_its_value() {
        let bucket = "s3://site/www?endpoint=http://127.0.0.1:1".parse().unwrap();
        let (key, secret) = (Some("the-key".to_owned()), Some("the-secret".to_owned()));
        let open_with = |key: &Option<String>, secret: &Option<String>| {
            let settings = S3 {
                s3_access_key_id: key.clone(),
                s3_secret_access_key: secret.clone(),
                ..S3::default()
            };
            open(&bucket, &settings, Patience::default())
        };
        assert!(open_with(&key, &secret).is_ok());
        for (key, secret, missing) in [
            (&key, &None, "CMS_S3_SECRET_ACCESS_KEY is not"),
            (&None, &secret, "CMS_S3_ACCESS_KEY_ID is not"),
        ] {
            let refused = open_with(key, secret).unwrap_err();
            let said = refused.to_string();
            assert_eq!(refused.why, Trouble::Settings);
            assert!(said.contains(missing) && !said.contains("the-"), "{said}");
        }
    }
}
