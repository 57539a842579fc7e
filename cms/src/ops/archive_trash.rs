//! What an archive holds of the trash: deleted posts, with what was planned and asked of them before.

use anyhow::{Context as _, ensure};
use rusqlite::{Connection, Transaction};
use serde::{Deserialize, Serialize};

use super::{
    archive_approvals::{self, ApprovalJson},
    archive_life::ScheduleJson,
};
use crate::store::{
    aside, posts, schedules,
    trash::{self, Trashed},
};

/// A post in the trash.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrashedJson {
    post_id: i64,
    at: i64,
    kept_from: i64,
    by: String,
    revision: Option<i64>,
    /// What was planned; archives of older releases do not tell, nor what was asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    plans: Vec<ScheduleJson>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    approval: Option<ApprovalJson>,
}

/// Everything in the trash.
pub fn trash(store: &Connection) -> anyhow::Result<Vec<TrashedJson>> {
    let found = trash::list(store)?.into_iter();
    let json = found.map(|trashed| {
        let plans = aside::plans(store, trashed.post_id)?.into_iter();
        Ok(TrashedJson {
            post_id: trashed.post_id,
            at: trashed.at,
            kept_from: trashed.kept_from,
            by: trashed.by,
            revision: trashed.revision,
            plans: plans.map(ScheduleJson::from).collect(),
            approval: archive_approvals::aside(store, trashed.post_id)?,
        })
    });
    json.collect()
}

/// Takes what an archive's list says of the trash.
pub fn take_trash(store: &Transaction<'_>, trashed: &[TrashedJson]) -> anyhow::Result<()> {
    for json in trashed {
        let id = json.post_id;
        ensure!(
            posts::revision(store, id)?.is_none(),
            "post {id} is on-line and in the trash"
        );
        for plan in &json.plans {
            ensure!(plan.post_id == id, "post {id} has the plan of another one");
            schedules::put(store, &plan.checked()?)?;
        }
        if let Some(asked) = &json.approval {
            archive_approvals::take_one(store, id, asked)?;
        }
        aside::put(store, id)?;
        let trashed = Trashed {
            post_id: id,
            at: json.at,
            kept_from: json.kept_from,
            by: json.by.clone(),
            revision: json.revision,
        };
        trash::insert(store, &trashed).with_context(|| format!("post {id} in the trash"))?;
    }
    Ok(())
}
