use rusqlite::Connection;

use super::*;
use crate::store::Store;

fn plan_of(connection: &Connection, filter: &Filter) -> String {
    let sql = format!("EXPLAIN QUERY PLAN {}", page(filter));
    let mut values = named_params! {":limit": 6, ":offset": 0}.to_vec();
    values.extend(named(filter.category.as_ref()));
    let mut statement = connection.prepare(&sql).unwrap();
    let lines = statement.query_map(values.as_slice(), |row| row.get::<_, String>(3));
    let lines: Vec<String> = lines.unwrap().map(Result::unwrap).collect();
    lines.join("\n")
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
                stale: true,
                ..all.clone()
            },
        ),
        (
            "desk_missing_ru",
            Filter {
                missing: Some(Lang::Ru),
                ..all
            },
        ),
    ];
    store
        .read_blocking(|connection| {
            for (index, filter) in table {
                for summary in [false, true] {
                    let plan = plan_of(
                        connection,
                        &Filter {
                            summary,
                            ..filter.clone()
                        },
                    );
                    assert!(plan.contains(index), "{index}: {plan}");
                    assert!(!plan.contains("TEMP B-TREE"), "{index}: {plan}");
                    for table in ["SCAN p", "SCAN c"] {
                        assert!(!plan.contains(table), "{index}: {plan}");
                    }
                }
            }
            Ok::<_, anyhow::Error>(())
        })
        .unwrap();
}
