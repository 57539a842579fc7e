//! Languages, and texts in them. Which ones a site has, its `site.toml` says; here is only what a language is.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Where the pages of each language of ISO 639-1 stand; those that are written from right to left are missing, because the
/// styles are for the other direction. In the order of the codes.
const FOLDERS: [&str; 173] = [
    "/aa", "/ab", "/ae", "/af", "/ak", "/am", "/an", "/as", "/av", "/ay", "/az", "/ba", "/be",
    "/bg", "/bi", "/bm", "/bn", "/bo", "/br", "/bs", "/ca", "/ce", "/ch", "/co", "/cr", "/cs",
    "/cu", "/cv", "/cy", "/da", "/de", "/dz", "/ee", "/el", "/en", "/eo", "/es", "/et", "/eu",
    "/ff", "/fi", "/fj", "/fo", "/fr", "/fy", "/ga", "/gd", "/gl", "/gn", "/gu", "/gv", "/ha",
    "/hi", "/ho", "/hr", "/ht", "/hu", "/hy", "/hz", "/ia", "/id", "/ie", "/ig", "/ii", "/ik",
    "/io", "/is", "/it", "/iu", "/ja", "/jv", "/ka", "/kg", "/ki", "/kj", "/kk", "/kl", "/km",
    "/kn", "/ko", "/kr", "/ku", "/kv", "/kw", "/ky", "/la", "/lb", "/lg", "/li", "/ln", "/lo",
    "/lt", "/lu", "/lv", "/mg", "/mh", "/mi", "/mk", "/ml", "/mn", "/mr", "/ms", "/mt", "/my",
    "/na", "/nb", "/nd", "/ne", "/ng", "/nl", "/nn", "/no", "/nr", "/nv", "/ny", "/oc", "/oj",
    "/om", "/or", "/os", "/pa", "/pi", "/pl", "/pt", "/qu", "/rm", "/rn", "/ro", "/ru", "/rw",
    "/sa", "/sc", "/se", "/sg", "/si", "/sk", "/sl", "/sm", "/sn", "/so", "/sq", "/sr", "/ss",
    "/st", "/su", "/sv", "/sw", "/ta", "/te", "/tg", "/th", "/ti", "/tk", "/tl", "/tn", "/to",
    "/tr", "/ts", "/tt", "/tw", "/ty", "/uk", "/uz", "/ve", "/vi", "/vo", "/wa", "/wo", "/xh",
    "/yo", "/za", "/zh", "/zu",
];

/// A language, by its code of ISO 639-1. Azerbaijani is the default of every site: it has the bare addresses and fills gaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lang(u8);

impl Lang {
    /// Azerbaijani.
    pub const AZ: Lang = Lang::known("az");
    /// English.
    pub const EN: Lang = Lang::known("en");
    /// Russian.
    pub const RU: Lang = Lang::known("ru");
    /// The language of bare addresses and of missing texts.
    pub const DEFAULT: Lang = Lang::AZ;

    /// Of a code that is in the table; the compiler says when it is not.
    const fn known(code: &str) -> Lang {
        let wanted = code.as_bytes();
        let mut place = 0;
        while FOLDERS[place].as_bytes()[1] != wanted[0] || FOLDERS[place].as_bytes()[2] != wanted[1]
        {
            place += 1;
        }
        Lang(place as u8)
    }

    /// Reads a code in small letters.
    pub fn from_code(code: &str) -> Option<Lang> {
        let place = FOLDERS.binary_search_by(|folder| folder[1..].cmp(code));
        place.ok().map(|place| Lang(place as u8))
    }

    fn folder(self) -> &'static str {
        FOLDERS[usize::from(self.0)]
    }

    /// The code used in folders, addresses and `lang` attributes.
    pub fn code(self) -> &'static str {
        &self.folder()[1..]
    }

    /// What the language switcher shows.
    pub fn label(self) -> String {
        self.code().to_ascii_uppercase()
    }

    /// Address prefix without a trailing slash: empty for the default language.
    pub fn prefix(self) -> &'static str {
        if self == Lang::DEFAULT {
            ""
        } else {
            self.folder()
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Lang {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Lang {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
        Lang::from_code(&code)
            .ok_or_else(|| D::Error::custom(format!("{code:?} is no language of ISO 639-1")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_by_its_letters() {
        assert!(FOLDERS.is_sorted());
        for folder in FOLDERS {
            let lang = Lang::from_code(&folder[1..]).unwrap();
            assert_eq!(format!("/{lang}"), folder);
        }
        assert_eq!(Lang::from_code("az"), Some(Lang::AZ));
        assert_eq!(
            (Lang::AZ.prefix(), Lang::RU.prefix(), Lang::EN.label()),
            ("", "/ru", "EN".to_owned())
        );
        for unknown in ["", "a", "AZ", "ar", "xx", "eng", "é"] {
            assert_eq!(Lang::from_code(unknown), None, "{unknown}");
        }
    }
}
