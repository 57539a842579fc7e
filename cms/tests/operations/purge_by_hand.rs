//! What is more than a CDN is told one by one, in the shell of whoever purges its whole cache.

use std::fs;

use cms::config::target::Target;

use crate::{
    after_deploy::Web,
    deploy_place::{SITE, place},
};

#[tokio::test]
async fn more_addresses_than_are_told_one_by_one_are_purged_by_hand_and_then_forgotten() {
    let web = Web::start(None).await;
    let place = place();
    let cms = async |arguments: &[&str]| {
        let output = tokio::process::Command::new(env!("CARGO_BIN_EXE_cms"))
            .args(arguments)
            .arg(place.target())
            .current_dir(place.folder.path())
            .env("CMS_LOG", "error")
            .env("CMS_PUBLIC_URL", "https://www.site.example")
            .env("CMS_PURGE", web.url())
            .output()
            .await
            .unwrap();
        let said = [&output.stdout[..], &output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        (output.status.success(), said)
    };
    place.dist(&SITE);
    let (done, said) = cms(&["deploy"]).await;
    assert!(done && web.calls().len() == 1, "{said}");
    // What so many pages leave that changed.
    let target = Target::Folder(place.target().canonicalize().unwrap());
    let list = place.job.own().join(format!("{}.purge", target.key()));
    let many: String = (0..20_001).map(|n| format!("p{n}/index.html\n")).collect();
    fs::write(&list, many).unwrap();
    let (done, said) = cms(&["deploy"]).await;
    assert!(!done && said.contains("--purge-by-hand"), "{said}");
    assert!(web.calls().is_empty());

    let (done, said) = cms(&["deploy", "--purge-by-hand"]).await;
    assert!(done && said.contains("20001 addresses"), "{said}");
    place.dist(&[("index.html", "newer")]);
    let (done, said) = cms(&["deploy"]).await;
    assert!(done, "{said}");
    let calls = web.calls();
    let wanted = serde_json::json!({"urls": ["https://www.site.example/"]});
    assert_eq!((calls.len(), &calls[0].body), (1, &wanted));
}

#[tokio::test]
async fn before_a_first_deployment_there_is_nothing_to_forget() {
    let place = place();
    assert_eq!(cms::deploy::forget_purge(&place.job).await.unwrap(), 0);
}
