use generator::Lang;
use rusqlite::Connection;

use super::*;
use crate::store::Store;

fn plan_of(connection: &Connection, filter: &Filter) -> String {
    let sql = format!("EXPLAIN QUERY PLAN {}", query(filter).sql());
    let category = filter.category.as_ref();
    let category = category.map(|category| (":category", category as &dyn rusqlite::ToSql));
    let values: Vec<_> = category.into_iter().collect();
    lines(connection, &sql, values.as_slice())
}

fn lines(connection: &Connection, sql: &str, values: impl rusqlite::Params) -> String {
    let mut statement = connection.prepare(sql).unwrap();
    let lines = statement.query_map(values, |row| row.get::<_, String>(3));
    let lines: Vec<String> = lines.unwrap().map(Result::unwrap).collect();
    lines.join("\n")
}

#[test]
fn a_post_is_looked_up_by_its_number() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("cms.db")).unwrap();
    store
        .read_blocking(|connection| {
            let sql = format!("EXPLAIN QUERY PLAN {}", one(true));
            let plan = lines(connection, &sql, [1]);
            // Which languages have a text is read from the post's own row.
            let tables = plan.replace("SCAN json_each", "");
            assert!(!tables.contains("SCAN"), "{plan}");
            let sql = "EXPLAIN QUERY PLAN SELECT * FROM desk_now WHERE id = ?1";
            let plan = lines(connection, sql, [1]);
            assert!(
                !plan.contains("SCAN p") && !plan.contains("SCAN c"),
                "{plan}"
            );
            Ok::<_, anyhow::Error>(())
        })
        .unwrap();
}

/// No page of the list is sorted, and none is looked for in what is not asked for.
#[test]
fn a_page_is_read_in_the_order_of_an_index() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("cms.db")).unwrap();
    let all = Filter::default();
    let table = [
        ("desk_by_date", all.clone()),
        (
            "desk_by_category",
            Filter {
                category: Some("audit".into()),
                ..all.clone()
            },
        ),
        (
            "desk_by_state",
            Filter {
                state: Some(Whole::Draft),
                ..all.clone()
            },
        ),
        (
            "desk_stale",
            Filter {
                stale: Some(Languages::USUAL),
                ..all.clone()
            },
        ),
        (
            "desk_missing_ru",
            Filter {
                missing: Some(Lang::RU),
                ..all
            },
        ),
    ];
    store
        .read_blocking(|connection| {
            for (index, filter) in table {
                let plan = plan_of(connection, &filter);
                assert!(plan.contains(index), "{index}: {plan}");
                assert!(!plan.contains("TEMP B-TREE"), "{index}: {plan}");
            }
            Ok::<_, anyhow::Error>(())
        })
        .unwrap();
}
