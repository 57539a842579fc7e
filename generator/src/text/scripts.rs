//! Which files of the site's faces a language needs, and where it is written.

use icu::locale::LanguageIdentifier;
use icu::locale::LocaleExpander;

use crate::base::Lang;

/// Beside the Latin one, which every page needs: names in `templates/fonts/`.
const FILES: [&str; 2] = ["az", "cyrillic"];
/// Fewer letters are names of others: no page waits for their file.
const SHARE: usize = 200;

/// As in `styles/fonts.css`.
fn file_of(letter: char) -> Option<&'static str> {
    match letter {
        'Ğ' | 'ğ' | 'İ' | 'Ş' | 'ş' | 'Ə' | 'ə' => Some("az"),
        'Ё' | 'ё' | 'А'..='я' => Some("cyrillic"),
        _ => None,
    }
}

/// The files that texts of a language need.
pub fn scripts<'a>(texts: impl Iterator<Item = &'a String> + Clone) -> Vec<&'static str> {
    let letters = texts.flat_map(|text| text.chars().filter(|letter| letter.is_alphabetic()));
    let all = letters.clone().count();
    let needed = FILES.into_iter().filter(|file| {
        let theirs = letters
            .clone()
            .filter(|letter| file_of(*letter) == Some(file));
        theirs.count() * SHARE > all
    });
    needed.collect()
}

/// Language and country as Open Graph wants them (`az_AZ`): where most people speak it, and English as Britain writes it.
pub fn region(lang: Lang) -> String {
    let language = if lang == Lang::EN {
        "en-GB"
    } else {
        lang.code()
    };
    let Ok(mut id) = language.parse::<LanguageIdentifier>() else {
        return lang.code().to_owned();
    };
    LocaleExpander::new_common().maximize(&mut id);
    match id.region {
        Some(region) => format!("{lang}_{region}"),
        None => lang.code().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_needs_the_faces_of_its_letters() {
        let of = |text: &str| scripts([text.to_owned()].iter());
        assert_eq!(of("Vergi məsləhəti"), ["az"]);
        assert_eq!(of("Налоговые услуги"), ["cyrillic"]);
        assert_eq!(of("Steuerberatung für Unternehmen"), [""; 0]);
        assert_eq!(of(""), [""; 0]);
        let name_of_another = format!("Xəzri{}", " audit".repeat(100));
        assert_eq!(of(&name_of_another), [""; 0]);
    }

    #[test]
    fn a_language_stands_for_its_country() {
        let of = |code| region(Lang::from_code(code).unwrap());
        let regions = ["az", "en", "ru", "de", "tr", "ka"].map(of);
        let expected = ["az_AZ", "en_GB", "ru_RU", "de_DE", "tr_TR", "ka_GE"];
        assert_eq!(regions, expected);
    }
}
