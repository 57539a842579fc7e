//! What the rooms below refuse, in the words of the API: the only place that translates.

use std::io;

use crate::{
    fields::FieldErrors,
    http::error::ApiError,
    media::desk as library,
    messages::{desk::DeskError, inbox::InboxError},
    people::{
        accounts::AccountError, enrolment::StepError, error::SignInError, own::PasswordError,
    },
    posts::error::PostError,
    publishing::PreviewError,
    store::{
        role::Role,
        turns::Busy,
        unwritable::{self, Failure, Unwritable},
    },
    webhooks::desk::WebhookError,
};

const MESSAGES_FULL: &str = "No more messages can be kept here; please write an e-mail or call.";

impl From<FieldErrors> for ApiError {
    fn from(errors: FieldErrors) -> Self {
        Self::Invalid(errors)
    }
}

impl From<PostError> for ApiError {
    fn from(error: PostError) -> Self {
        match error {
            PostError::Missing => Self::NotFound,
            PostError::Changed => Self::PreconditionFailed,
            PostError::DraftChanged => Self::DraftChanged,
            PostError::FeaturedTaken => Self::FeaturedTaken,
            PostError::KeyReused => Self::KeyReused,
            PostError::MadeOffLine(id) => Self::KeyOffLine(id),
            PostError::ForEditors => Self::Forbidden(Role::Editor),
            PostError::Unfit(errors) => Self::Unfit(errors),
            PostError::Store(error) => error.into(),
        }
    }
}

impl From<SignInError> for ApiError {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::Refused => Self::BadCredentials,
            SignInError::SecondStep => Self::SecondStepRequired,
            SignInError::WrongCode => Self::SecondStepWrong,
            SignInError::Throttled(retry_after) => Self::TooManyRequests { retry_after },
            SignInError::Crowded => Self::Unavailable("Too many are signing in."),
            SignInError::Failed(error) => error.into(),
        }
    }
}

impl From<WebhookError> for ApiError {
    fn from(error: WebhookError) -> Self {
        match error {
            WebhookError::Missing => Self::NotFound,
            WebhookError::Invalid(errors) => Self::Invalid(errors),
            WebhookError::Failed(error) => error.into(),
        }
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Missing => Self::NotFound,
            AccountError::LastOwner => Self::LastOwner,
            AccountError::Invalid(errors) => Self::Invalid(errors),
            AccountError::Failed(error) => error.into(),
        }
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Invalid(errors) => Self::Invalid(errors),
            // Signed in, but not any more.
            PasswordError::SignIn(SignInError::Refused) => Self::Unauthorized,
            PasswordError::SignIn(error) => error.into(),
        }
    }
}

impl From<StepError> for ApiError {
    fn from(error: StepError) -> Self {
        match error {
            StepError::On => Self::SecondStepOn,
            StepError::Off => Self::NotFound,
            StepError::Password(error) => error.into(),
        }
    }
}

impl From<InboxError> for ApiError {
    fn from(error: InboxError) -> Self {
        match error {
            InboxError::Throttled(retry_after) => Self::TooManyRequests { retry_after },
            InboxError::Full => Self::Full(MESSAGES_FULL),
            InboxError::Failed(error) => error.into(),
        }
    }
}

impl From<DeskError> for ApiError {
    fn from(error: DeskError) -> Self {
        match error {
            DeskError::Missing => Self::NotFound,
            DeskError::Changed => Self::MessageChanged,
            DeskError::Invalid(errors) => Self::Invalid(errors),
            DeskError::Failed(error) => error.into(),
        }
    }
}

impl From<library::DeskError> for ApiError {
    fn from(error: library::DeskError) -> Self {
        use library::DeskError as E;
        match error {
            E::Missing => Self::NotFound,
            E::Changed => Self::PictureChanged,
            E::InUse => Self::PictureInUse,
            E::Known => Self::PictureKnown,
            E::ForEditors => Self::Forbidden(Role::Editor),
            E::Invalid(errors) => Self::Invalid(errors),
            E::Failed(error) => error.into(),
        }
    }
}

impl From<PreviewError> for ApiError {
    fn from(error: PreviewError) -> Self {
        match error {
            PreviewError::NoLanguage(_) => Self::field("lang", "invalid_choice"),
            error => Self::Generation(error.to_string()),
        }
    }
}

impl From<anyhow::Error> for ApiError {
    fn from(error: anyhow::Error) -> Self {
        if error.chain().any(is_busy) {
            return Self::Unavailable("The store is busy; try again in a moment.");
        }
        match Unwritable::of(&error) {
            // Nobody knows what of it is there.
            Some(Unwritable::Failing) | None => Self::Internal(error),
            Some(why) => Self::Unwritten(why, error),
        }
    }
}

impl Failure for ApiError {
    fn unwritable(&self) -> Option<Unwritable> {
        match self {
            Self::Unwritten(why, _) => Some(*why),
            Self::Internal(error) => Unwritable::of(error),
            _ => None,
        }
    }
}

impl ApiError {
    /// Of a file that is opened or read.
    pub fn of_file(error: io::Error) -> Self {
        if unwritable::has_no_number_left(&error) {
            Self::Unavailable("The server has too many files open; try again in a moment.")
        } else {
            Self::Internal(error.into())
        }
    }
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> Self {
        anyhow::Error::from(error).into()
    }
}

/// Whether a queue of ours was full, or another program holds the store's lock.
fn is_busy(cause: &(dyn std::error::Error + 'static)) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    let code = cause
        .downcast_ref::<rusqlite::Error>()
        .and_then(rusqlite::Error::sqlite_error_code);
    cause.is::<Busy>() || matches!(code, Some(DatabaseBusy | DatabaseLocked))
}
