//! What a visitor may send. Pure.

use lettre::Address;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    fields::{self, FieldErrors, note},
    store::messages::NewMessage,
};

/// The JSON of the e-mail service's send call.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct Envelope {
    /// Of the account at an e-mail service; not used here.
    #[serde(default)]
    pub service_id: Option<String>,
    /// Of the account at an e-mail service; not used here.
    #[serde(default)]
    pub template_id: Option<String>,
    /// Of the account at an e-mail service; not used here.
    #[serde(default)]
    pub user_id: Option<String>,
    /// The message.
    pub template_params: Letter,
    /// A trap for robots; people leave it empty.
    #[serde(default)]
    pub fax_number: Option<String>,
}

/// The fields of the form.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct Letter {
    /// Of the visitor; up to 200 characters.
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 200)]
    pub from_name: String,
    /// Where to answer; up to 254 characters.
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 254, format = Email)]
    pub from_email: String,
    /// May be empty; up to 50 characters.
    #[serde(default)]
    #[schema(max_length = 50)]
    pub phone: Option<String>,
    /// As chosen in the form; up to 200 characters.
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 200)]
    pub subject: String,
    /// Up to 10,000 characters.
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 10000)]
    pub message: String,
    /// A trap for robots; people leave it empty.
    #[serde(default)]
    pub fax_number: Option<String>,
}

impl Envelope {
    /// Whether the trap was filled in.
    pub fn is_from_a_robot(&self) -> bool {
        let filled =
            |field: &Option<String>| field.as_ref().is_some_and(|text| !text.trim().is_empty());
        filled(&self.fax_number) || filled(&self.template_params.fax_number)
    }

    /// The message, or every field that is wrong, named as in the JSON.
    pub fn check(self) -> Result<NewMessage, FieldErrors> {
        let letter = self.template_params;
        let mut errors = FieldErrors::new();
        let message = NewMessage {
            name: field(&mut errors, "from_name", &letter.from_name, 200, true),
            email: field(&mut errors, "from_email", &letter.from_email, 254, true),
            phone: field(
                &mut errors,
                "phone",
                letter.phone.as_deref().unwrap_or_default(),
                50,
                false,
            ),
            subject: field(&mut errors, "subject", &letter.subject, 200, true),
            message: text(&mut errors, "message", &letter.message, 10_000),
        };
        if !errors.contains_key("from_email") && message.email.parse::<Address>().is_err() {
            note(&mut errors, "from_email", "invalid");
        }
        if errors.is_empty() {
            Ok(message)
        } else {
            Err(errors)
        }
    }
}

/// One line.
fn field(
    errors: &mut FieldErrors,
    name: &str,
    value: &str,
    limit: usize,
    required: bool,
) -> String {
    let line = fields::line(value);
    if required && !fields::is_seen(&line) {
        note(errors, name, "required");
    } else if line.chars().count() > limit {
        note(errors, name, "too_long");
    }
    line
}

/// Many lines.
fn text(errors: &mut FieldErrors, name: &str, value: &str, limit: usize) -> String {
    let clean: String = value
        .replace("\r\n", "\n")
        .chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect();
    let clean = clean.trim().to_owned();
    if !fields::is_seen(&clean) {
        note(errors, name, "required");
    } else if clean.chars().count() > limit {
        note(errors, name, "too_long");
    }
    clean
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn letter() -> Letter {
        Letter {
            from_name: " Aygün ".into(),
            from_email: "aygun@example.az".into(),
            phone: None,
            subject: "audit".into(),
            message: "Salam,\r\nnecəsiniz?\u{7}".into(),
            fax_number: None,
        }
    }

    fn check(change: impl FnOnce(&mut Letter)) -> Result<NewMessage, FieldErrors> {
        let mut template_params = letter();
        change(&mut template_params);
        let envelope = Envelope {
            template_params,
            ..Envelope::default()
        };
        envelope.check()
    }

    #[test]
    fn what_is_good_is_tidied() {
        let message = check(|_| {}).unwrap();
        assert_eq!(
            (message.name.as_str(), message.message.as_str()),
            ("Aygün", "Salam,\nnecəsiniz?")
        );
    }

    #[test]
    fn every_bad_field_is_named() {
        type Change = fn(&mut Letter);
        let table: [(Change, &str, &str); 12] = [
            (|l| l.from_name = "  ".into(), "from_name", "required"),
            (|l| l.from_name = "x".repeat(201), "from_name", "too_long"),
            (|l| l.from_email = String::new(), "from_email", "required"),
            (
                |l| l.from_email = "no address".into(),
                "from_email",
                "invalid",
            ),
            (
                |l| l.from_email = "a@b.az\r\nBcc: x@y.az".into(),
                "from_email",
                "invalid",
            ),
            (|l| l.phone = Some("1".repeat(51)), "phone", "too_long"),
            (|l| l.subject = "\u{0}".into(), "subject", "required"),
            (|l| l.from_name = "\u{200b}".into(), "from_name", "required"),
            (
                |l| l.subject = "\u{202e}\u{2066} ".into(),
                "subject",
                "required",
            ),
            (|l| l.message = "\n".into(), "message", "required"),
            (
                |l| l.message = "\u{200d}\n\u{feff}".into(),
                "message",
                "required",
            ),
            (|l| l.message = "ə".repeat(10_001), "message", "too_long"),
        ];
        for (change, name, code) in table {
            assert_eq!(
                check(change).unwrap_err(),
                FieldErrors::from([(name.into(), vec![code.into()])])
            );
        }
        let all = check(|l| *l = Letter::default()).unwrap_err();
        assert_eq!(
            all.keys().collect::<Vec<_>>(),
            ["from_email", "from_name", "message", "subject"]
        );
    }

    #[test]
    fn what_turns_text_around_is_dropped_and_a_name_keeps_what_it_needs() {
        let name = |typed: &str| check(|l| l.from_name = typed.into()).unwrap().name;
        assert_eq!(name("\u{202e}nüg\u{200b}yA\u{202c}"), "nügyA");
        for real in ["نغمه\u{200c}سرا", "👩\u{200d}💻 Aygün", "Ə. O'Nil-Məmmədov"] {
            assert_eq!(name(real), real);
        }
    }

    #[test]
    fn a_line_break_cannot_become_a_header() {
        let message = check(|l| l.subject = "audit\r\nBcc: x@y.az".into()).unwrap();
        assert_eq!(message.subject, "audit  Bcc: x@y.az");
    }
}
