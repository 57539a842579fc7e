//! `/api/users/invitations/`: a link that works once makes its holder a user, with a password that nobody else has seen.

use axum::{extract::State, http::StatusCode, response::Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    http::{
        app::App,
        client_address::ClientAddress,
        error::ApiError,
        extract::{ApiJson, Id, Segment},
        signed_in::Owner,
        uncached::uncached,
    },
    people::{accounts, password, refresh},
    store::{
        Moment,
        audit::{self, Deed, Kind, Who},
        invitations::{self, Invitation},
        role::Role,
    },
};

/// Whom to invite.
#[derive(Deserialize, ToSchema)]
pub struct NewInvitation {
    /// The name to sign in with: 1 to 150 characters.
    #[schema(min_length = 1, max_length = 150)]
    username: String,
    /// What they will be allowed to do.
    role: Role,
}

/// An invitation that nobody has taken up yet.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationJson {
    /// To take it back by.
    id: i64,
    /// The name to sign in with.
    username: String,
    /// What they will be allowed to do.
    role: Role,
    /// Who invites.
    invited_by: String,
    /// From then on the link opens nothing.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

/// An invitation with its link, which is told once: only its hash is kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationLink {
    #[serde(flatten)]
    invitation: InvitationJson,
    /// The address on this host. The secret is behind `#`, so that it is in no log.
    url: String,
}

/// What a link invites to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invited {
    /// The name to sign in with.
    username: String,
    /// What the user will be allowed to do.
    role: Role,
}

/// The password of one's own choice.
#[derive(Deserialize, ToSchema)]
pub struct Acceptance {
    /// 8 characters or more, 1024 bytes at most.
    #[schema(min_length = 8, format = Password)]
    password: String,
}

fn json(app: &App, invitation: Invitation) -> InvitationJson {
    InvitationJson {
        id: invitation.id,
        username: invitation.name,
        role: invitation.role,
        invited_by: invitation.created_by,
        expires_at: app.for_people(invitation.expires_at),
    }
}

/// Invitations that nobody has taken up yet.
#[utoipa::path(
    get, operation_id = "list_invitations",
    path = "/api/users/invitations/",
    tag = "users",
    security(("access" = ["owner"])),
    responses(
        (status = 200, description = "By name", body = Vec<InvitationJson>),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(_: Owner, State(app): State<App>) -> Result<Response, ApiError> {
    let now = app.time.now();
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(invitations::list(store, now)?));
    let found = found.await?.into_iter();
    let list: Vec<_> = found.map(|invitation| json(&app, invitation)).collect();
    Ok(uncached(list, StatusCode::OK))
}

/// Invites someone; the link works once, for seven days. An earlier one under the same name ends.
#[utoipa::path(
    post, operation_id = "invite_user",
    path = "/api/users/invitations/",
    tag = "users",
    security(("access" = ["owner"])),
    request_body = NewInvitation,
    responses(
        (status = 201, description = "The link; it cannot be asked for again", body = InvitationLink),
        (status = 400, description = "Not JSON, or `errors` names each wrong field: `username: taken`"),
        (status = 401, description = "No valid access token"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn create(
    owner: Owner,
    State(app): State<App>,
    ApiJson(NewInvitation { username, role }): ApiJson<NewInvitation>,
) -> Result<Response, ApiError> {
    let errors = accounts::check(&username, None);
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    let secret = refresh::random();
    let url = format!("/login#invitation={secret}");
    let (by, now) = (owner.name().to_owned(), app.time.now());
    let invitation_of = |made: &Invitation| {
        let subject = format!("{}: {}", made.name, made.role.name());
        Some(Deed::about(Kind::Invited, subject))
    };
    let invited = owner.write(&app, invitation_of, move |store| {
        Ok(accounts::invite(store, &secret, &username, role, &by, now)?)
    });
    let invitation = json(&app, invited.await?);
    tracing::info!(
        user = owner.user,
        invitation = invitation.id,
        "user invited"
    );
    Ok(uncached(
        InvitationLink { invitation, url },
        StatusCode::CREATED,
    ))
}

/// Takes an invitation back.
#[utoipa::path(
    delete, operation_id = "delete_invitation",
    path = "/api/users/invitations/{id}/",
    tag = "users",
    security(("access" = ["owner"])),
    params(("id" = i64, Path, description = "The invitation's number")),
    responses(
        (status = 204, description = "Its link opens nothing any more"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such invitation"),
    ),
)]
pub async fn delete(
    owner: Owner,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    let removed = owner.write(
        &app,
        |name: &Option<String>| Some(Deed::about(Kind::InvitationRemoved, name.as_ref()?)),
        move |store| {
            let name = invitations::name(store, id)?;
            invitations::remove(store, id)?;
            Ok(name)
        },
    );
    match removed.await? {
        Some(_) => Ok(StatusCode::NO_CONTENT),
        None => Err(ApiError::NotFound),
    }
}

/// Behind it the secret of a link.
pub const PREFIX: &str = "/api/invitations/";

/// What a link invites to, for whoever has it.
#[utoipa::path(
    get, operation_id = "read_invitation",
    path = "/api/invitations/{secret}/",
    tag = "users",
    params(("secret" = String, Path, description = "What stands behind `#invitation=` in the link")),
    responses(
        (status = 200, description = "It is valid", body = Invited),
        (status = 404, description = "Taken up, taken back or over"),
    ),
)]
pub async fn read(State(app): State<App>, Segment(secret): Segment) -> Result<Response, ApiError> {
    let now = app.time.now();
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(accounts::invitation(store, &secret, now)?));
    let found = found.await?;
    let invited = Invited {
        username: found.name,
        role: found.role,
    };
    Ok(uncached(invited, StatusCode::OK))
}

/// Takes an invitation up: whoever has the link chooses a password and is a user from then on.
#[utoipa::path(
    post, operation_id = "accept_invitation",
    path = "/api/invitations/{secret}/",
    tag = "users",
    params(("secret" = String, Path, description = "What stands behind `#invitation=` in the link")),
    request_body = Acceptance,
    responses(
        (status = 201, description = "The user exists; sign in as usual", body = Invited),
        (status = 400, description = "Not JSON, or `errors`: `password: too_short`, `username: taken`"),
        (status = 404, description = "Taken up, taken back or over"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn accept(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Segment(secret): Segment,
    ApiJson(Acceptance { password }): ApiJson<Acceptance>,
) -> Result<Response, ApiError> {
    password::check(&password).map_err(|code| ApiError::field("password", code))?;
    let now = Moment {
        wall: app.clock.now().as_millisecond(),
        time: app.time.now(),
    };
    // Only a link that is valid costs the work of a hash.
    let known = secret.clone();
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(accounts::invitation(store, &known, now.time)?));
    found.await?;
    let hash = app.passwords.hash_in_turn(password).await?;
    let accepted = app.store.write(move |store| {
        let account = accounts::accept(store, &secret, &hash, now)?;
        let who = Who {
            user_id: Some(account.id),
            name: account.name.clone(),
            address: address.to_string(),
        };
        let deed = Deed::about(Kind::InvitationAccepted, account.role.name());
        audit::record(store, &who, &deed, now)?;
        Ok::<_, ApiError>(account)
    });
    let account = accepted.await?;
    tracing::info!(user = account.id, "an invitation was taken up");
    let invited = Invited {
        username: account.name,
        role: account.role,
    };
    Ok(uncached(invited, StatusCode::CREATED))
}
