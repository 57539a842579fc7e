//! Relays contact messages by SMTP. The store keeps every message; the relay only brings word of it.
//!
//! At least once: a crash between the server's "250" and our note of it sends the mail again, with the same
//! Message-ID. What fails is tried again after 1, 2, 4 … minutes, at most 6 hours apart, for ever.

use anyhow::Context as _;
use jiff::Timestamp;
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport as _, Message as Mail, Tokio1Executor,
    message::{Mailbox, header::ContentType},
};

use crate::{config::mail::Settings, store::messages::Message};

/// A way to send mail.
#[derive(Debug, Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    to: Vec<Mailbox>,
}

impl Mailer {
    /// From the settings; `None` without a server. Does not connect.
    pub fn new(settings: &Settings) -> anyhow::Result<Option<Self>> {
        let Some(url) = &settings.smtp_url else {
            return Ok(None);
        };
        // The URL holds a password: it is never part of a message.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| {
                anyhow::anyhow!(
                    "--smtp-url (CMS_SMTP_URL) is not a valid smtp:// or smtps:// address"
                )
            })?
            .timeout(Some(std::time::Duration::from_secs(30)))
            .build();
        let to = settings
            .mail_to
            .iter()
            .map(|text| mailbox("--mail-to (CMS_MAIL_TO)", text))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let first = to.first().context(
            "--smtp-url (CMS_SMTP_URL) needs --mail-to (CMS_MAIL_TO): who gets the messages?",
        )?;
        let from = match &settings.mail_from {
            Some(text) => mailbox("--mail-from (CMS_MAIL_FROM)", text)?,
            None => first.clone(),
        };
        Ok(Some(Self {
            transport,
            from,
            to,
        }))
    }

    /// Sends one message.
    pub async fn send(&self, message: &Message, store_id: &str) -> anyhow::Result<()> {
        let mail = self.compose(message, store_id)?;
        self.transport.send(mail).await?;
        Ok(())
    }

    fn compose(&self, message: &Message, store_id: &str) -> anyhow::Result<Mail> {
        let domain = self.from.email.domain();
        let mut mail = Mail::builder()
            .from(self.from.clone())
            .subject(format!("[{}] {}", message.subject, message.name))
            .message_id(Some(format!(
                "<message-{}.{store_id}@{domain}>",
                message.id
            )))
            .date(
                std::time::UNIX_EPOCH
                    + std::time::Duration::from_millis(message.received_at.unsigned_abs()),
            )
            .header(ContentType::TEXT_PLAIN);
        for to in &self.to {
            mail = mail.to(to.clone());
        }
        if let Some(address) = ascii(&message.email) {
            mail = mail.reply_to(Mailbox::new(Some(message.name.clone()), address));
        }
        Ok(mail.body(body(message))?)
    }
}

/// An address as every server takes it in a header. There is none of a mailbox whose own name has other letters: that stands in the
/// body.
fn ascii(email: &str) -> Option<Address> {
    let (user, domain) = email.rsplit_once('@')?;
    if !user.is_ascii() {
        return None;
    }
    if domain.is_ascii() {
        return email.parse().ok();
    }
    let domain = url::Host::parse(domain).ok()?;
    Address::new(user, domain.to_string()).ok()
}

fn mailbox(flag: &str, text: &str) -> anyhow::Result<Mailbox> {
    text.trim()
        .parse()
        .with_context(|| format!("{flag}: {text:?} is not an e-mail address"))
}

fn body(message: &Message) -> String {
    let Message {
        id,
        name,
        email,
        phone,
        subject,
        message: text,
        received_at,
        ..
    } = message;
    let received = Timestamp::from_millisecond(*received_at).unwrap_or_default();
    format!(
        "{text}\n\n-- \nName: {name}\nE-mail: {email}\nPhone: {phone}\nSubject: {subject}\n\
         Received: {received:.0}\nMessage {id}\n"
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn composed(email: &str) -> String {
        let settings = Settings {
            smtp_url: Some("smtp://127.0.0.1:1".into()),
            mail_to: vec!["info@khazri.example".into()],
            ..Settings::default()
        };
        let message = Message {
            id: 1,
            received_at: 0,
            name: "Aygün".into(),
            email: email.into(),
            phone: String::new(),
            subject: "audit".into(),
            message: "Salam".into(),
            read_at: None,
            relayed_at: None,
            attempts: 0,
            last_error: None,
            suspected: None,
        };
        let mailer = Mailer::new(&settings).unwrap().unwrap();
        let mail = mailer.compose(&message, "id").unwrap();
        String::from_utf8(mail.formatted()).unwrap()
    }

    #[tokio::test]
    async fn headers_are_of_letters_that_every_server_takes() {
        for (email, reply) in [
            ("aygun@example.az", Some("<aygun@example.az>")),
            ("aygun@пример.рф", Some("<aygun@xn--e1afmkfd.xn--p1ai>")),
            ("ünal@example.az", None),
            ("ünal@пример.рф", None),
        ] {
            let mail = composed(email);
            let (headers, body) = mail.split_once("\r\n\r\n").unwrap();
            assert!(headers.is_ascii(), "{headers}");
            let line = headers.lines().find(|line| line.starts_with("Reply-To:"));
            match reply {
                Some(address) => {
                    assert!(line.is_some_and(|line| line.contains(address)), "{headers}")
                }
                None => assert_eq!(line, None),
            }
            assert!(!body.is_empty());
        }
    }
}
