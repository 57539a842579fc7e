//! A disk without room, for tests that are root's.

#![allow(clippy::unwrap_used)]

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use super::skipped::skipped;

/// A file system of its own, unmounted in the end.
pub struct Disk(PathBuf);

impl Disk {
    /// So large (`8m`), in memory. Where it cannot be mounted, that is said.
    #[track_caller]
    pub fn small(at: PathBuf, size: &str) -> Option<Self> {
        fs::create_dir_all(&at).unwrap();
        let size = format!("size={size},mode=755");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(&at)
            .output();
        if !mounted.is_ok_and(|done| done.status.success()) {
            skipped("mounting a small disk needs root");
            return None;
        }
        Some(Self::mounted(at))
    }

    /// One that is mounted there.
    pub fn mounted(at: PathBuf) -> Self {
        Self(at)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Leaves no room.
    pub fn fill(&self) {
        let mut ballast = fs::File::create(self.ballast()).unwrap();
        while ballast.write_all(&[1; 1 << 16]).is_ok() {}
    }

    /// Gives all of it back.
    pub fn free(&self) {
        fs::remove_file(self.ballast()).unwrap();
    }

    /// What fills it.
    pub fn ballast(&self) -> PathBuf {
        self.0.join(".ballast")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}
