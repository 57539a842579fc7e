//! What was done is followed by what belongs to it, also when nobody waits for the answer any more.

use std::sync::mpsc;

use cms::http::app::App;
use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::net::TcpListener;

use crate::{
    support::{Receiver, Session, TestApp},
    webhooks::is,
};

/// Somebody who keeps the writer of the store busy until they are dropped.
struct Busy {
    end: Option<mpsc::Sender<()>>,
    writing: Option<std::thread::JoinHandle<()>>,
}

impl Busy {
    fn with(app: &App) -> Self {
        let store = app.store.clone();
        let (end, ended) = mpsc::channel::<()>();
        let (begin, begun) = mpsc::channel();
        let writing = std::thread::spawn(move || {
            let write = |_: &rusqlite::Transaction<'_>| {
                begin.send(()).unwrap();
                let _ = ended.recv();
                Ok::<_, anyhow::Error>(())
            };
            store.write_blocking(write).unwrap();
        });
        begun.recv().unwrap();
        Self {
            end: Some(end),
            writing: Some(writing),
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        drop(self.end.take());
        let _ = self.writing.take().map(std::thread::JoinHandle::join);
    }
}

/// A service that waits for no change for longer than two seconds.
async fn hasty(change: impl FnOnce(&mut cms::config::Config)) -> TestApp {
    TestApp::start_with(|config| {
        config.request_timeout = 2;
        change(config);
    })
    .await
}

impl Session<'_> {
    /// Asks for a change while the store is busy: it is made when nobody waits for the answer any more.
    async fn gives_up(&self, method: Method, path: &str, body: serde_json::Value) {
        let _busy = Busy::with(&self.app.app);
        let answer = self.json(method, path, body).await;
        assert_eq!(answer.status(), StatusCode::GATEWAY_TIMEOUT);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_was_cleared_goes_out() {
    let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = server.local_addr().unwrap();
    let app = hasty(|config| {
        config.mail.smtp_url = Some(format!("smtp://{address}"));
        config.mail.mail_to = vec!["info@khazri.example".into()];
    })
    .await;
    let robot = json!({"fax_number": "1", "template_params": {
        "from_name": "Aygün", "from_email": "a@example.az", "subject": "audit", "message": "x",
    }});
    let sent = app.request(Method::POST, "/api/contact/").json(&robot);
    assert_eq!(sent.send().await.unwrap().status(), StatusCode::OK);
    let owner = app.sign_in().await;
    let clear = json!({"suspected": false});
    owner
        .gives_up(Method::PATCH, "/api/messages/1/", clear)
        .await;
    let called = tokio::time::timeout(std::time::Duration::from_secs(120), server.accept()).await;
    called.expect("the relay is woken").unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_of_a_webhook_goes_out_and_so_does_what_is_sent_again() {
    let app = hasty(|_| {}).await;
    let owner = app.sign_in().await;
    let receiver = Receiver::start().await;
    let (webhook, _) = owner.hooked(&receiver).await;
    let path = format!("/api/webhooks/{webhook}/");
    for (count, call) in ["test/", "deliveries/1/send/"].into_iter().enumerate() {
        let call = format!("{path}{call}");
        owner.gives_up(Method::POST, &call, json!({})).await;
        receiver.until(count + 1).await;
        // Once it is written down nobody else waits for the writer.
        owner.log_when(webhook, |log| is(log, "delivered")).await;
    }
}
