//! Every refusal the API can give, as RFC 9457 problem documents.
//!
//! The table in [`ApiError::parts`] is the only place that maps errors to status codes. What went wrong inside
//! (SQL, files, panics) is written to the log under the request's id and never sent to a client.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

pub use super::problem::Problem;
use crate::{
    fields::{self, FieldErrors},
    store::{role::Role, unwritable::Unwritable},
};

/// The media type of problem documents.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// A refusal, in the words of the API.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The body could be read, but fields in it are wrong.
    #[error("invalid fields: {0:?}")]
    Invalid(FieldErrors),
    /// The request is as it should be, but the post is not fit for it: codes by field.
    #[error("not fit for that: {0:?}")]
    Unfit(FieldErrors),
    /// The body, a header or a parameter could not be read at all.
    #[error("malformed request: {0}")]
    Malformed(String),
    /// Well-formed JSON of the wrong shape.
    #[error("unprocessable body: {0}")]
    Unprocessable(String),
    /// No access token, or one that is not valid (any more).
    #[error("no valid access token")]
    Unauthorized,
    /// The token is good, but its user may not do that.
    #[error("needs the role {}", .0.name())]
    Forbidden(Role),
    /// The call is about a person, and a script asks.
    #[error("not open to tokens")]
    NotForTokens,
    /// Nobody would be left who may manage the others.
    #[error("the last owner cannot go")]
    LastOwner,
    /// Sign-in with a wrong name or password, or a refresh token that does not count.
    #[error("invalid credentials")]
    BadCredentials,
    /// The password is right; this sign-in takes a code besides.
    #[error("a second step is asked for")]
    SecondStepRequired,
    /// The password is right, the code is wrong or used up.
    #[error("wrong code")]
    SecondStepWrong,
    /// Who asks must turn their second step on before anything else.
    #[error("a second step must be turned on first")]
    SecondStepMissing,
    /// It is on already.
    #[error("the second step is on")]
    SecondStepOn,
    /// One's own is turned off by password and code.
    #[error("not one's own second step")]
    OwnSecondStep,
    /// Nothing lives at this address.
    #[error("not found")]
    NotFound,
    /// The address exists, the method does not; axum adds `Allow`.
    #[error("method not allowed")]
    MethodNotAllowed,
    /// Another post is featured.
    #[error("another post is featured")]
    FeaturedTaken,
    /// An `Idempotency-Key` came back with another body.
    #[error("idempotency key used for another request")]
    KeyReused,
    /// The post of an `Idempotency-Key` was taken off-line.
    #[error("the post of an idempotency key is off-line")]
    KeyOffLine(i64),
    /// `If-Match` named an older state.
    #[error("changed by someone else")]
    PreconditionFailed,
    /// `X-Draft-Match` named an older working copy.
    #[error("working copy changed by someone else")]
    DraftChanged,
    /// `If-Match` named an older state of a message.
    #[error("message changed by someone else")]
    MessageChanged,
    /// `If-Match` named an older state of what is said of a picture.
    #[error("picture changed by someone else")]
    PictureChanged,
    /// Something shows the picture that is to be deleted.
    #[error("picture in use")]
    PictureInUse,
    /// The file that is to take the place of a picture's is another picture's already.
    #[error("another picture has this file")]
    PictureKnown,
    /// More bytes than the limit.
    #[error("body too large")]
    TooLarge,
    /// A body of another type than the call takes.
    #[error("unsupported media type")]
    UnsupportedMediaType {
        /// The type the call takes.
        expected: &'static str,
    },
    /// Too many attempts; try again after so many seconds.
    #[error("too many requests, retry after {retry_after} s")]
    TooManyRequests {
        /// Seconds until the next attempt can succeed.
        retry_after: u64,
    },
    /// The request took longer than the limit.
    #[error("request timed out")]
    Timeout,
    /// A change took longer than the limit; it may be done yet, or be done already.
    #[error("change timed out")]
    Unfinished,
    /// Busy, starting or stopping.
    #[error("unavailable: {0}")]
    Unavailable(&'static str),
    /// As much as may be kept is kept.
    #[error("storage full: {0}")]
    Full(&'static str),
    /// The store cannot be written, and nothing was. The text goes to the log only.
    #[error("{1:#}")]
    Unwritten(Unwritable, anyhow::Error),
    /// The site's templates or content cannot render this (the text names the file and the line).
    #[error("generation failed: {0}")]
    Generation(String),
    /// Anything that is our fault. The text goes to the log only.
    #[error("internal error: {0:#}")]
    Internal(anyhow::Error),
}

impl ApiError {
    /// One wrong field.
    pub fn field(name: &str, code: &str) -> Self {
        Self::Invalid(fields::one(name, code))
    }

    /// Status, code and title of every kind.
    fn parts(&self) -> (StatusCode, &'static str, &'static str) {
        use StatusCode as S;
        match self {
            Self::Invalid(_) => (
                S::BAD_REQUEST,
                "invalid-fields",
                "Some fields are not valid",
            ),
            Self::Unfit(_) => (
                S::UNPROCESSABLE_ENTITY,
                "unfit",
                "The post is not fit for that",
            ),
            Self::Malformed(_) => (S::BAD_REQUEST, "malformed", "The request cannot be read"),
            Self::Unprocessable(_) => (
                S::UNPROCESSABLE_ENTITY,
                "unprocessable",
                "The body has the wrong shape",
            ),
            Self::Unauthorized => (S::UNAUTHORIZED, "unauthorized", "Sign in first"),
            Self::Forbidden(_) => (S::FORBIDDEN, "forbidden", "Not allowed"),
            Self::NotForTokens => (S::FORBIDDEN, "not-for-tokens", "Not open to tokens"),
            Self::LastOwner => (S::CONFLICT, "last-owner", "The last owner cannot go"),
            Self::BadCredentials => (
                S::UNAUTHORIZED,
                "bad-credentials",
                "The credentials are not valid",
            ),
            Self::SecondStepRequired => (
                S::UNAUTHORIZED,
                "second-step-required",
                "A code is asked for",
            ),
            Self::SecondStepWrong => (S::UNAUTHORIZED, "second-step-wrong", "The code is wrong"),
            Self::SecondStepMissing => (
                S::FORBIDDEN,
                "second-step-missing",
                "Turn the second step on first",
            ),
            Self::SecondStepOn => (S::CONFLICT, "second-step-on", "The second step is on"),
            Self::OwnSecondStep => (
                S::CONFLICT,
                "own-second-step",
                "One's own second step is not reset",
            ),
            Self::NotFound => (S::NOT_FOUND, "not-found", "Not found"),
            Self::MethodNotAllowed => (
                S::METHOD_NOT_ALLOWED,
                "method-not-allowed",
                "Method not allowed",
            ),
            Self::FeaturedTaken => (S::CONFLICT, "featured-taken", "Another post is featured"),
            Self::KeyReused => (
                S::UNPROCESSABLE_ENTITY,
                "idempotency-key-reused",
                "The key belongs to another request",
            ),
            Self::KeyOffLine(_) => (
                S::UNPROCESSABLE_ENTITY,
                "idempotency-key-off-line",
                "The post of this key is off-line",
            ),
            Self::PreconditionFailed => {
                (S::PRECONDITION_FAILED, "changed", "Changed by someone else")
            }
            Self::DraftChanged => (
                S::PRECONDITION_FAILED,
                "draft-changed",
                "The working copy was changed by someone else",
            ),
            Self::MessageChanged => (
                S::PRECONDITION_FAILED,
                "message-changed",
                "The message was changed by someone else",
            ),
            Self::PictureChanged => (
                S::PRECONDITION_FAILED,
                "picture-changed",
                "The picture was changed by someone else",
            ),
            Self::PictureInUse => (S::CONFLICT, "picture-in-use", "The picture is in use"),
            Self::PictureKnown => (
                S::CONFLICT,
                "picture-known",
                "Another picture has this file",
            ),
            Self::TooLarge => (S::PAYLOAD_TOO_LARGE, "too-large", "The body is too large"),
            Self::UnsupportedMediaType { .. } => (
                S::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-media-type",
                "Unsupported media type",
            ),
            Self::TooManyRequests { .. } => (
                S::TOO_MANY_REQUESTS,
                "too-many-requests",
                "Too many attempts",
            ),
            Self::Timeout => (S::REQUEST_TIMEOUT, "timeout", "The request took too long"),
            Self::Unfinished => (S::GATEWAY_TIMEOUT, "unfinished", "The change took too long"),
            Self::Unavailable(_)
            | Self::Unwritten(Unwritable::ReadOnly | Unwritable::Crowded | Unwritable::Moved, _) => {
                (S::SERVICE_UNAVAILABLE, "unavailable", "Not available now")
            }
            Self::Full(_) | Self::Unwritten(Unwritable::Full, _) => {
                (S::INSUFFICIENT_STORAGE, "full", "Nothing more can be kept")
            }
            Self::Generation(_) => (
                S::CONFLICT,
                "generation-failed",
                "The page cannot be generated",
            ),
            Self::Internal(_) | Self::Unwritten(Unwritable::Failing, _) => {
                (S::INTERNAL_SERVER_ERROR, "internal", "Internal error")
            }
        }
    }

    /// What a client may read about this occurrence.
    fn detail(&self) -> String {
        match self {
            Self::Invalid(fields) | Self::Unfit(fields) => {
                let list: Vec<_> = fields
                    .iter()
                    .map(|(field, codes)| format!("{field}: {}", codes.join(", ")))
                    .collect();
                list.join("; ")
            }
            Self::Malformed(text) | Self::Unprocessable(text) | Self::Generation(text) => {
                text.clone()
            }
            Self::Unauthorized => "A valid access token is needed.".into(),
            Self::Forbidden(role) => format!("This needs the role {}.", role.name()),
            Self::NotForTokens => "This is for a person who is signed in.".into(),
            Self::LastOwner => "Make someone else an owner first; nothing was changed.".into(),
            Self::BadCredentials => "Invalid username, password or refresh token.".into(),
            Self::SecondStepRequired => {
                "Send the code of the device, or a recovery code, as `code` besides.".into()
            }
            Self::SecondStepWrong => {
                "The code is wrong, too old, or was used before; the next one comes within half a minute.".into()
            }
            Self::SecondStepMissing => {
                "This account needs a second step at signing in: POST /api/auth/totp/ begins.".into()
            }
            Self::SecondStepOn => "Turn it off before you begin anew.".into(),
            Self::OwnSecondStep => "DELETE /api/auth/totp/ turns one's own off.".into(),
            Self::NotFound => "There is nothing at this address, or nothing that this can be done to.".into(),
            Self::MethodNotAllowed => "The header Allow lists the methods of this address.".into(),
            Self::FeaturedTaken => "At most one post can be featured at a time.".into(),
            Self::KeyReused => {
                "This Idempotency-Key came with another body before; nothing was saved.".into()
            }
            Self::KeyOffLine(id) => format!(
                "Post {id}, which the first request with this Idempotency-Key made, has been taken off-line since; nothing was saved."
            ),
            Self::PreconditionFailed => {
                "The post has changed since it was read; nothing was saved.".into()
            }
            Self::DraftChanged => {
                "The working copy has changed since it was read; nothing was saved.".into()
            }
            Self::MessageChanged => {
                "The message has changed since it was read; nothing was saved.".into()
            }
            Self::PictureKnown => {
                "The library has this file as another picture; choose another file, or show that picture.".into()
            }
            Self::PictureChanged => {
                "What is said of the picture has changed since it was read; nothing was saved."
                    .into()
            }
            Self::PictureInUse => {
                "A post, a working copy, the history or the trash uses it; nothing was deleted."
                    .into()
            }
            Self::TooLarge => "The body has more bytes than this call accepts.".into(),
            Self::UnsupportedMediaType { expected } => format!("This call takes {expected}."),
            Self::TooManyRequests { retry_after } => format!("Try again in {retry_after} seconds."),
            Self::Timeout => {
                "The request did not arrive in time and was given up; it may be repeated.".into()
            }
            Self::Unfinished => {
                "Whether the change was made is not known: look before you repeat it. \
                A request with an Idempotency-Key may be repeated under the same key."
                    .into()
            }
            Self::Unavailable(text) | Self::Full(text) => (*text).into(),
            Self::Unwritten(Unwritable::Full, _) => {
                "The server's disk is full; nothing was saved.".into()
            }
            Self::Unwritten(Unwritable::ReadOnly, _) => {
                "The server's disk takes no changes now; nothing was saved.".into()
            }
            Self::Unwritten(Unwritable::Crowded, _) => {
                "The server has too many files open; nothing was saved. Try again in a moment.".into()
            }
            Self::Unwritten(Unwritable::Moved, _) => {
                "The server's store is not in its place; nothing was saved.".into()
            }
            Self::Internal(_) | Self::Unwritten(Unwritable::Failing, _) => {
                "Something went wrong on our side; the log has the details.".into()
            }
        }
    }

    /// The problem document.
    pub fn problem(&self) -> Problem {
        let (status, code, title) = self.parts();
        let errors = match self {
            Self::Invalid(fields) | Self::Unfit(fields) => fields.clone(),
            _ => FieldErrors::new(),
        };
        Problem {
            kind: format!("urn:problem:{code}"),
            title,
            status: status.as_u16(),
            detail: self.detail(),
            errors,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, ..) = self.parts();
        // Load is no error of ours, and anyone can cause it: the request's own line in the log is enough.
        match &self {
            Self::Internal(_) => tracing::error!(error = %self, "request failed"),
            Self::Unwritten(..) => {
                tracing::error!(error = %self, "refused: the store cannot do it now")
            }
            _ => {}
        }
        let body = serde_json::to_vec(&self.problem()).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        match self {
            Self::Unauthorized
            | Self::BadCredentials
            | Self::SecondStepRequired
            | Self::SecondStepWrong => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Self::TooManyRequests { retry_after } => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(retry_after));
            }
            Self::Unavailable(_)
            | Self::Unwritten(Unwritable::ReadOnly | Unwritable::Crowded | Unwritable::Moved, _) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            _ => {}
        }
        response
    }
}

#[cfg(test)]
#[path = "error_tests.rs"]
mod tests;
