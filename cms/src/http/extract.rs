//! Axum's extractors with our refusals instead of theirs.

use std::{fmt, marker::PhantomData};

use axum::{
    Json,
    extract::{
        FromRequest, FromRequestParts, Multipart, Path, Request, multipart::MultipartError,
        rejection::JsonRejection,
    },
    http::{StatusCode, header, request::Parts},
};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, MapAccess, Visitor, value::MapAccessDeserializer},
};
use url::form_urlencoded;

use crate::{
    fields::FieldErrors,
    http::{app::App, error::ApiError},
    posts::form::RawForm,
};

/// A JSON body.
#[derive(Debug)]
pub struct ApiJson<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        match Json::<Object<T>>::from_request(request, app).await {
            Ok(Json(Object(value))) => Ok(Self(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(ApiError::UnsupportedMediaType {
                expected: "application/json",
            }),
            Err(JsonRejection::JsonDataError(error)) => {
                let told = error.body_text();
                let why = told.strip_prefix(OF_THE_LIBRARY).unwrap_or(&told);
                Err(ApiError::Unprocessable(why.to_owned()))
            }
            Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ApiError::TooLarge)
            }
            Err(error) => Err(ApiError::Malformed(error.body_text())),
        }
    }
}

/// Says which type of ours could not be made, which is nothing to whoever sent it.
const OF_THE_LIBRARY: &str = "Failed to deserialize the JSON body into the target type: ";

/// A JSON object. Serde reads the fields of a struct from a list by their places, too: an empty one, a slip, would mean what leaving
/// everything out means.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        from.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

/// A query string, each of whose parameters may be left out; what in it cannot be read is named by field.
#[derive(Debug)]
pub struct ApiQuery<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for ApiQuery<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        // Pair by pair, so that all that is wrong is told at once; serde stops at the first.
        let errors: FieldErrors = query
            .split('&')
            .filter(|pair| serde_urlencoded::from_str::<T>(pair).is_err())
            .flat_map(|pair| form_urlencoded::parse(pair.as_bytes()))
            .map(|(name, _)| (name.into_owned(), vec!["invalid".to_owned()]))
            .collect();
        if !errors.is_empty() {
            return Err(ApiError::Invalid(errors));
        }
        serde_urlencoded::from_str(query)
            .map(Self)
            .map_err(|error| ApiError::Malformed(error.to_string()))
    }
}

/// The `{id}` of an address. What is not a number names nothing.
#[derive(Debug, Clone, Copy)]
pub struct Id(pub i64);

impl FromRequestParts<App> for Id {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Segment(text) = Segment::from_request_parts(parts, app).await?;
        digits(&text).map(Self).ok_or(ApiError::NotFound)
    }
}

/// A part of an address that is a name or a secret. What is no text names nothing.
#[derive(Debug)]
pub struct Segment(pub String);

impl FromRequestParts<App> for Segment {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        path.map(|Path(text)| Self(text))
            .map_err(|_| ApiError::NotFound)
    }
}

/// The `{id}` and the `{number}` of an address.
#[derive(Debug, Clone, Copy)]
pub struct Numbered(pub i64, pub i64);

impl FromRequestParts<App> for Numbered {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Path((id, number)) = Path::<(String, String)>::from_request_parts(parts, app)
            .await
            .map_err(|_| ApiError::NotFound)?;
        match (digits(&id), digits(&number)) {
            (Some(id), Some(number)) => Ok(Self(id, number)),
            _ => Err(ApiError::NotFound),
        }
    }
}

fn digits(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), when there is one.
#[derive(Debug)]
pub struct IdempotencyKey(pub Option<String>);

/// Longest key, in characters; a UUID has 36.
const MAX_KEY: usize = 128;

impl FromRequestParts<App> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, ApiError> {
        let Some(value) = parts.headers.get("idempotency-key") else {
            return Ok(Self(None));
        };
        let key = value.to_str().unwrap_or_default().trim();
        if key.is_empty() || key.len() > MAX_KEY {
            let text = format!("Idempotency-Key has 1 to {MAX_KEY} visible ASCII characters");
            return Err(ApiError::Malformed(text));
        }
        Ok(Self(Some(key.to_owned())))
    }
}

/// A multipart form.
#[derive(Debug)]
pub struct ApiMultipart(pub FormParts);

/// The parts of a form that are still to be read.
#[derive(Debug)]
pub struct FormParts {
    parts: Multipart,
    /// As the request names it.
    host: Option<String>,
}

impl FromRequest<App> for ApiMultipart {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        if !has_type(&request, "multipart/form-data") {
            return Err(ApiError::UnsupportedMediaType {
                expected: "multipart/form-data",
            });
        }
        let host = request.headers().get(header::HOST);
        let host = host.and_then(|host| host.to_str().ok()).map(str::to_owned);
        Multipart::from_request(request, app)
            .await
            .map(|parts| Self(FormParts { parts, host }))
            .map_err(|error| ApiError::Malformed(error.body_text()))
    }
}

/// Parts of a form that are looked at. Nobody needs more: a post has six texts in each of sixteen languages at most, and ten other fields.
const MAX_PARTS: usize = 128;

/// Reads the parts of a form. Unknown ones are ignored; of repeated ones the last counts.
pub async fn read_form(FormParts { mut parts, host }: FormParts) -> Result<RawForm, ApiError> {
    let mut form = RawForm {
        host,
        ..RawForm::default()
    };
    for _ in 0..MAX_PARTS {
        let part = parts.next_field().await;
        let Some(part) = part.map_err(|error| multipart_error(&error))? else {
            return Ok(form);
        };
        let name = part.name().unwrap_or_default().to_owned();
        let file_name = part.file_name().unwrap_or_default().to_owned();
        let chosen = !file_name.is_empty();
        let bytes = part.bytes().await;
        let bytes = bytes.map_err(|error| multipart_error(&error))?;
        if name == "image" {
            // A form without a chosen file sends an empty part without a name.
            form.image = (chosen || !bytes.is_empty()).then_some(bytes);
            form.file_name = file_name;
        } else {
            let text =
                String::from_utf8(bytes.into()).map_err(|_| ApiError::field(&name, "not_utf8"))?;
            form.texts.insert(name, text);
        }
    }
    Err(ApiError::Malformed(format!("more than {MAX_PARTS} parts")))
}

/// Whether the body says it has this type, parameters aside.
pub fn has_type(request: &Request, expected: &str) -> bool {
    let given = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    given.is_some_and(|given| {
        given
            .split(';')
            .next()
            .unwrap_or_default()
            .trim()
            .eq_ignore_ascii_case(expected)
    })
}

/// A body that ends early, is too large or breaks the rules of multipart.
fn multipart_error(error: &MultipartError) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::TooLarge
    } else {
        ApiError::Malformed(error.body_text())
    }
}
