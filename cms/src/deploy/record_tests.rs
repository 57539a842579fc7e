#![allow(clippy::unwrap_used)]

use super::{super::listing::Listing, *};

const NOW: Moment = Moment {
    wall: 1_700_000_000,
    up: 1_000,
};

/// A site of these files.
fn site(folder: &Path, files: &[(&str, Stamp)]) -> Snapshot {
    let mut site = Snapshot::take(&folder.join("dist"), folder).unwrap();
    let files = files
        .iter()
        .map(|(path, stamp)| ((*path).to_owned(), stamp.clone()));
    site.stamped(files.collect());
    site
}

/// Everything was looked at, and this was there.
fn seen(files: &[(&str, Stamp)]) -> Seen {
    let mut listing = Listing::default();
    for (path, stamp) in files {
        listing.found(path, Some(Some(stamp.clone())));
    }
    Seen {
        listing,
        sight: Sight::Everything,
        marker: None,
        tag: None,
    }
}

fn deployed(record: &mut Record, site: &Snapshot, there: &[(&str, Stamp)], removals: &[&str]) {
    let removals: Vec<String> = removals.iter().map(|path| (*path).to_owned()).collect();
    record.begin(&Marker::new("we", NOW.wall), None, site.files());
    record.end(site, &seen(there), &removals, NOW);
}

#[test]
fn once_a_deployment_has_ended_each_file_is_in_one_state() {
    let folder = tempfile::tempdir().unwrap();
    let page = |second| [("index.html", Stamp::Sent(4, second, 0))];
    let mut record = Record::default();
    deployed(&mut record, &site(folder.path(), &page(1)), &[], &[]);
    let newer = site(folder.path(), &page(2));
    record.begin(&Marker::new("we", NOW.wall), None, newer.files());
    let states = [Stamp::Sent(4, 1, 0), Stamp::Sent(4, 2, 0)];
    assert_eq!(
        record.stamps("index.html"),
        Some(&states[..]),
        "until then it may be in either"
    );
    assert_eq!(record.missing(newer.files()).count(), 1);
    record.end(&newer, &seen(&page(1)), &[], NOW);
    assert_eq!(record.stamps("index.html"), Some(&states[1..]));
    assert_eq!(record.missing(newer.files()).count(), 0);
}

#[test]
fn however_often_a_deployment_fails_what_is_on_the_target_is_known() {
    let mut record = Record::default();
    let began = |record: &mut Record, found: Option<&str>| {
        let marker = Marker::new("we", NOW.wall);
        record.begin(&marker, found.map(str::to_owned), &BTreeMap::new());
        marker.deployment
    };
    let first = began(&mut record, None);
    let second = began(&mut record, Some(&first));
    for _ in 0..2 * REMEMBERED {
        let last = began(&mut record, Some(&second));
        assert!(record.knows(&second) && record.is_last(&last));
    }
    assert!(!record.knows(&first), "that was long ago");
    let last = record.deployments.last().unwrap().clone();
    for _ in 0..REMEMBERED - 1 {
        assert!(record.knows(&last), "a copy of that may be put back");
        began(&mut record, None);
    }
}

#[test]
fn what_an_older_release_noted_to_the_second_is_known_to_the_nanosecond_after_one_deployment() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = Record::default();
    record.arrived("index.html", Stamp::File(4, 17));
    let site = site(folder.path(), &[("index.html", Stamp::Sent(4, 17, 5))]);
    assert_eq!(record.missing(site.files()).count(), 1);
    deployed(
        &mut record,
        &site,
        &[("index.html", Stamp::File(4, 17))],
        &[],
    );
    assert_eq!(
        record.stamps("index.html"),
        Some(&[Stamp::Sent(4, 17, 5)][..])
    );
    assert_eq!(record.missing(site.files()).count(), 0);
}

/// An object that arrived keeps what its storage calls it: by that it is known when somebody changes it.
#[test]
fn what_arrived_is_known_by_all_that_was_said_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = Record::default();
    let arrived = Stamp::put("h".into(), Some("tag".into()));
    let site = site(folder.path(), &[("index.html", Stamp::of_hash("h".into()))]);
    record.begin(&Marker::new("we", NOW.wall), None, site.files());
    record.arrived("index.html", arrived.clone());
    record.end(&site, &seen(&[]), &[], NOW);
    assert_eq!(record.stamps("index.html"), Some(&[arrived][..]));
}

#[test]
fn of_former_sites_is_known_what_is_still_there() {
    let folder = tempfile::tempdir().unwrap();
    let stamp = || Stamp::Sent(1, 2, 3);
    let all = ["changed.html", "gone.html", "index.html", "lost.html"].map(|path| (path, stamp()));
    let mut record = Record::default();
    deployed(&mut record, &site(folder.path(), &all), &[], &[]);
    let there = &all[..3];
    let left = site(folder.path(), &[("index.html", stamp())]);
    deployed(&mut record, &left, there, &["gone.html"]);
    let known: Vec<&String> = record.files().keys().collect();
    assert_eq!(known, ["changed.html", "index.html"]);
}

#[test]
fn a_record_is_read_as_it_was_written_and_names_its_target() {
    let folder = tempfile::tempdir().unwrap();
    let target: Target = "web:/srv/www".parse().unwrap();
    let assets = [
        ("assets/a1.css", Stamp::Sent(1, 2, 3)),
        ("index.html", Stamp::Sent(1, 2, 3)),
    ];
    let mut record = Record::default();
    deployed(&mut record, &site(folder.path(), &assets), &[], &[]);
    deployed(
        &mut record,
        &site(folder.path(), &assets[1..]),
        &assets,
        &[],
    );
    record.store(folder.path(), &target).unwrap();
    let text = fs::read_to_string(file(folder.path(), &target)).unwrap();
    assert!(text.contains(r#""target":"web:/srv/www""#), "{text}");
    let read = Known::load(folder.path(), &target, &target, NOW).unwrap();
    assert_eq!(read, Known::Record(record));
}
