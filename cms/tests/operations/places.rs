//! Which places in object storage are one and the same, whatever says at which server they are.

use crate::originals::{case, said};

#[tokio::test]
async fn a_place_is_the_same_wherever_it_is_written_at_which_server_it_is() {
    let case = case().await;
    let port = case.bucket.port;
    let shouted = format!("http://LOCALHOST:{port}/");
    let written = format!("s3://site?endpoint=http://localhost:{port}");
    let other = "s3://site?endpoint=http://localhost:1";
    for setting in ["CMS_S3_ENDPOINT", "AWS_ENDPOINT_URL"] {
        let run_at = async |server: &str, arguments: &[&str], originals: &str, site: &str| {
            let more = [
                (setting, server),
                ("CMS_S3_REGION", "eu"),
                ("CMS_ORIGINALS", originals),
                ("CMS_DEPLOY_TO", site),
            ];
            said(&case.cms_with(arguments, &more).await)
        };
        let run = async |arguments: &[&str], originals: &str, site: &str| {
            run_at(&shouted, arguments, originals, site).await
        };
        let inside = "s3://site/private";
        for (originals, site) in [(inside, written.as_str()), (&written, inside)] {
            for arguments in [&["originals", "out"][..], &["deploy", "--force"]] {
                let refused = run(arguments, originals, site).await;
                assert!(refused.contains("which everyone can read"), "{refused}");
            }
        }
        let refused = run(&["backup", "--to", inside, "--unencrypted"], "", &written).await;
        assert!(refused.contains("which everyone can read"), "{refused}");
        let both = format!("{written}\n{inside}");
        let refused = run(&["generate"], "", &both).await;
        assert!(refused.contains("lie in one another"), "{refused}");
        // A bucket of the same name with somebody else is another one.
        let server = shouted.to_lowercase();
        let moved = run_at(&server, &["originals", "out"], inside, other).await;
        assert!(moved.contains("pictures ("), "{moved}");
    }
}
