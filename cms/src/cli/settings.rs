//! Reading the settings: an environment variable without a value is one that is not set.

use std::{
    env,
    ffi::{OsStr, OsString},
};

use clap::{Arg, Command, CommandFactory, FromArgMatches, error::Result};

/// The command line and the environment; ends the process with a message when they cannot be understood.
pub fn parse<C: CommandFactory + FromArgMatches>() -> C {
    read(env::args_os()).unwrap_or_else(|error| error.exit())
}

/// The same of these arguments.
pub fn read<C: CommandFactory + FromArgMatches>(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<C> {
    let mut command = without_blank(C::command(), &|name| env::var_os(name));
    let matches = command.try_get_matches_from_mut(arguments)?;
    C::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Takes away the environment twin of each setting, of subcommands as well, where that is blank. An empty line in a file
/// of settings must never mean the working directory, everything or nothing.
pub fn without_blank(command: Command, read: &dyn Fn(&OsStr) -> Option<OsString>) -> Command {
    let is_blank = |argument: &Arg| {
        argument
            .get_env()
            .and_then(read)
            .is_some_and(|value| value.to_string_lossy().trim().is_empty())
    };
    command
        .mut_args(|argument| {
            if is_blank(&argument) {
                argument.env(None::<&str>)
            } else {
                argument
            }
        })
        .mut_subcommands(|subcommand| without_blank(subcommand, read))
}
