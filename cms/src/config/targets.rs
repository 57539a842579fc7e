//! Where the site goes by itself, as a setting.

use std::{ops::Deref, str::FromStr};

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::target::{Target, TargetError};

/// Targets, in the order of the setting.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Targets(Vec<Target>);

/// What clap reads: each time a text with targets.
#[derive(Args)]
#[group(skip)]
struct Given {
    /// Deploy after each publication: a folder, `host:path`, `rsync://host/module/path` or `s3://bucket/prefix`; several
    /// on a line each, or by giving the flag several times [default: nowhere]
    #[arg(long, env = "CMS_DEPLOY_TO", global = true, value_name = "DEST")]
    deploy_to: Vec<Targets>,
}

impl FromStr for Targets {
    type Err = TargetError;

    /// One on a line: no target can hold a line end. Lines that say nothing are none, as long as one says something.
    fn from_str(text: &str) -> Result<Self, TargetError> {
        let said = text.lines().filter(|line| !line.trim().is_empty());
        let targets: Vec<Target> = said.map(str::parse).collect::<Result<_, _>>()?;
        if targets.is_empty() {
            Err(TargetError::Empty)
        } else {
            Ok(Self(targets))
        }
    }
}

impl Args for Targets {
    fn augment_args(command: Command) -> Command {
        Given::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Given::augment_args_for_update(command)
    }
}

impl FromArgMatches for Targets {
    fn from_arg_matches(matches: &ArgMatches) -> clap::error::Result<Self> {
        let given = Given::from_arg_matches(matches)?.deploy_to;
        Ok(given.into_iter().flat_map(|targets| targets.0).collect())
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> clap::error::Result<()> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Deref for Targets {
    type Target = Vec<Target>;

    fn deref(&self) -> &Vec<Target> {
        &self.0
    }
}

impl From<Vec<Target>> for Targets {
    fn from(targets: Vec<Target>) -> Self {
        Self(targets)
    }
}

impl FromIterator<Target> for Targets {
    fn from_iter<I: IntoIterator<Item = Target>>(targets: I) -> Self {
        Self(targets.into_iter().collect())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn blanks_around_a_target_and_empty_lines_are_no_part_of_it() {
        let table = [
            ("/tmp/t1\n  /tmp/t2", ["/tmp/t1", "/tmp/t2"].as_slice()),
            ("/tmp/t3 ", &["/tmp/t3"]),
            ("  s3://site/w2", &["s3://site/w2"]),
            ("web:www\n", &["web:www"]),
            ("\r\n\r\n/a\r\n\r\n\tb c\r\n", &["/a", "b c"]),
        ];
        for (text, wanted) in table {
            let found: Targets = text.parse().unwrap();
            let found: Vec<String> = found.iter().map(Target::to_string).collect();
            assert_eq!(found, wanted, "{text:?}");
        }
        for nothing in ["", " ", "\n", " \r\n\t\n"] {
            assert_eq!(nothing.parse::<Targets>(), Err(TargetError::Empty));
        }
        assert!("/a\nweb:/".parse::<Targets>().is_err());
        assert!("/a\tb".parse::<Targets>().is_err());
    }
}
