use super::*;
use crate::store::turns::Busy;

fn unwritten(why: Unwritable) -> ApiError {
    anyhow::anyhow!("x").context(why).context("y").into()
}

/// As the system numbers it, Linux and macOS alike.
fn file(number: i32) -> ApiError {
    ApiError::of_file(std::io::Error::from_raw_os_error(number))
}

/// Each kind with its status: the table that clients rely on.
#[test]
fn every_kind_has_its_status() {
    let table: Vec<(ApiError, u16, &str)> = vec![
        (
            ApiError::field("title_az", "required"),
            400,
            "invalid-fields",
        ),
        (ApiError::Malformed("x".into()), 400, "malformed"),
        (ApiError::Unprocessable("x".into()), 422, "unprocessable"),
        (ApiError::Unauthorized, 401, "unauthorized"),
        (ApiError::BadCredentials, 401, "bad-credentials"),
        (ApiError::NotForTokens, 403, "not-for-tokens"),
        (ApiError::SecondStepRequired, 401, "second-step-required"),
        (ApiError::SecondStepWrong, 401, "second-step-wrong"),
        (ApiError::SecondStepMissing, 403, "second-step-missing"),
        (ApiError::SecondStepOn, 409, "second-step-on"),
        (ApiError::OwnSecondStep, 409, "own-second-step"),
        (ApiError::NotFound, 404, "not-found"),
        (ApiError::MethodNotAllowed, 405, "method-not-allowed"),
        (ApiError::FeaturedTaken, 409, "featured-taken"),
        (ApiError::PreconditionFailed, 412, "changed"),
        (ApiError::MessageChanged, 412, "message-changed"),
        (ApiError::PictureChanged, 412, "picture-changed"),
        (ApiError::PictureInUse, 409, "picture-in-use"),
        (ApiError::PictureKnown, 409, "picture-known"),
        (ApiError::TooLarge, 413, "too-large"),
        (
            ApiError::UnsupportedMediaType { expected: "x" },
            415,
            "unsupported-media-type",
        ),
        (
            ApiError::TooManyRequests { retry_after: 9 },
            429,
            "too-many-requests",
        ),
        (ApiError::Timeout, 408, "timeout"),
        (ApiError::Unfinished, 504, "unfinished"),
        (ApiError::Unavailable("x"), 503, "unavailable"),
        (ApiError::KeyReused, 422, "idempotency-key-reused"),
        (ApiError::KeyOffLine(7), 422, "idempotency-key-off-line"),
        (ApiError::Full("x"), 507, "full"),
        (
            anyhow::Error::from(Busy).context("x").into(),
            503,
            "unavailable",
        ),
        (ApiError::Generation("x".into()), 409, "generation-failed"),
        (ApiError::Internal(anyhow::anyhow!("x")), 500, "internal"),
        (unwritten(Unwritable::Full), 507, "full"),
        (unwritten(Unwritable::ReadOnly), 503, "unavailable"),
        (unwritten(Unwritable::Crowded), 503, "unavailable"),
        (unwritten(Unwritable::Moved), 503, "unavailable"),
        (unwritten(Unwritable::Failing), 500, "internal"),
        (file(24), 503, "unavailable"),
        (file(5), 500, "internal"),
    ];
    for (error, status, code) in table {
        let told = format!("`{code}`");
        assert!(
            include_str!("problem.rs").contains(&told),
            "{code} is not in the document"
        );
        let problem = error.problem();
        assert_eq!(
            (problem.status, problem.kind.as_str()),
            (status, format!("urn:problem:{code}").as_str())
        );
        let response = error.into_response();
        assert_eq!(response.status().as_u16(), status);
        assert_eq!(response.headers()[header::CONTENT_TYPE], PROBLEM_JSON);
    }
}

#[test]
fn internals_stay_inside() {
    let error = ApiError::Internal(anyhow::anyhow!("/var/lib/secret.db: no such table users"));
    let text = serde_json::to_string(&error.problem()).unwrap_or_default();
    assert!(
        !text.contains("secret") && !text.contains("users"),
        "{text}"
    );
}

#[test]
fn throttling_says_when_to_come_back() {
    let response = ApiError::TooManyRequests { retry_after: 9 }.into_response();
    assert_eq!(response.headers()[header::RETRY_AFTER], "9");
}
