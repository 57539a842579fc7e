//! Messages as the API spells them.

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{app::App, etag::ETag},
    store::{
        inbox::{self, Assignee, Folder, Handled},
        messages::Suspicion,
    },
};

/// A message of the contact form.
#[derive(Debug, Serialize, ToSchema)]
pub struct Message {
    /// The message's number.
    id: i64,
    /// When it came.
    #[schema(value_type = String, format = DateTime)]
    received_at: Timestamp,
    /// Of the visitor.
    name: String,
    /// Where to answer.
    email: String,
    /// May be empty.
    phone: String,
    /// As chosen in the form.
    subject: String,
    /// What it is about.
    message: String,
    /// What has become of it.
    state: inbox::State,
    /// Whether somebody has opened it.
    read: bool,
    /// Why it is kept apart, if it is.
    #[schema(value_type = Option<Suspicion>)]
    suspected: Option<Suspicion>,
    /// Of staff, for staff.
    note: String,
    /// Who is to answer it.
    #[schema(value_type = Option<Assignee>)]
    assigned_to: Option<Assignee>,
    /// Who changed the state last.
    handled_by: Option<String>,
    /// When.
    #[schema(value_type = Option<String>, format = DateTime)]
    handled_at: Option<Timestamp>,
    /// When it went out by e-mail.
    #[schema(value_type = Option<String>, format = DateTime)]
    mailed_at: Option<Timestamp>,
    /// Rises with every change of what staff write.
    version: i64,
    /// Strong entity tag of what staff write, for If-Match.
    etag: String,
}

impl Message {
    /// As it is in the store.
    pub fn of(app: &App, message: Handled) -> Self {
        let time = |millis| Timestamp::from_millisecond(millis).unwrap_or_default();
        Self {
            version: message.version,
            etag: tag(&app.store_id, &message).text().to_owned(),
            id: message.id,
            received_at: time(message.received_at),
            name: message.name,
            email: message.email,
            phone: message.phone,
            subject: message.subject,
            message: message.message,
            state: message.state,
            read: message.read_at.is_some(),
            suspected: message.suspected,
            note: message.note,
            assigned_to: message.assigned_to,
            handled_by: message.handled_by,
            handled_at: message.handled_at.map(time),
            mailed_at: message.relayed_at.map(|at| app.for_people(at)),
        }
    }
}

/// The tag of what staff write about a message.
pub fn tag(store_id: &str, message: &Handled) -> ETag {
    let Handled { id, version, .. } = message;
    ETag::new(format!("message-{store_id}-{id}-{version}"))
}

/// Which messages.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct MessageQuery {
    /// In this state only; without it all that nobody suspects.
    #[param(inline)]
    pub state: Option<StateFilter>,
    /// Only those in which all of these words are: in the message, about its sender, in the note or the name of who is to
    /// answer. Case does not count, nor do `İ`, `I`, `ı`, `i` and `ё`, `е` differ.
    #[param(max_length = 200)]
    pub q: String,
    /// From 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32)]
    pub page: Option<u32>,
    /// Instead of `page`: those next to the message of this number, and older. Nothing is skipped when others leave.
    #[param(minimum = 1)]
    pub before: Option<i64>,
    /// Instead of `page`: those next to the message of this number, and newer.
    #[param(minimum = 1)]
    pub after: Option<i64>,
    /// Messages on a page, 20 when it is left out.
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<u32>,
}

/// A folder of the inbox.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StateFilter {
    /// All that nobody suspects.
    All,
    /// Not answered yet.
    New,
    /// Answered.
    Answered,
    /// Done with.
    Archived,
    /// Kept apart: a robot's, or more than one visitor sends or there is room for.
    Suspected,
}

/// What the store calls it.
pub fn folder(state: Option<StateFilter>) -> Folder {
    match state {
        None | Some(StateFilter::All) => Folder::All,
        Some(StateFilter::New) => Folder::Of(inbox::State::New),
        Some(StateFilter::Answered) => Folder::Of(inbox::State::Answered),
        Some(StateFilter::Archived) => Folder::Of(inbox::State::Archived),
        Some(StateFilter::Suspected) => Folder::Apart,
    }
}

/// What is to be different; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MessageChange {
    /// Another state.
    #[serde(default)]
    pub state: Option<inbox::State>,
    /// Another note: 2,000 characters at most.
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub note: Option<String>,
    /// The number of who is to answer it, or null for nobody.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    pub assigned_to: Option<Option<i64>>,
    /// Whether somebody has opened it. Every other change says so, too.
    #[serde(default)]
    pub read: Option<bool>,
    /// `false`: it is not kept apart any more. The contrary is not for staff to say.
    #[serde(default)]
    pub suspected: Option<bool>,
}

/// Tells null from what is not there.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<i64>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
