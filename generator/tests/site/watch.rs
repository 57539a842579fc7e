//! `generator watch` as a person uses it: a process, files, and what it says.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use generator::Lang;

use crate::support::{SiteTest, generator_command, post};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The running process and every line it says, on whichever stream.
struct Watch {
    child: Child,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Watch {
    fn start(site: &SiteTest) -> Watch {
        Watch::of(generator_command(site, "watch"))
    }

    fn of(mut command: Command) -> Watch {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        forward(child.stdout.take().unwrap(), sender.clone());
        forward(child.stderr.take().unwrap(), sender);
        let mut watch = Watch {
            child,
            lines,
            said: Vec::new(),
        };
        watch.until("it watches", |line| line.starts_with("watching"));
        watch
    }

    /// Reads on until a line that is wanted; returns it.
    #[track_caller]
    fn until(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let rest = deadline.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(rest) else {
                panic!("waited in vain until {what}; it said: {:#?}", self.said);
            };
            self.said.push(line.clone());
            if wanted(&line) {
                return line;
            }
        }
    }

    /// Waits for builds until the site is as expected; one change may be noticed in two parts.
    #[track_caller]
    fn until_built(&mut self, what: &str, expected: impl Fn() -> bool) {
        while !expected() {
            self.until(what, |line| line.contains(" pages: "));
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn forward(stream: impl Read + Send + 'static, lines: Sender<String>) {
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let _ = lines.send(line);
        }
    });
}

#[test]
fn watch_follows_changes_survives_a_broken_template_and_ends_when_told_to() {
    let site = SiteTest::new();
    site.write_sample_post(1, "Title 1", None);
    let mut watch = Watch::start(&site);
    site.assert_file("en/blog/1/index.html", "<h1>Title 1</h1>");

    site.write(
        "content/en/pages/about.toml",
        "[header]\ntitle = \"Who we are\"\n",
    );
    let about = || site.read("en/about/index.html").contains("Who we are");
    watch.until_built("the text is there", about);

    site.write_sample_post(2, "Title 2", None);
    watch.until_built("the new post is there", || {
        site.exists("en/blog/2/index.html")
    });

    let template = "templates/pages/post.html";
    site.change(
        template,
        "<h1>{{ post.title }}</h1>",
        "<h1>Post: {{ post.title }}</h1>",
    );
    let heading = |heading: &str| site.read("en/blog/1/index.html").contains(heading);
    watch.until_built("the template shows", || heading("<h1>Post: Title 1</h1>"));

    let before = site.state();
    site.change(template, "{{ post.title }}</h1>", "{{ post.titel }}</h1>");
    let line = watch.until("the mistake is named", |line| line.contains("error:"));
    assert!(
        line.contains("templates/pages/post.html:3: error:"),
        "{line}"
    );
    assert_eq!(site.state(), before, "the old pages stay");

    site.change(template, "{{ post.titel }}</h1>", "{{ post.title }");
    let line = watch.until("the next mistake is named", |line| {
        line.contains("error:") && line.contains("syntax")
    });
    assert!(
        line.contains("templates/pages/post.html:3: error:"),
        "{line}"
    );
    assert_eq!(site.state(), before, "the old pages stay");

    site.change(
        template,
        "Post: {{ post.title }",
        "Article: {{ post.title }}</h1>",
    );
    watch.until_built("it goes on", || heading("<h1>Article: Title 1</h1>"));

    let told = Command::new("kill")
        .args(["-TERM", &watch.child.id().to_string()])
        .status();
    assert!(told.unwrap().success());
    watch.child.wait().unwrap();
    while let Ok(line) = watch.lines.recv_timeout(PATIENCE) {
        assert!(!line.contains("panicked"), "{line}");
    }
}

fn write_posts(site: &SiteTest, title: &str) {
    let mut post = post(1);
    post.title.set(Lang::EN, title);
    site.write("posts.json.new", &serde_json::to_string(&[post]).unwrap());
    std::fs::rename(site.path("posts.json.new"), site.path("posts.json")).unwrap();
}

/// As most programs write a file: another one is put in its place, each time.
#[test]
fn a_file_of_posts_that_is_replaced_is_followed() {
    let site = SiteTest::new();
    write_posts(&site, "Title 1");
    let mut command = generator_command(&site, "watch");
    command.arg("--posts").arg(site.path("posts.json"));
    let mut watch = Watch::of(command);
    for title in ["Title 2", "Title 3", "Title 4"] {
        write_posts(&site, title);
        let heading = format!("<h1>{title}</h1>");
        watch.until_built(title, || {
            site.read("en/blog/1/index.html").contains(&heading)
        });
    }
}

#[test]
fn posts_of_one_number_are_not_taken_for_each_other() {
    let site = SiteTest::new();
    let posts = [post(1), post(2), post(1), post(0)];
    site.write("posts.json", &serde_json::to_string(&posts).unwrap());
    let mut command = generator_command(&site, "build");
    command.arg("--posts").arg(site.path("posts.json"));
    let said = command.output().unwrap();
    let words = String::from_utf8(said.stderr).unwrap();
    assert!(!said.status.success());
    for wanted in ["two posts have the number 1", "0 is no number of a post"] {
        assert!(words.contains(wanted), "{words}");
    }
}
