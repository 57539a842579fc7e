//! A refusal as clients read it.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::fields::FieldErrors;

/// What clients see of a refusal (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// Names the kind of problem: `urn:problem:featured-taken`. User interfaces translate this code, which is one of `bad-credentials`,
    /// `changed`, `draft-changed`, `featured-taken`, `forbidden`, `full`, `generation-failed`, `idempotency-key-off-line`,
    /// `idempotency-key-reused`, `internal`, `invalid-fields`, `last-owner`, `malformed`, `message-changed`, `method-not-allowed`,
    /// `not-for-tokens`, `not-found`, `own-second-step`, `picture-changed`, `picture-in-use`, `picture-known`, `second-step-missing`,
    /// `second-step-on`, `second-step-required`, `second-step-wrong`, `timeout`, `too-large`, `too-many-requests`, `unauthorized`,
    /// `unavailable`, `unfinished`, `unfit`, `unprocessable` and `unsupported-media-type`.
    #[serde(rename = "type")]
    #[schema(example = "urn:problem:invalid-fields")]
    pub kind: String,
    /// The kind in English words.
    pub title: &'static str,
    /// The HTTP status.
    #[schema(example = 400)]
    pub status: u16,
    /// This occurrence in English words.
    pub detail: String,
    /// Codes by field, for `invalid-fields` and `unfit` only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false, value_type = std::collections::HashMap<String, Vec<String>>)]
    pub errors: FieldErrors,
}
