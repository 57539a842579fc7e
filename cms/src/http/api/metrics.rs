//! `/metrics`, for Prometheus.

use axum::{
    extract::{ConnectInfo, State},
    http::{HeaderMap, header},
    response::IntoResponse,
};

use crate::{
    http::{app::App, error::ApiError, metrics::Text, network::listener::Peer},
    publishing::{
        deployment::DeployState,
        status::{State as Publishing, Status},
    },
    store::{families, messages},
};

/// Figures for Prometheus.
///
/// For programs on this machine, and for whoever has the configured token; nobody else.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operations",
    responses(
        (status = 200, description = "Prometheus text format 0.0.4", body = String, content_type = "text/plain"),
        (status = 404, description = "Not for you"),
    ),
)]
pub async fn read(
    State(app): State<App>,
    peer: Option<axum::Extension<ConnectInfo<Peer>>>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let local = peer.is_some_and(|peer| peer.0.0.0.ip().is_loopback());
    if !may_read(&headers, local, app.config.metrics_token.as_deref()) {
        return Err(ApiError::NotFound);
    }
    let now = app.time.now();
    let (sessions, kept, waiting) = app
        .store
        .read(move |store| {
            let (kept, waiting) = messages::counts(store)?;
            Ok::<_, ApiError>((families::active(store, now)?, kept, waiting))
        })
        .await?;
    let mut text = Text(app.metrics.render());
    publication(&mut text, &app.publisher.status());
    text.gauge(
        "cms_store_unwritable",
        "1 while nothing can be saved",
        u8::from(app.store.unwritable().is_some()),
    );
    text.gauge(
        "cms_sessions",
        "Sign-ins that can still be renewed",
        sessions,
    );
    text.gauge("cms_messages", "Contact messages kept", kept);
    text.gauge(
        "cms_messages_waiting",
        "Contact messages that wait for the e-mail relay",
        waiting,
    );
    Ok((
        [(
            header::CONTENT_TYPE,
            "text/plain; version=0.0.4; charset=utf-8",
        )],
        text.0,
    ))
}

/// What proxies say of a request that they pass on.
const PROXIED: [&str; 7] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-server",
    "x-real-ip",
];

/// A request that came through a proxy is not from this machine, though its peer is.
fn may_read(headers: &HeaderMap, local: bool, token: Option<&str>) -> bool {
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let known = |text: &str| blake3::hash(text.as_bytes());
    match (token, given) {
        (Some(token), Some(given)) if !token.is_empty() => known(token) == known(given),
        _ => local && !PROXIED.iter().any(|name| headers.contains_key(*name)),
    }
}

fn publication(text: &mut Text, status: &Status) {
    let last = status.last_build.as_ref();
    text.gauge(
        "cms_revision_lag",
        "Saves that are not live yet",
        status.revision - status.published_revision,
    );
    text.gauge(
        "cms_publishing",
        "1 while a generation runs or waits",
        u8::from(status.state == Publishing::Publishing),
    );
    text.gauge(
        "cms_publication_failed",
        "1 while the last generation failed",
        u8::from(status.state == Publishing::Failed),
    );
    text.gauge(
        "cms_generation_ms",
        "The last generation that went live",
        last.map_or(0.0, |build| build.ms),
    );
    text.gauge(
        "cms_pages",
        "Pages of the site",
        last.map_or(0, |build| build.pages),
    );
    text.gauge(
        "cms_images_pending",
        "Pictures that wait to be encoded",
        last.map_or(0, |build| build.images_pending),
    );
    if let Some(deploy) = &status.deploy {
        // Of several targets, that of the one that is most behind.
        let arrived = status.deployments.iter().map(|one| one.arrived).min();
        let lag = status.published_revision - arrived.unwrap_or(deploy.arrived);
        text.gauge(
            "cms_deploy_failed",
            "1 while the last deployment failed",
            u8::from(deploy.state == DeployState::Failed),
        );
        text.gauge(
            "cms_deploy_revision_lag",
            "Published saves that a target does not have yet",
            lag,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{publishing::deployment::DeployStatus, store::revisions::Revisions};

    #[test]
    fn what_a_target_lacks_is_what_did_not_arrive_there() {
        let mut status = Status::new(Revisions {
            saved: 7,
            published: 7,
            edits: 0,
        });
        let mut lag = |target: usize, revision: i64, state: DeployState| {
            status.deployed(DeployStatus {
                state,
                ..DeployStatus::running(target, revision, jiff::Timestamp::UNIX_EPOCH)
            });
            let mut text = Text(String::new());
            publication(&mut text, &status);
            let mut lines = text.0.lines();
            let found = lines.find_map(|line| line.strip_prefix("cms_deploy_revision_lag "));
            found.and_then(|found| found.parse().ok())
        };
        let (live, failed) = (DeployState::Live, DeployState::Failed);
        assert_eq!(lag(1, 5, live), Some(2));
        assert_eq!(lag(1, 7, failed), Some(2), "a try is no arrival");
        assert_eq!(lag(1, 7, DeployState::Running), Some(2));
        assert_eq!(lag(1, 7, live), Some(0));
        assert_eq!(lag(2, 7, failed), Some(1), "of the other");
        assert_eq!(lag(2, 7, live), Some(0));
    }

    #[test]
    fn figures_are_for_this_machine_or_the_token() {
        let with = |name: &'static str, value: &'static str| {
            HeaderMap::from_iter([(
                name.parse().unwrap_or(header::ACCEPT),
                header::HeaderValue::from_static(value),
            )])
        };
        let table = [
            (HeaderMap::new(), true, None, true),
            (HeaderMap::new(), false, None, false),
            (with("x-forwarded-for", "1.2.3.4"), true, None, false),
            (with("forwarded", "for=1.2.3.4"), true, None, false),
            (with("x-real-ip", "1.2.3.4"), true, None, false),
            (with("via", "1.1 proxy"), true, None, false),
            (with("authorization", "Bearer t"), false, Some("t"), true),
            (with("authorization", "Bearer u"), true, Some("t"), false),
            (with("authorization", "Bearer "), false, Some(""), false),
            (HeaderMap::new(), false, Some("t"), false),
        ];
        for (headers, local, token, expected) in table {
            assert_eq!(
                may_read(&headers, local, token),
                expected,
                "{headers:?} {local} {token:?}"
            );
        }
    }
}
