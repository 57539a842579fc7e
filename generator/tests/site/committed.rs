//! The committed content has what the specification counts (sections 1-3 and 9); other content may have more or less.

use std::path::Path;

use generator::Category;
use generator::content::{Content, Sources, assemble};

fn committed() -> Content {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let sources = Sources::read(&root).expect("read");
    assemble(&sources).expect("right").0
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
