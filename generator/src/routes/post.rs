//! The addresses of a post. `/blog/{id}/` is one for ever and leads to the one with words; words that it had lead there, too.

use super::Route;
use crate::base::{Lang, Slug};
use crate::posts::Slugs;

impl Route {
    /// Where the post of this number stands in a language.
    pub fn of_post(id: i64, slugs: &Slugs, lang: Lang) -> Route {
        Route::with_words(id, slugs.current.get(lang).copied())
    }

    /// The same by the words of that language.
    pub fn with_words(id: i64, words: Option<Slug>) -> Route {
        words.map_or(Route::Post(id), |words| Route::Named(id, words))
    }

    /// Its other addresses in a language, which lead to that one.
    pub fn others_of_post(id: i64, slugs: &Slugs, lang: Lang) -> impl Iterator<Item = Route> {
        let stands = Route::of_post(id, slugs, lang);
        Route::all_of_post(id, slugs, lang).filter(move |route| *route != stands)
    }

    /// All its addresses in a language, each once.
    pub fn all_of_post(id: i64, slugs: &Slugs, lang: Lang) -> impl Iterator<Item = Route> {
        let current = slugs.current.get(lang).copied();
        let former = slugs.former.iter().filter(move |(of, _)| *of == lang);
        let former = former.map(|(_, words)| *words);
        let former = former.filter(move |words| Some(*words) != current);
        let words = current.into_iter().chain(former).map(Some);
        let words = std::iter::once(None).chain(words);
        words.map(move |words| Route::with_words(id, words))
    }

    /// The same page where it stays; a post, whatever words its address has.
    pub fn lasting(self) -> Route {
        match self {
            Route::Named(id, _) => Route::Post(id),
            route => route,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_leads_to_the_one_where_the_post_stands() {
        let words = |text| Slug::new(text).unwrap();
        let mut slugs = Slugs::default();
        let stands = |slugs: &Slugs, lang| Route::of_post(7, slugs, lang);
        let others =
            |slugs: &Slugs, lang| -> Vec<Route> { Route::others_of_post(7, slugs, lang).collect() };
        assert_eq!(stands(&slugs, Lang::AZ), Route::Post(7));
        assert_eq!(others(&slugs, Lang::AZ), []);
        slugs.current.set(Lang::AZ, words("yeni"));
        slugs.former = [(Lang::AZ, words("yeni")), (Lang::AZ, words("kohne"))].into();
        slugs.former.insert((Lang::EN, words("old")));
        assert_eq!(stands(&slugs, Lang::AZ), Route::Named(7, words("yeni")));
        let old = Route::Named(7, words("kohne"));
        assert_eq!(others(&slugs, Lang::AZ), [Route::Post(7), old]);
        assert_eq!(stands(&slugs, Lang::EN), Route::Post(7));
        let old = Route::Named(7, words("old"));
        assert_eq!(others(&slugs, Lang::EN), [old]);
        assert_eq!(Route::all_of_post(7, &slugs, Lang::AZ).count(), 3);
    }
}
