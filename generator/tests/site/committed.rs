//! The committed content has what the specification counts (sections 1-3 and 9); other content may have more or less.

use std::path::{Path, PathBuf};

use generator::Category;
use generator::content::{Content, Sources, assemble};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

fn committed() -> Content {
    let sources = Sources::read(&root()).expect("read");
    assemble(&sources).expect("right").0
}

#[test]
fn a_language_is_called_as_its_own_file_says() {
    let mut sources = Sources::read(&root()).expect("read");
    let names = |sources: &Sources| {
        let content = assemble(sources).expect("right").0;
        let names = content.languages.iter();
        let names = names.map(|lang| content.language_name(lang).to_owned());
        names.collect::<Vec<String>>()
    };
    let own = ["Azərbaycan dili", "English", "Русский"];
    assert_eq!(names(&sources), own);
    // One that says nothing is not called Azerbaijani.
    let ui = sources.files["ru/ui.toml"].replace("name = \"Русский\"\n", "");
    sources.files.insert("ru/ui.toml".to_owned(), ui);
    assert_eq!(names(&sources), [own[0], own[1], "ru"]);
    // As it was before 0.2.
    for (lang, name) in ["az", "en", "ru"].into_iter().zip(own) {
        let file = format!("{lang}/ui.toml");
        let former = "[language]\naz = \"Azərbaycan dili\"\nen = \"English\"\nru = \"Русский\"\n";
        let ui = sources.files[&file].replace(&format!("name = \"{name}\"\n"), "");
        sources
            .files
            .insert(file, ui.replace("[language]\n", former));
    }
    assert_eq!(names(&sources), own);
}

#[test]
fn the_six_services_have_their_features_and_benefits() {
    let content = committed();
    let features = [4, 2, 3, 3, 3, 5];
    for lang in content.languages.iter() {
        let services = &content.words.get(lang).service;
        assert!(services.ids().eq(Category::USUAL), "{lang}");
        for ((id, service), features) in services.iter().zip(features) {
            let counts = (service.features.len(), service.benefits.len());
            assert_eq!(counts, (features, 6), "{lang} {id}");
        }
    }
}

#[test]
fn every_list_is_as_long_as_the_specification_says() {
    let content = committed();
    let site = &content.site;
    let counts = (
        site.partners.len(),
        site.hero.len(),
        site.certificates.len(),
    );
    assert_eq!(counts, (24, 4, 4));
    for lang in content.languages.iter() {
        let words = content.words.get(lang);
        let home = &words.home;
        assert_eq!(home.hero.slides.len(), 4, "{lang}");
        assert_eq!(home.about.stats.len(), 3, "{lang}");
        assert_eq!(home.services.cards.len(), 3, "{lang}");
        assert_eq!(home.certificates.items.len(), 4, "{lang}");
        let about = &words.about;
        let counts = (about.stats.len(), about.sectors.items.len());
        assert_eq!((counts, about.values.items.len()), ((3, 6), 4), "{lang}");
        assert_eq!(words.services.detail.stats.len(), 2, "{lang}");
        let faq = &words.faq;
        let counts = [&faq.general, &faq.audit, &faq.tax].map(Vec::len);
        assert_eq!((counts, faq.stats.len()), ([2, 1, 3], 3), "{lang}");
        let subjects = words.contact.form.subjects.keys();
        let expected = [
            "accounting",
            "audit",
            "consulting",
            "hr",
            "tax",
            "valuation",
        ];
        assert!(subjects.eq(expected), "{lang}");
    }
    let terms = &content.terms;
    let sections = [&terms.privacy, &terms.terms].map(|document| document.sections.len());
    assert_eq!(sections, [6, 6]);
}
