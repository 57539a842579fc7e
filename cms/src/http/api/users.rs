//! `/api/users/`: who is staff, and what each may do. The rules are in `crate::people::accounts`.

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    http::{
        app::App,
        error::ApiError,
        extract::{ApiJson, Id},
        signed_in::Owner,
    },
    people::accounts::{self, Change},
    store::{
        audit::{Deed, Kind},
        role::Role,
        users::{self, Account},
    },
};

/// A user as owners see them.
#[derive(Debug, Serialize, ToSchema)]
pub struct User {
    /// The user's number.
    id: i64,
    /// To sign in with.
    username: String,
    /// What they may do.
    role: Role,
    /// Whether the account is shut.
    disabled: bool,
    /// Whether signing in takes a code besides the password.
    second_step: bool,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When they were seen last, as far as a sign-in of the last fourteen days tells.
    #[schema(value_type = Option<String>, format = DateTime)]
    seen_at: Option<Timestamp>,
}

impl User {
    fn of(app: &App, account: Account) -> Self {
        Self {
            id: account.id,
            username: account.name,
            role: account.role,
            disabled: account.disabled_at.is_some(),
            second_step: account.second_step,
            created_at: Timestamp::from_millisecond(account.created_at).unwrap_or_default(),
            seen_at: account.seen_at.map(|at| app.for_people(at)),
        }
    }
}

/// A new user.
#[derive(Deserialize, ToSchema)]
pub struct NewUser {
    /// To sign in with: 1 to 150 characters.
    #[schema(min_length = 1, max_length = 150)]
    username: String,
    /// 8 characters or more, 1024 bytes at most.
    #[schema(min_length = 8, format = Password)]
    password: String,
    /// What they may do.
    role: Role,
}

/// What is to be different; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UserChange {
    /// Another role.
    #[serde(default)]
    role: Option<Role>,
    /// Shut: nobody signs in with it, and every session ends.
    #[serde(default)]
    disabled: Option<bool>,
}

/// All users by name.
#[utoipa::path(
    get, operation_id = "list_users",
    path = "/api/users/",
    tag = "users",
    security(("access" = ["owner"])),
    responses(
        (status = 200, description = "All users", body = Vec<User>),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(_: Owner, State(app): State<App>) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(|store| Ok::<_, ApiError>(users::accounts(store)?));
    let found = found.await?.into_iter();
    let list: Vec<User> = found.map(|account| User::of(&app, account)).collect();
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(list)).into_response())
}

/// Adds a user with a password that the owner hands over. Better: an invitation.
#[utoipa::path(
    post, operation_id = "create_user",
    path = "/api/users/",
    tag = "users",
    security(("access" = ["owner"])),
    request_body = NewUser,
    responses(
        (status = 201, description = "Added", body = User),
        (status = 400, description = "Not JSON, or `errors` names each wrong field: `username: taken`, `password: too_short`"),
        (status = 401, description = "No valid access token"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn create(
    owner: Owner,
    State(app): State<App>,
    ApiJson(NewUser {
        username,
        password,
        role,
    }): ApiJson<NewUser>,
) -> Result<Response, ApiError> {
    let errors = accounts::check(&username, Some(&password));
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    let hash = app.passwords.hash_in_turn(password).await?;
    let now = app.clock.now().as_millisecond();
    let added = |account: &Account| Some(with_role(Kind::UserAdded, account));
    let account = owner.write(&app, added, move |store| {
        Ok(accounts::add(store, &username, &hash, role, now)?)
    });
    let account = account.await?;
    tracing::info!(user = owner.user, added = account.id, "user added");
    Ok((StatusCode::CREATED, Json(User::of(&app, account))).into_response())
}

/// Changes what a user may do, or shuts the account. One who owns the place is always left.
#[utoipa::path(
    patch, operation_id = "update_user",
    path = "/api/users/{id}/",
    tag = "users",
    security(("access" = ["owner"])),
    params(("id" = i64, Path, description = "The user's number")),
    request_body = UserChange,
    responses(
        (status = 200, description = "Changed", body = User),
        (status = 400, description = "Not JSON"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such user"),
        (status = 409, description = "`last-owner`: nobody would be left who may manage the others"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn update(
    owner: Owner,
    State(app): State<App>,
    Id(id): Id,
    ApiJson(UserChange { role, disabled }): ApiJson<UserChange>,
) -> Result<Json<User>, ApiError> {
    let now = app.clock.now().as_millisecond();
    let change = Change { role, disabled };
    // What was so before is no deed.
    let changed = |(before, after): &(Account, Account)| {
        let said = |account| with_role(Kind::UserChanged, account);
        (said(before) != said(after)).then(|| said(after))
    };
    let account = owner.write(&app, changed, move |store| {
        let before = users::by_id(store, id)?.ok_or(ApiError::NotFound)?;
        Ok((before, accounts::change(store, id, change, now)?))
    });
    let (_, account) = account.await?;
    tracing::info!(user = owner.user, changed = id, "user changed");
    Ok(Json(User::of(&app, account)))
}

fn with_role(kind: Kind, account: &Account) -> Deed {
    let shut = account.disabled_at.map_or("", |_| ", disabled");
    let (name, role) = (&account.name, account.role.name());
    Deed::about(kind, format!("{name}: {role}{shut}"))
}

/// Removes a user; every session ends, posts stay.
#[utoipa::path(
    delete, operation_id = "delete_user",
    path = "/api/users/{id}/",
    tag = "users",
    security(("access" = ["owner"])),
    params(("id" = i64, Path, description = "The user's number")),
    responses(
        (status = 204, description = "Removed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such user"),
        (status = 409, description = "`last-owner`: nobody would be left who may manage the others"),
    ),
)]
pub async fn delete(
    owner: Owner,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    let removed = owner.write(
        &app,
        |name: &String| Some(Deed::about(Kind::UserRemoved, name)),
        move |store| {
            let account = users::by_id(store, id)?.ok_or(ApiError::NotFound)?;
            accounts::remove(store, id)?;
            Ok(account.name)
        },
    );
    removed.await?;
    tracing::info!(user = owner.user, removed = id, "user removed");
    Ok(StatusCode::NO_CONTENT)
}
