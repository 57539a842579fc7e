//! S3 servers that speak `http://` only.

use std::process::Output;

use tokio::process::Command;

use crate::bucket::{Bucket, KEY, SECRET};

async fn cms(arguments: &[&str], environment: &[(&str, &str)]) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let output: Output = Command::new(env!("CARGO_BIN_EXE_cms"))
        .args(arguments)
        .current_dir(folder.path())
        .env_clear()
        .env("CMS_LOG", "error")
        .env("CMS_S3_ACCESS_KEY_ID", KEY)
        .env("CMS_S3_SECRET_ACCESS_KEY", SECRET)
        .env("CMS_S3_REGION", "eu")
        .envs(environment.iter().copied())
        .output()
        .await
        .unwrap();
    let said = [&output.stdout[..], &output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.success(), said)
}

#[tokio::test]
async fn a_server_elsewhere_is_reached_in_clear_text_when_that_is_allowed() {
    let bucket = Bucket::start().await;
    // This machine by an address that is not known as its own.
    let clear = format!("http://0.0.0.0:{}", bucket.port);
    let inside = format!("s3://site/backups?endpoint={clear}");
    let named = ["backup", "--list", "--to", &inside];
    let unnamed = ["backup", "--list", "--to", "s3://site/backups"];
    let attempts: [(&[&str], &str, &str); 5] = [
        (&named, "CMS_LOG", "error"),
        (&unnamed, "CMS_S3_ENDPOINT", &clear),
        (&unnamed, "AWS_ENDPOINT_URL", &clear),
        (&unnamed, "AWS_ENDPOINT_URL_S3", &clear),
        (&["serve"], "CMS_DEPLOY_TO", &inside),
    ];
    for (arguments, name, value) in attempts {
        let (done, said) = cms(arguments, &[(name, value)]).await;
        assert!(
            !done && said.contains("CMS_S3_ALLOW_HTTP"),
            "{name}: {said}"
        );
    }
    assert_eq!(bucket.requests(), [""; 0], "nothing was asked");

    bucket.put("backups/cms-20200101T000000Z.db", "years of work");
    let allowed = ("CMS_S3_ALLOW_HTTP", "true");
    // Our own setting goes before the makers' variables.
    let theirs = ("AWS_ENDPOINT_URL_S3", "https://nowhere.example");
    for environment in [[allowed, allowed], [allowed, theirs]] {
        let (done, said) = cms(&named, &environment).await;
        assert!(done && said.contains("cms-20200101T000000Z.db"), "{said}");
    }
}
