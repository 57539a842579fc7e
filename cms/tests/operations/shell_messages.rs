//! Messages in the hands of an operator at the shell.

use std::{fs, io::pipe, path::Path, process::Command};

use cms::store::{
    Moment, Store,
    audit::{self, Filter},
    messages::{self, NewMessage},
};

fn cms(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
    command.args(arguments).current_dir(dir).env_clear();
    command
}

/// A store with two messages.
fn store(dir: &Path) -> Store {
    fs::create_dir(dir.join("data")).unwrap();
    let store = Store::open(&dir.join("data/cms.db")).unwrap();
    let message = NewMessage {
        name: "Aygün".into(),
        email: "aygun@example.az".into(),
        phone: String::new(),
        subject: "audit".into(),
        message: "Salam!".into(),
    };
    let now = Moment { wall: 1, time: 1 };
    let put = |store: &rusqlite::Transaction<'_>| {
        messages::insert(store, &message, now, false)?;
        Ok::<_, anyhow::Error>(messages::insert(store, &message, now, false)?)
    };
    assert_eq!(store.write_blocking(put).unwrap(), 2);
    store
}

#[test]
fn what_is_done_to_messages_is_written_down() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path());
    for (arguments, said) in [
        (["messages", "--mark-read", "1,7"], "marked 1 as read"),
        (["messages", "--delete", "2,1,2"], "deleted 2"),
    ] {
        let output = cms(dir.path(), &arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.trim_end(), said);
    }
    let written = |store: &rusqlite::Connection| {
        let mut found = Vec::new();
        audit::each(store, &Filter::default(), (9, 0), |entry| {
            let (deed, who) = (entry.deed, entry.who.address);
            found.push(format!("{who}: {} {}", deed.kind.name(), deed.subject));
        })?;
        anyhow::Ok(found)
    };
    let found = store.read_blocking(written).unwrap();
    let wanted = [
        "shell: message_deleted 1",
        "shell: message_deleted 2",
        "shell: message_handled 1",
    ];
    assert_eq!(found, wanted, "the newest first");
}

#[test]
fn whoever_reads_no_further_is_no_failure() {
    let dir = tempfile::tempdir().unwrap();
    drop(store(dir.path()));
    for arguments in [&["messages"][..], &["messages", "--json"]] {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let output = cms(dir.path(), arguments).stdout(writer).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
    }
}
