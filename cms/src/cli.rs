//! The command line: one line per subcommand, each carried out by a module of its own.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::{config::Config, import, logging, serve, users};

/// A headless CMS whose every save regenerates a static site.
#[derive(Debug, Parser)]
#[command(name = "cms", version, about, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    config: Config,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API, the admin and the generated site on one port
    Serve {
        /// Reload open pages when the site has changed
        #[arg(long)]
        watch: bool,
    },
    /// Generate the site once
    Generate(serve::GenerateArgs),
    /// Manage who can sign in
    User {
        #[command(subcommand)]
        action: users::Action,
    },
    /// Manage the keys that sign tokens
    Key {
        #[command(subcommand)]
        action: users::KeyAction,
    },
    /// Import a folder of sample posts (`content/posts`)
    Import {
        /// The folder
        path: PathBuf,
        /// Do nothing when there are posts already
        #[arg(long)]
        if_empty: bool,
    },
    /// Print the OpenAPI document
    Openapi,
}

/// Parses the command line and carries it out.
pub fn run() -> anyhow::Result<()> {
    let Cli { command, config } = Cli::parse();
    logging::start(&config.log, config.log_json)?;
    match command {
        Command::Serve { watch } => serve::serve(config, watch),
        Command::Generate(arguments) => serve::generate(&config, &arguments),
        Command::User { action } => users::run(&config, action),
        Command::Key { action } => users::run_key(&config, &action),
        Command::Import { path, if_empty } => import::run(&config, &path, if_empty),
        Command::Openapi => {
            print!("{}", crate::api::openapi::json()?);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }

    #[test]
    fn every_setting_has_an_environment_twin() {
        let command = super::Cli::command();
        let settings = command
            .get_arguments()
            .filter(|argument| argument.get_help_heading() == Some("Settings"));
        for argument in settings {
            let twin = argument
                .get_env()
                .and_then(|name| name.to_str().map(str::to_owned))
                .unwrap_or_default();
            assert!(twin.starts_with("CMS_"), "{}", argument.get_id());
        }
    }
}
