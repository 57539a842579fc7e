//! Words as part of an address: small Latin letters, digits and hyphens.

use super::fold;

/// A name has at most so many bytes, unless its first word alone is longer.
const LONGEST: usize = 60;

/// The text in small Latin letters and digits, words joined by hyphens; empty when it has neither letters nor digits.
/// Azerbaijani letters lose their marks, Russian ones are transliterated, those of other scripts stay.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for word in fold(text).split(|letter: char| !letter.is_alphanumeric()) {
        let mut latin = String::new();
        word.chars()
            .for_each(|letter| push_latin(letter, &mut latin));
        let word = latin;
        if word.is_empty() {
            continue;
        }
        if !slug.is_empty() {
            if slug.len() + word.len() >= LONGEST {
                break;
            }
            slug.push('-');
        }
        slug.push_str(&word);
    }
    slug
}

fn push_latin(letter: char, word: &mut String) {
    let latin = match letter {
        'ə' => "e",
        'ş' => "sh",
        'ç' => "ch",
        'ğ' => "gh",
        'ö' => "o",
        'ü' => "u",
        'а' => "a",
        'б' => "b",
        'в' => "v",
        'г' => "g",
        'д' => "d",
        'е' | 'э' => "e",
        'ж' => "zh",
        'з' => "z",
        'и' => "i",
        'й' => "y",
        'к' => "k",
        'л' => "l",
        'м' => "m",
        'н' => "n",
        'о' => "o",
        'п' => "p",
        'р' => "r",
        'с' => "s",
        'т' => "t",
        'у' => "u",
        'ф' => "f",
        'х' => "kh",
        'ц' => "ts",
        'ч' => "ch",
        'ш' => "sh",
        'щ' => "shch",
        'ъ' | 'ь' => "",
        'ы' => "y",
        'ю' => "yu",
        'я' => "ya",
        other => return word.push(other),
    };
    word.push_str(latin);
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn letters_of_the_three_languages_become_latin() {
        for (text, expected) in [
            ("Nə dəyişib", "ne deyishib"),
            ("İşçi “qızıl” ğ-ÜÖÇŞ", "ishchi qizil gh uochsh"),
            ("Who pays, and when?", "who pays and when"),
            ("Объём услуг: щит и съезд", "obem uslug shchit i sezd"),
            ("Article 12.3 — §", "article 12 3"),
            ("§ … !", ""),
        ] {
            assert_eq!(slug(text), expected.replace(' ', "-"), "{text}");
        }
    }

    #[test]
    fn a_long_one_ends_with_a_whole_word() {
        let long = slug(&"dördüncü ".repeat(20));
        assert!(long.len() <= 60 && long.ends_with("-dorduncu"), "{long}");
    }
}
