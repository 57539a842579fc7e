//! Tables of paths, read side by side: of tens of thousands of files, looking each up is what a deployment of one edit would
//! spend its time on.

use std::collections::BTreeMap;

use itertools::{EitherOrBoth, Itertools as _};

/// Every path of either table, in order, with what each of them has there.
pub fn beside<'a, A, B>(
    one: &'a BTreeMap<String, A>,
    other: &'a BTreeMap<String, B>,
) -> impl Iterator<Item = (&'a String, Option<&'a A>, Option<&'a B>)> {
    let pairs = one
        .iter()
        .merge_join_by(other, |(one, _), (other, _)| one.cmp(other));
    pairs.map(|pair| match pair {
        EitherOrBoth::Left((path, one)) => (path, Some(one), None),
        EitherOrBoth::Right((path, other)) => (path, None, Some(other)),
        EitherOrBoth::Both((path, one), (_, other)) => (path, Some(one), Some(other)),
    })
}

/// The paths of the first table, with what the other has there.
pub fn with<'a, A, B>(
    one: &'a BTreeMap<String, A>,
    other: &'a BTreeMap<String, B>,
) -> impl Iterator<Item = (&'a String, &'a A, Option<&'a B>)> {
    beside(one, other).filter_map(|(path, one, other)| Some((path, one?, other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(paths: &[(&str, u8)]) -> BTreeMap<String, u8> {
        let paths = paths.iter();
        paths
            .map(|(path, value)| ((*path).to_owned(), *value))
            .collect()
    }

    #[test]
    fn each_path_comes_once_with_both_sides() {
        let one = table(&[("a", 1), ("b", 2), ("d/e", 3)]);
        let other = table(&[("b", 4), ("c", 5), ("d", 6), ("z", 7)]);
        let all: Vec<_> = beside(&one, &other)
            .map(|(path, one, other)| (path.as_str(), one.copied(), other.copied()))
            .collect();
        let wanted = [
            ("a", Some(1), None),
            ("b", Some(2), Some(4)),
            ("c", None, Some(5)),
            ("d", None, Some(6)),
            ("d/e", Some(3), None),
            ("z", None, Some(7)),
        ];
        assert_eq!(all, wanted);
        let own: Vec<_> = with(&one, &other)
            .map(|(path, _, other)| (path.as_str(), other.copied()))
            .collect();
        assert_eq!(own, [("a", None), ("b", Some(4)), ("d/e", None)]);
    }
}
