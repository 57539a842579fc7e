use super::*;
use crate::store::Store;

fn plan_of(sql: &str, connection: &Connection) -> String {
    let sql = format!("EXPLAIN QUERY PLAN {sql}");
    let mut statement = connection.prepare(&sql).unwrap();
    let lines = statement.query_map([], |row| row.get::<_, String>(3));
    let lines: Vec<String> = lines.unwrap().map(Result::unwrap).collect();
    lines.join("\n")
}

/// Whatever the order, an index has it.
#[test]
fn no_list_is_sorted() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("cms.db")).unwrap();
    let window = Window {
        category: None,
        limit: Some(6),
        offset: 0,
    };
    store
        .read_blocking(|connection| {
            for sort in [
                Sort::Newest,
                Sort::Oldest,
                Sort::Edited,
                Sort::Title,
                Sort::Author,
            ] {
                let wanted = Wanted {
                    sort,
                    ..Wanted::default()
                };
                for query in [
                    Query::of_staff(&wanted, window, Vec::new()),
                    Query::of_visitors(&wanted, window),
                ] {
                    let plan = plan_of(&query.sql(), connection);
                    assert!(!plan.contains("TEMP B-TREE"), "{sort:?}: {plan}");
                }
            }
            Ok::<_, anyhow::Error>(())
        })
        .unwrap();
}
