//! How contact messages go out by e-mail.

use clap::Args;

use super::values::nonblank;

/// How mail goes out.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "E-mail for contact messages")]
#[group(skip)]
pub struct Settings {
    /// SMTP server, e.g. `smtps://user:password@mail.example` or `smtp://127.0.0.1:25` [default: no e-mail]
    #[arg(
        long,
        env = "CMS_SMTP_URL",
        hide_env_values = true,
        global = true,
        value_name = "URL",
        value_parser = nonblank
    )]
    pub smtp_url: Option<String>,
    /// Who gets the messages, separated by commas
    #[arg(
        long,
        env = "CMS_MAIL_TO",
        value_delimiter = ',',
        global = true,
        value_name = "ADDRESS",
        value_parser = nonblank
    )]
    pub mail_to: Vec<String>,
    /// Whom they come from [default: the first of --mail-to]
    #[arg(long, env = "CMS_MAIL_FROM", global = true, value_name = "ADDRESS", value_parser = nonblank)]
    pub mail_from: Option<String>,
}
