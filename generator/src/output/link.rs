//! A second name of a file, where the file system can give it one.

use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::Path,
};

use crate::base::Fingerprint;

/// A hard link; where there can be none a copy with the same time. `AlreadyExists` where something is at `to`: several threads may
/// link to one place at once.
pub fn linked(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(error) if cannot_link(error.kind()) => copied(from, to),
        other => other,
    }
}

/// On another file system; on one that knows no links, which says one of two (exFAT, some of networks and FUSE); of a file that
/// belongs to somebody else (`fs.protected_hardlinks`); of one that has all the links it can have. See link(2).
fn cannot_link(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::CrossesDevices
            | ErrorKind::PermissionDenied
            | ErrorKind::Unsupported
            | ErrorKind::TooManyLinks
    )
}

fn copied(from: &Path, to: &Path) -> io::Result<()> {
    if to.exists() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let source = Fingerprint::of(&from).hex();
    let staged = to.with_extension(format!("{source}.new"));
    fs::copy(from, &staged)?;
    let modified = fs::metadata(from)?.modified()?;
    File::options()
        .write(true)
        .open(&staged)?
        .set_modified(modified)?;
    fs::rename(staged, to)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Nothing can be linked from there: it is no disk.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_of_another_file_system_is_copied_with_its_time() {
        let dir = tempfile::tempdir().unwrap();
        let (from, to) = (Path::new("/proc/version"), dir.path().join("version"));
        let open = File::open(from).unwrap();
        linked(from, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), fs::read(from).unwrap());
        let modified = |data: io::Result<fs::Metadata>| data.unwrap().modified().unwrap();
        assert_eq!(modified(fs::metadata(&to)), modified(open.metadata()));
        linked(&dir.path().join("nowhere"), &to).unwrap_err();
    }

    #[test]
    fn a_copy_is_put_over_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to.html"].map(|name| folder.path().join(name));
        fs::write(&from, "new").unwrap();
        fs::write(&to, "old").unwrap();
        let refused = copied(&from, &to).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&to).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn where_there_can_be_no_link_there_is_a_copy_and_other_faults_are_told() {
        // EXDEV, EPERM, EACCES, EOPNOTSUPP, ENOSYS, EMLINK of Linux
        for number in [18, 1, 13, 95, 38, 31] {
            let error = io::Error::from_raw_os_error(number);
            assert!(cannot_link(error.kind()), "{error}");
        }
        for number in [2, 28, 30] {
            let error = io::Error::from_raw_os_error(number);
            assert!(!cannot_link(error.kind()), "{error}");
        }
    }
}
