//! Recovery codes: ten, each for one sign-in without the telephone. With 120 random bits each a plain hash tells nothing (OWASP
//! ASVS 5.0, 6.5.2, asks for 112).

use data_encoding::BASE32_NOPAD;

use super::refresh;

/// How many there are.
pub const COUNT: usize = 10;
const BYTES: usize = 15;
/// Characters of a group, for the eye.
const GROUP: usize = 4;

/// A new set, as it is shown: `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`.
pub fn codes() -> Vec<String> {
    std::iter::repeat_with(code).take(COUNT).collect()
}

fn code() -> String {
    let letters = BASE32_NOPAD.encode(&rand::random::<[u8; BYTES]>());
    let groups: Vec<&str> = (0..letters.len())
        .step_by(GROUP)
        .map(|at| &letters[at..at + GROUP])
        .collect();
    groups.join("-")
}

/// A code as it is compared: without spaces and hyphens, in capitals. So are those of a device, which some show in two groups.
pub fn normal(code: &str) -> String {
    let kept = code.chars().filter(|c| !c.is_whitespace() && *c != '-');
    kept.map(|c| c.to_ascii_uppercase()).collect()
}

/// What the store keeps of one.
pub fn hash(code: &str) -> String {
    refresh::hash(&normal(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_ten_of_six_groups_and_never_the_same() {
        let (codes, others) = (codes(), codes());
        assert_eq!(codes.len(), COUNT);
        for code in &codes {
            assert_eq!(code.len(), 29, "{code}");
            assert!(code.split('-').all(|group| group.len() == GROUP));
            assert!(!others.contains(code));
        }
    }

    #[test]
    fn how_it_is_typed_does_not_matter() {
        let shown = hash("ABCD-EFGH-IJKL-MN22");
        for typed in [
            "abcdefghijklmn22",
            " abcd efgh ijkl mn22 ",
            "ABCD-EFGH-IJKL-MN22\n",
        ] {
            assert_eq!(hash(typed), shown);
        }
        assert_ne!(hash("ABCD-EFGH-IJKL-MN23"), shown);
    }
}
