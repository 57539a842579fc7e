//! What the record of who did what tells of: kinds of deeds, and who does them.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! kinds {
    ($($kind:ident $name:literal $what:literal,)*) => {
        /// What was done.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = AuditKind)]
        pub enum Kind {
            $(#[doc = $what] $kind,)*
        }

        impl Kind {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// As the store and the API spell it.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }
        }
    };
}

kinds! {
    SignedIn "signed_in" "Somebody signed in.",
    SignInFailed "sign_in_failed" "Somebody tried to; those of an hour with the same name from the same address are one entry.",
    SignedOut "signed_out" "Somebody signed out.",
    SessionEnded "session_ended" "Somebody ended another sign-in of their own.",
    SignInRevoked "sign_in_revoked" "A refresh token was used twice: the sign-in that it belongs to was revoked.",
    SessionsEnded "sessions_ended" "Somebody ended all sign-ins of their own.",
    PasswordChanged "password_changed" "A password was changed.",
    SecondStepOn "second_step_on" "Somebody turned the second step of their own sign-in on.",
    SecondStepOff "second_step_off" "Somebody turned it off.",
    SecondStepReset "second_step_reset" "It was turned off for somebody else, who has lost the device.",
    RecoveryCodesRenewed "recovery_codes_renewed" "Somebody got recovery codes in the place of their earlier ones.",
    RecoveryCodeUsed "recovery_code_used" "Somebody signed in by a recovery code.",
    PostCreated "post_created" "A post was made and is on-line.",
    PostSaved "post_saved" "A post was changed on-line.",
    DraftCreated "draft_created" "A working copy was begun.",
    DraftSaved "draft_saved" "A working copy was saved; those of an hour by the same person in a row are one entry.",
    DraftDiscarded "draft_discarded" "A working copy was given up.",
    RevisionRestored "revision_restored" "A revision became the working copy.",
    TranslationSettled "translation_settled" "A translation was declared right.",
    ApprovalAsked "approval_asked" "Somebody asked for publication.",
    ApprovalWithdrawn "approval_withdrawn" "Somebody asked no more.",
    ApprovalReturned "approval_returned" "A request was sent back with a note.",
    PostPublished "post_published" "Languages went live.",
    PostUnpublished "post_unpublished" "Languages went off-line.",
    PlanMade "plan_made" "One of the two was planned.",
    PlanCancelled "plan_cancelled" "It was planned no more.",
    PlanDone "plan_done" "What was planned was done, in the name of who planned it.",
    PostDeleted "post_deleted" "A post went into the trash.",
    PostRestored "post_restored" "A post came out of the trash.",
    PostForgotten "post_forgotten" "A post was deleted for good.",
    RedirectSet "redirect_set" "The address of a post leads elsewhere.",
    RedirectRemoved "redirect_removed" "The address of a post leads nowhere else.",
    LinkMade "link_made" "A share link was made.",
    LinksRevoked "links_revoked" "Share links were taken back.",
    PictureStored "picture_stored" "A picture was uploaded.",
    PictureDescribed "picture_described" "What is said of a picture was changed.",
    PictureReplaced "picture_replaced" "Another file took the place of a picture's.",
    PictureDeleted "picture_deleted" "A picture was deleted.",
    MessageHandled "message_handled" "What staff say of a message was changed.",
    MessageDeleted "message_deleted" "A message was deleted.",
    UserAdded "user_added" "A user was added.",
    UserChanged "user_changed" "A user got another role, or the account was shut or opened.",
    UserRemoved "user_removed" "A user was removed.",
    Invited "invited" "Somebody was invited.",
    InvitationRemoved "invitation_removed" "An invitation was taken back.",
    InvitationAccepted "invitation_accepted" "An invitation was taken up.",
    TokenMade "token_made" "A token for scripts was made.",
    TokenRevoked "token_revoked" "A token for scripts was revoked.",
    WebhookAdded "webhook_added" "A webhook was added.",
    WebhookRemoved "webhook_removed" "A webhook was removed.",
    WebhookDisabled "webhook_disabled" "A webhook was disabled because its receiver said that it is gone.",
    Deployed "deployed" "The site was deployed.",
    ReleaseRestored "release_restored" "An earlier publication was put in place again; publishing waits.",
    PublishingResumed "publishing_resumed" "Publishing went on.",
    DeployFailed "deploy_failed" "A deployment failed; those in a row are one entry.",
}

impl ToSql for Kind {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.name().into())
    }
}

impl FromSql for Kind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        let kind = Self::ALL.iter().find(|kind| kind.name() == name);
        kind.copied().ok_or(FromSqlError::InvalidType)
    }
}

/// Who does something, from where.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Who {
    /// Their number, if they are a user.
    pub user_id: Option<i64>,
    /// Their name.
    pub name: String,
    /// The client's address.
    pub address: String,
}

impl Who {
    /// Whoever may run `cms` on the machine.
    pub fn shell() -> Self {
        Self {
            address: "shell".to_owned(),
            ..Self::default()
        }
    }
}

/// What is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// Of which kind.
    pub kind: Kind,
    /// To which post.
    pub post_id: Option<i64>,
    /// Whom or what it is about besides; nothing secret.
    pub subject: String,
}

impl Deed {
    /// To a post.
    pub fn post(kind: Kind, id: i64) -> Self {
        Self {
            kind,
            post_id: Some(id),
            subject: String::new(),
        }
    }

    /// About somebody or something else.
    pub fn about(kind: Kind, subject: impl Into<String>) -> Self {
        Self {
            kind,
            post_id: None,
            subject: subject.into(),
        }
    }

    /// With more to say.
    pub fn with(mut self, subject: impl Into<String>) -> Self {
        self.subject = subject.into();
        self
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Kind;

    #[test]
    fn a_kind_is_spelt_alike_in_the_store_and_the_api() {
        for kind in Kind::ALL {
            let spelt = serde_json::to_value(kind).unwrap();
            assert_eq!(spelt, kind.name());
        }
    }
}
