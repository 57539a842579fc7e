//! What a command prints.

use std::{
    fmt::Arguments,
    io::{self, ErrorKind},
};

/// Prints a line to the standard output. Whoever reads no further (`cms releases | head`) ends nothing that a command is at;
/// `println!` panics there.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::output::line(format_args!($($text)*))
    };
}

pub(crate) use say;

/// So many of them: `1 page`, `2 pages`.
pub fn counted(count: usize, one: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {one}{ending}")
}

/// See `say!`; an output that cannot be written for another reason, such as a full disk, is an error.
pub fn line(text: Arguments<'_>) -> io::Result<()> {
    write_line(&mut io::stdout().lock(), text)
}

fn write_line(out: &mut dyn io::Write, text: Arguments<'_>) -> io::Result<()> {
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(io::Error::new(
            error.kind(),
            format!("cannot write the output: {error}"),
        )),
        Ok(()) => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn one_is_one() {
        let told = [0, 1, 2].map(|count| counted(count, "page"));
        assert_eq!(told, ["0 pages", "1 page", "2 pages"]);
    }

    #[test]
    fn whoever_reads_no_further_ends_nothing() {
        let (reader, mut writer) = io::pipe().unwrap();
        drop(reader);
        write_line(&mut writer, format_args!("a")).unwrap();
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let mut full = std::fs::File::create("/dev/full").unwrap();
        let error = write_line(&mut full, format_args!("a")).unwrap_err();
        assert!(error.to_string().starts_with("cannot write the output: "));
    }
}
