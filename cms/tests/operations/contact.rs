use std::time::Duration;

use cms::{
    config::mail::Settings,
    messages::{
        mailer::Mailer,
        relay::{Relayed, relay_due},
    },
    store::{Store, messages},
};
use serde_json::{Value, json};

use crate::{
    service::Service,
    smtp::{Mood, SmtpServer},
};

const MINUTE: i64 = 60_000;

fn letter() -> Value {
    json!({
        "service_id": "website", "template_id": "contact", "user_id": "public",
        "template_params": {
            "from_name": "Aygün Əliyeva", "from_email": "aygun@example.az", "phone": "+994 50 000 00 00",
            "subject": "audit", "message": "Salam!\nAudit lazımdır.",
        },
    })
}

/// Each other words.
fn another(n: usize) -> Value {
    let mut letter = letter();
    letter["template_params"]["message"] = json!(n.to_string());
    letter
}

fn stored(store: &Store) -> Vec<messages::Message> {
    store
        .read_blocking(|store| Ok::<_, anyhow::Error>(messages::list(store, false)?))
        .unwrap()
}

#[tokio::test]
async fn refusals_come_first() {
    let service = Service::start().await;
    let client = reqwest::Client::new();
    let url = service.url("/api/contact/");
    let table = [
        (client.post(&url).body("x"), 415),
        (
            client
                .post(&url)
                .header("content-type", "application/json")
                .body("{"),
            400,
        ),
        (client.post(&url).json(&json!({"template_params": 1})), 422),
        (client.post(&url).json(&json!({})), 422),
        (client.post(&url).json(&json!({"template_params": {}})), 400),
        (
            client
                .post(&url)
                .json(&json!({"template_params": {"message": "x".repeat(70_000)}})),
            413,
        ),
        (client.get(&url), 405),
    ];
    for (request, status) in table {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), status);
        assert_eq!(
            response.headers()["content-type"],
            "application/problem+json"
        );
    }
    let mut bad = letter();
    bad["template_params"]["from_email"] = json!("nobody");
    let problem: Value = service
        .post("/api/contact/", &bad)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(problem["errors"], json!({"from_email": ["invalid"]}));
    assert_eq!(stored(&service.app.store).len(), 0);
}

#[tokio::test]
async fn a_form_on_another_host_may_send() {
    let service = Service::start().await;
    let url = service.url("/api/contact/");
    let client = reqwest::Client::new();
    let asked = client
        .request(reqwest::Method::OPTIONS, &url)
        .header("origin", "https://www.khazri.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type")
        .send()
        .await
        .unwrap();
    assert!(asked.status().is_success());
    let allowed = |name: &str| asked.headers()[name].to_str().unwrap().to_lowercase();
    assert_eq!(allowed("access-control-allow-origin"), "*");
    assert_eq!(allowed("access-control-allow-methods"), "post");
    assert_eq!(allowed("access-control-allow-headers"), "content-type");
    let sent = client
        .post(&url)
        .header("origin", "https://www.khazri.example")
        .json(&letter())
        .send()
        .await
        .unwrap();
    assert_eq!(sent.status(), 200);
    assert_eq!(sent.headers()["access-control-allow-origin"], "*");
    // What staff do is for this host alone.
    let staff = client
        .request(reqwest::Method::OPTIONS, service.url("/api/blog/posts/"))
        .header("origin", "https://www.khazri.example")
        .header("access-control-request-method", "POST")
        .send()
        .await
        .unwrap();
    assert!(!staff.headers().contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn messages_are_deleted_when_their_time_is_over() {
    let day = Duration::from_secs(24 * 60 * 60);
    for (days, left) in [(365, 1), (0, 2)] {
        let service = Service::with(|config| config.message_days = days).await;
        service.post("/api/contact/", &letter()).await;
        service.app.clock.advance(day * 364);
        service.post("/api/contact/", &letter()).await;
        cms::ops::collector::collect(&service.app.store, &service.app.time, &service.app.config)
            .await
            .unwrap();
        assert_eq!(stored(&service.app.store).len(), 2, "not yet");
        service.app.clock.advance(day * 2);
        cms::ops::collector::collect(&service.app.store, &service.app.time, &service.app.config)
            .await
            .unwrap();
        assert_eq!(stored(&service.app.store).len(), left);
    }
}

#[tokio::test]
async fn a_message_is_kept_and_answered_as_by_the_mail_service() {
    let service = Service::start().await;
    let response = service.post("/api/contact", &letter()).await;
    assert_eq!(
        (
            response.status().as_u16(),
            response.text().await.unwrap().as_str()
        ),
        (200, "OK")
    );
    let messages = stored(&service.app.store);
    assert_eq!(messages.len(), 1);
    assert_eq!(
        (messages[0].name.as_str(), messages[0].subject.as_str()),
        ("Aygün Əliyeva", "audit")
    );
    assert_eq!(messages[0].message, "Salam!\nAudit lazımdır.");
}

#[tokio::test]
async fn robots_are_answered_alike_and_kept_apart() {
    let service = Service::with(|config| config.message_days = 360).await;
    for trap in ["/fax_number", "/template_params/fax_number"] {
        let mut body = letter();
        let (parent, name) = trap.rsplit_once('/').unwrap();
        body.pointer_mut(parent).unwrap()[name] = json!("1");
        assert_eq!(
            service
                .post("/api/contact/", &body)
                .await
                .text()
                .await
                .unwrap(),
            "OK"
        );
    }
    let kept = stored(&service.app.store);
    assert_eq!(kept.len(), 1, "the same words once");
    assert_eq!(kept[0].suspected, Some(messages::Suspicion::Robot));
    // Nothing of it goes out or is warned of, and it goes when its time is over, like all others.
    service
        .app
        .clock
        .advance(Duration::from_secs(361 * 24 * 60 * 60));
    let collected =
        cms::ops::collector::collect(&service.app.store, &service.app.time, &service.app.config)
            .await
            .unwrap();
    assert_eq!((collected.messages, collected.unseen), (1, vec![]));
}

#[tokio::test]
async fn one_address_is_slowed_down() {
    let service = Service::start().await;
    for n in 0..5 {
        let sent = service.post("/api/contact/", &another(n)).await;
        assert_eq!(sent.status(), 200);
    }
    let refused = service.post("/api/contact/", &letter()).await;
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()["retry-after"], "600");
    service.app.clock.advance(Duration::from_secs(600));
    assert_eq!(service.post("/api/contact/", &letter()).await.status(), 200);
    assert_eq!(stored(&service.app.store).len(), 6);
}

#[tokio::test]
async fn anyone_together_cannot_fill_the_disk() {
    let service = Service::start().await;
    service.post("/api/contact/", &letter()).await;
    let totals = |sql: &str| {
        let run =
            |store: &rusqlite::Transaction<'_>| Ok::<_, anyhow::Error>(store.execute(sql, [])?);
        service.app.store.write_blocking(run).unwrap()
    };
    for full in [
        format!(
            "UPDATE message_totals SET count = count + {} - 1",
            messages::MOST
        ),
        format!(
            "UPDATE message_totals SET bytes = bytes + {}",
            messages::MOST_BYTES
        ),
    ] {
        totals(&full);
        let again = service.post("/api/contact/", &letter()).await;
        assert_eq!(again.status(), 200, "it is kept already");
        let refused = service.post("/api/contact/", &another(1)).await;
        assert_eq!(refused.status(), 507);
        let problem: Value = refused.json().await.unwrap();
        assert_eq!(problem["type"], "urn:problem:full");
        totals("UPDATE message_totals SET count = 1, bytes = 100");
    }
    service.app.clock.advance(Duration::from_secs(600));
    assert_eq!(service.post("/api/contact/", &letter()).await.status(), 200);
    totals("UPDATE message_totals SET count = 2, bytes = 0");
    totals("DELETE FROM messages");
    assert_eq!(service.post("/api/contact/", &letter()).await.status(), 200);
    let kept = service.app.store.read_blocking(|store| {
        let sql = "SELECT count FROM message_totals";
        Ok::<i64, anyhow::Error>(store.query_row(sql, [], |row| row.get(0))?)
    });
    assert_eq!(kept.unwrap(), 1, "counted both ways");
}

#[tokio::test]
async fn a_message_reaches_the_mailbox() {
    let mut smtp = SmtpServer::start(Mood::Accept);
    let url = smtp.url();
    let service = Service::with(|config| {
        config.mail.smtp_url = Some(url);
        config.mail.mail_to = vec!["Firm <info@khazri.example>".into()];
    })
    .await;
    service.post("/api/contact/", &letter()).await;
    let mail = smtp.mails.recv().await.unwrap();
    for part in [
        "To: Firm <info@khazri.example>",
        "Reply-To: ",
        "<aygun@example.az>",
        "Message-ID: <message-1.",
    ] {
        assert!(mail.contains(part), "{part} is missing in\n{mail}");
    }
}

fn settings(url: String) -> Settings {
    Settings {
        smtp_url: Some(url),
        mail_to: vec!["info@khazri.example".into()],
        mail_from: None,
    }
}

fn store_with_a_message() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("cms.db")).unwrap();
    let message = messages::NewMessage {
        name: "A".into(),
        email: "a@example.az".into(),
        phone: String::new(),
        subject: "tax".into(),
        message: "?".into(),
    };
    store
        .write_blocking(|store| {
            Ok::<_, anyhow::Error>(messages::insert(
                store,
                &message,
                cms::store::Moment { wall: 0, time: 0 },
                true,
            )?)
        })
        .unwrap();
    (folder, store)
}

async fn relay(url: String, store: &Store, now: i64) -> Relayed {
    let mailer = Mailer::new(&settings(url)).unwrap().unwrap();
    relay_due(&mailer, store, "id", now).await.unwrap()
}

#[tokio::test]
async fn a_failing_relay_loses_nothing() {
    let (_folder, store) = store_with_a_message();
    let gone = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("smtp://{}", listener.local_addr().unwrap())
    };
    let refusing = SmtpServer::start(Mood::Refuse);
    let hanging_up = SmtpServer::start(Mood::HangUp);
    let mut accepting = SmtpServer::start(Mood::Accept);
    let (failed, idle) = (Relayed { sent: 0, failed: 1 }, Relayed::default());
    assert_eq!(relay(refusing.url(), &store, 0).await, failed);
    assert_eq!(
        relay(refusing.url(), &store, MINUTE - 1).await,
        idle,
        "not due yet"
    );
    assert_eq!(relay(hanging_up.url(), &store, MINUTE).await, failed);
    assert_eq!(relay(gone, &store, 3 * MINUTE).await, failed);
    assert_eq!(
        relay(accepting.url(), &store, 7 * MINUTE).await,
        Relayed { sent: 1, failed: 0 }
    );
    assert_eq!(
        relay(accepting.url(), &store, 1_000 * MINUTE).await,
        idle,
        "once only"
    );
    assert!(
        accepting
            .mails
            .recv()
            .await
            .unwrap()
            .contains("Message-ID: <message-1.id@khazri.example>")
    );
    let message = &stored(&store)[0];
    assert_eq!(
        (message.relayed_at, message.attempts, &message.last_error),
        (Some(7 * MINUTE), 3, &None)
    );
}

#[test]
fn half_a_configuration_is_refused_without_telling_the_password() {
    let url = "smtp://me:secret@mail.example".to_owned();
    assert!(Mailer::new(&Settings::default()).unwrap().is_none());
    let table = [
        Settings {
            smtp_url: Some(url.clone()),
            ..Settings::default()
        },
        Settings {
            smtp_url: Some("mail:secret".into()),
            ..settings(url.clone())
        },
        Settings {
            mail_to: vec!["nobody".into()],
            ..settings(url)
        },
    ];
    for settings in table {
        let message = format!("{:#}", Mailer::new(&settings).unwrap_err());
        assert!(!message.contains("secret"), "{message}");
    }
}
