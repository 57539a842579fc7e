//! The command line: one line per subcommand, each carried out by a module of its own.

mod allocator;
pub mod archive;
pub mod backup;
mod backup_remote;
pub mod check;
pub mod deploy;
pub mod generate;
pub mod health;
pub mod import;
pub mod jobs;
mod local_file;
pub mod logging;
pub mod messages;
mod open_files;
pub mod originals;
pub mod releases;
mod scratch;
mod second_step;
pub mod serve;
pub mod settings;
pub mod status;
pub mod tokens;
pub mod users;
pub mod watch;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::{
    config::{Config, folders},
    http::{api::openapi, router},
    output::say,
};

/// A headless CMS whose every save regenerates a static site.
#[derive(Debug, Parser)]
#[command(name = "cms", version = env!("CMS_VERSION"), about, max_term_width = 110)]
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
    Generate(generate::GenerateArgs),
    /// Manage who can sign in
    User {
        #[command(subcommand)]
        action: users::Action,
    },
    /// Manage the tokens by which scripts call the API
    Token {
        #[command(subcommand)]
        action: tokens::Action,
    },
    /// Manage the keys that sign tokens
    Key {
        #[command(subcommand)]
        action: users::KeyAction,
    },
    /// Import a folder of sample posts (`content/posts`), a .json of posts as the API gives them, or a .tar that
    /// `cms export` wrote
    Import {
        /// The folder or file
        path: PathBuf,
        /// Do nothing when there are posts already
        #[arg(long)]
        if_empty: bool,
    },
    /// Write posts, images and users (without passwords) as one archive
    Export(archive::ExportArgs),
    /// Copy the whole store while it is in use
    Backup(backup::BackupArgs),
    /// Put a backup in the place of the store
    Restore(backup::RestoreArgs),
    /// Carry the generated site to where visitors get it, with rsync or into object storage
    Deploy(deploy::DeployArgs),
    /// List the publications that one can go back to
    Releases,
    /// Put an earlier publication in place again, the posts untouched
    Rollback(releases::RollbackArgs),
    /// Move pictures to object storage and back
    Originals {
        #[command(subcommand)]
        action: originals::Action,
    },
    /// List what visitors wrote
    Messages(messages::MessagesArgs),
    /// Check store, content and templates
    Check,
    /// Ask the running service whether it is ready: ends with 0 if so, with 1 if not
    Health,
    /// Print the OpenAPI document
    Openapi,
}

/// The command line with every setting.
pub fn command() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

/// Parses the command line and carries it out.
pub fn run() -> anyhow::Result<()> {
    let Cli { command, config } = settings::parse();
    logging::start(&config.log, config.log_json)?;
    if !matches!(command, Command::Health | Command::Openapi) {
        folders::check_data(&config)?;
    }
    match command {
        Command::Serve { watch } => {
            allocator::give_memory_back();
            serve::serve(config, watch)
        }
        Command::Generate(arguments) => generate::generate(&config, &arguments),
        Command::User { action } => users::run(&config, action),
        Command::Token { action } => tokens::run(&config, action),
        Command::Key { action } => users::run_key(&config, &action),
        Command::Import { path, if_empty } if archive::is_one(&path) => {
            archive::import(&config, &path, if_empty)
        }
        Command::Import { path, if_empty } => import::run(&config, &path, if_empty),
        Command::Export(arguments) => archive::export(&config, &arguments),
        Command::Backup(arguments) => backup::back_up(&config, &arguments),
        Command::Restore(arguments) => backup::restore(&config, &arguments),
        Command::Deploy(arguments) => deploy::deploy(&config, &arguments),
        Command::Releases => releases::list(&config),
        Command::Rollback(arguments) => releases::rollback(&config, &arguments),
        Command::Originals { action } => originals::run(&config, &action),
        Command::Messages(arguments) => messages::messages(&config, &arguments),
        Command::Check => check::check(&config),
        Command::Health => health::health(&config),
        Command::Openapi => {
            let document = openapi::json(&router::document())?;
            Ok(say!("{}", document.trim_end())?)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::settings;

    #[test]
    fn the_command_line_is_consistent() {
        super::command().debug_assert();
    }

    #[test]
    fn every_setting_has_an_environment_twin() {
        let command = super::command();
        let settings = command
            .get_arguments()
            .filter(|argument| argument.is_global_set());
        let mut count = 0;
        for argument in settings {
            count += 1;
            let twin = argument
                .get_env()
                .and_then(|name| name.to_str().map(str::to_owned))
                .unwrap_or_default();
            assert!(twin.starts_with("CMS_"), "{}", argument.get_id());
        }
        assert!(count > 20);
    }

    /// Over every argument that has one, so that a new setting is covered without a thought.
    #[test]
    fn an_environment_variable_without_a_value_is_not_set() {
        fn twins(command: &clap::Command) -> Vec<String> {
            let own = command
                .get_arguments()
                .filter_map(|argument| argument.get_env());
            let own = own.map(|name| name.to_string_lossy().into_owned());
            own.chain(command.get_subcommands().flat_map(twins))
                .collect()
        }
        let all = twins(&super::command());
        for value in ["", " ", "\t \n"] {
            let left = settings::without_blank(super::command(), &|_| Some(value.into()));
            assert_eq!(twins(&left), Vec::<String>::new(), "{value:?}");
        }
        let left = settings::without_blank(super::command(), &|_| Some("x".into()));
        assert_eq!(twins(&left), all);
        let left = settings::without_blank(super::command(), &|_| None);
        assert_eq!(twins(&left), all);
    }
}
