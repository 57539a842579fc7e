//! How the system's allocator gives memory back.

use std::{env, os::unix::process::CommandExt as _, path::Path, process::Command};

/// A setting of glibc (mallopt(3)): pieces of so many bytes are given back as soon as nobody uses them.
const SETTING: &str = "MALLOC_MMAP_THRESHOLD_";
/// What glibc begins with. Once it is set, glibc does not raise it.
const BYTES: &str = "131072";

/// Starts this program once more, in the same process, with the setting that lets glibc give back what it is done with. By itself
/// glibc raises the size with each large piece that is freed, and a server keeps for good what its largest pictures once took.
///
/// To be called before anything is open. Where somebody has chosen the setting, and where it cannot be done, nothing happens.
pub fn give_memory_back() {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) || env::var_os(SETTING).is_some() {
        return;
    }
    let mut arguments = env::args_os();
    let (Ok(program), Some(name)) = (env::current_exe(), arguments.next()) else {
        return;
    };
    // A loader that was started by name is another program than the one that it runs.
    if program.file_name() != Path::new(&name).file_name() {
        return;
    }
    let error = Command::new(program)
        .arg0(name)
        .args(arguments)
        .env(SETTING, BYTES)
        .exec();
    tracing::warn!(%error, "memory is given back less readily");
}
