//! What anyone may read of a problem: `GET /api/site/` needs no sign-in. The log has the rest.

use generator::Problem;

/// What people wrote is told as it is, with file and line. What the machine says (disk, store, locks, panics) is told by its
/// kind, because it names folders, SQL and whatever else is nobody's business.
pub fn public(mut problem: Problem) -> Problem {
    if let Some(sentence) = of_the_machine(&problem.code) {
        return Problem {
            severity: problem.severity,
            ..Problem::error(&problem.code, sentence)
        };
    }
    // Outside of the project's folder only the name says something.
    if let Some(file) = problem.file.take() {
        problem.file = if file.is_absolute() {
            file.file_name().map(Into::into)
        } else {
            Some(file)
        };
    }
    problem
}

fn of_the_machine(code: &str) -> Option<&'static str> {
    Some(match code {
        "io" => "a file cannot be read or written; the log names it",
        "disk-full" => {
            "the server's disk is full: the site stays as it was, and is brought up to date once there is room; the log names the file"
        }
        "image-store" | "store" => "the store does not answer; the log has the details",
        "lock" => "the site's folder cannot be locked; the log has the details",
        "threads" => "the machine has no room for more work; the log has the details",
        "panic" => "the generator failed; the log has the details",
        "not-a-site" => {
            "the site's folder holds files that were not generated; once they are moved away publishing goes on by itself; the log names one"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_machines_words_stay_in_the_log() {
        let inner = "database disk image is malformed: SELECT hash FROM images";
        for code in [
            "io",
            "disk-full",
            "image-store",
            "store",
            "lock",
            "threads",
            "panic",
            "not-a-site",
        ] {
            let problem = Problem::error(code, inner)
                .in_file("/var/lib/cms/cache/stage")
                .hint("look into /var/lib/cms");
            let told = public(problem).to_string();
            assert!(!told.contains("SELECT") && !told.contains("/var"), "{told}");
            assert!(told.contains("log"), "{told}");
        }
    }

    #[test]
    fn what_people_wrote_keeps_its_place() {
        let problem = Problem::error("unknown-key", "unknown key")
            .in_file("content/en/firm.toml")
            .at(3, 1);
        assert_eq!(public(problem.clone()), problem);
        let elsewhere = Problem::error("unreadable", "x").in_file("/home/leyla/content/site.toml");
        assert_eq!(
            public(elsewhere).file.as_deref(),
            Some(Path::new("site.toml"))
        );
    }
}
