//! What an archive holds of requests for publication.

use anyhow::{Context as _, ensure};
use generator::Lang;
use rusqlite::{Connection, Transaction};
use serde::{Deserialize, Serialize};

use crate::{
    posts::approval::LONGEST_NOTE,
    store::{
        approvals::{self, Approval, Returned},
        aside, working_copies,
    },
};

/// Of a working copy that has been saved since it was asked about: no copy ever has this version.
const OTHER_WORDS: i64 = 0;

/// A request for publication. Versions are the store's own, so it says instead whether it is about the words as they are.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApprovalJson {
    post_id: i64,
    languages: Vec<Lang>,
    note: String,
    asked_at: i64,
    asked_by: String,
    changed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    returned: Option<ReturnedJson>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReturnedJson {
    at: i64,
    by: String,
    note: String,
}

/// Every request, waiting or answered.
pub fn approvals(store: &Connection) -> anyhow::Result<Vec<ApprovalJson>> {
    let found = approvals::all(store)?.into_iter();
    let json = found.map(|(asked, version)| ApprovalJson::of(asked, version));
    Ok(json.collect())
}

/// The request that waits for a post in the trash.
pub fn aside(store: &Connection, id: i64) -> anyhow::Result<Option<ApprovalJson>> {
    let asked = aside::approval(store, id)?;
    let copy = working_copies::find(store, id)?;
    Ok(asked
        .zip(copy)
        .map(|(asked, copy)| ApprovalJson::of(asked, copy.version)))
}

impl ApprovalJson {
    fn of(asked: Approval, version: i64) -> Self {
        Self {
            post_id: asked.post_id,
            languages: asked.languages,
            note: asked.note,
            asked_at: asked.asked_at,
            asked_by: asked.asked_by,
            changed: asked.version != version,
            returned: asked.returned.map(|returned| ReturnedJson {
                at: returned.at,
                by: returned.by,
                note: returned.note,
            }),
        }
    }
}

/// Takes the requests of an archive, after its working copies.
pub fn take_approvals(store: &Transaction<'_>, asked: &[ApprovalJson]) -> anyhow::Result<()> {
    for json in asked {
        take_one(store, json.post_id, json)?;
    }
    Ok(())
}

/// Takes the request for a post.
pub fn take_one(store: &Transaction<'_>, id: i64, json: &ApprovalJson) -> anyhow::Result<()> {
    ensure!(
        json.post_id == id,
        "post {id} has the request of another one"
    );
    let copy = working_copies::find(store, id)?;
    let copy = copy.with_context(|| format!("post {id} has nothing that could be approved"))?;
    check_note(id, &json.note)?;
    let returned = json.returned.as_ref();
    if let Some(returned) = returned {
        check_note(id, &returned.note)?;
    }
    let approval = Approval {
        post_id: id,
        languages: json.languages.clone(),
        note: json.note.clone(),
        asked_at: json.asked_at,
        asked_by: json.asked_by.clone(),
        version: if json.changed {
            OTHER_WORDS
        } else {
            copy.version
        },
        returned: returned.map(|returned| Returned {
            at: returned.at,
            by: returned.by.clone(),
            note: returned.note.clone(),
        }),
    };
    approvals::put(store, &approval)?;
    Ok(())
}

fn check_note(id: i64, note: &str) -> anyhow::Result<()> {
    ensure!(
        note.chars().count() <= LONGEST_NOTE,
        "a note about post {id} is longer than {LONGEST_NOTE} characters"
    );
    Ok(())
}
