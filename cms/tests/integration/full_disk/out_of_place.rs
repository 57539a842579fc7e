//! A store whose file is not where it was.

use std::fs;

use super::{Case, ready, serve, until_ready};
use crate::support::problem;

/// Deleted, or another file put in its place: a save into it would be gone with the program.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_not_in_its_place_takes_no_save_until_it_is_back() {
    let case = Case::begin(tempfile::tempdir().unwrap()).await;
    assert_eq!(case.save("Before").await.status(), 201);
    let at = |name: &str| case.dir.path().join("data").join(name);
    fs::rename(at("cms.db"), at("elsewhere.db")).unwrap();
    for other in [false, true] {
        if other {
            fs::write(at("cms.db"), "somebody else's").unwrap();
        }
        let (status, code, said) = problem(case.save("Lost").await).await;
        assert_eq!((status, code.as_str()), (503, "unavailable"), "{said}");
        let (status, _, said) = problem(ready(&case.process).await).await;
        let detail = said["detail"].as_str().unwrap();
        assert!(
            status == 503 && detail.contains("not in its place"),
            "{said}"
        );
    }
    let told = case.told();
    let named =
        told.len() == 1 && told[0].contains("data/cms.db: it was moved, deleted or replaced");
    assert!(named, "{told:?}");
    assert_eq!(case.posts().await, 1);

    fs::rename(at("elsewhere.db"), at("cms.db")).unwrap();
    until_ready(&case.process).await;
    assert_eq!(case.save("After").await.status(), 201);
    assert!(case.process.terminate().success());
    let again = serve(case.dir.path());
    again.until_live().await;
    let page = case.dir.path().join("dist/en/blog/2/index.html");
    assert!(fs::read_to_string(page).unwrap().contains("After"));
}
