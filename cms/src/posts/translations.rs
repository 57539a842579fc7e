//! Whether translations still say what their source says: by words, not by time.

use generator::{Lang, Post};
use rusqlite::{Connection, Transaction};

use super::{
    error::PostError,
    words::{is_blank, say_the_same, texts},
};
use crate::store::{
    desk, languages, revisions,
    translations::{self, Texts, Translation},
};

/// A translation whose source was other words when it was declared right.
#[derive(Debug, Clone)]
pub struct Compared {
    /// What is known of it.
    pub translation: Translation,
    /// What the source says now.
    pub now: Texts,
}

/// Goes with a write of what staff see of a post: a translation whose own words changed was looked at, and is right for the
/// source as it is now; another is stale when the source's words are others than they were.
pub(super) fn follow(
    store: &Transaction<'_>,
    before: Option<&Post>,
    after: &Post,
) -> rusqlite::Result<()> {
    let own = before.map(|before| move |lang: Lang| texts(before, lang));
    let was = |lang: Lang| {
        own.as_ref()
            .map_or_else(Texts::default, |texts| texts(lang))
    };
    // One that says nothing any more is among them by what it said before.
    let languages = languages::of_posts(before.into_iter().chain([after])).into_iter();
    for lang in languages.filter(|lang| *lang != Lang::DEFAULT) {
        let now = texts(after, lang);
        if now.content.is_empty() {
            // A title alone translates nothing yet.
            translations::forget(store, after.id, Some(lang))?;
            continue;
        }
        let known = translations::find(store, after.id, lang)?;
        let source_lang = known
            .as_ref()
            .map_or(Lang::DEFAULT, |known| known.source_lang);
        let source = texts(after, source_lang);
        let looked_at = !say_the_same(&now, &was(lang));
        let declared = match known {
            Some(known) if !looked_at => known.source,
            None if !looked_at => was(source_lang),
            _ => source.clone(),
        };
        let translation = Translation {
            lang,
            source_lang,
            stale: is_stale(&declared, &source),
            source: declared,
        };
        translations::put(store, after.id, &translation)?;
    }
    Ok(())
}

/// Goes with a working copy that is given up: staff see what is on-line again. A translation that was worked on in the copy
/// counts as looked at: what it was compared with there went with it.
pub(super) fn go_back(store: &Transaction<'_>, copy: &Post, live: &Post) -> rusqlite::Result<()> {
    for mut known in translations::of_post(store, live.id)? {
        let own = texts(live, known.lang);
        if own.content.is_empty() {
            translations::forget(store, live.id, Some(known.lang))?;
            continue;
        }
        let source = texts(live, known.source_lang);
        if !say_the_same(&own, &texts(copy, known.lang)) {
            known.source = source.clone();
        }
        let stale = is_stale(&known.source, &source);
        translations::put(store, live.id, &Translation { stale, ..known })?;
    }
    Ok(())
}

/// Whether a text was written for other words of its source than there are now. One that was there before its source was more
/// than a title is translated from nothing that could have changed.
fn is_stale(declared: &Texts, now: &Texts) -> bool {
    !declared.content.is_empty() && !say_the_same(declared, now)
}

/// Declares a translation right for the source as it is now.
pub fn settle(store: &Transaction<'_>, id: i64, lang: Lang) -> Result<(), PostError> {
    let post = seen(store, id)?;
    if lang == Lang::DEFAULT {
        return Err(PostError::unfit("language", "is_source"));
    }
    if is_blank(&texts(&post, lang)) {
        return Err(PostError::unfit("language", "no_text"));
    }
    let known = translations::find(store, id, lang)?;
    let source_lang = known.map_or(Lang::DEFAULT, |known| known.source_lang);
    let translation = Translation {
        lang,
        source_lang,
        source: texts(&post, source_lang),
        stale: false,
    };
    translations::put(store, id, &translation)?;
    revisions::edit(store)?;
    Ok(())
}

/// Each translation of a post with what its source said and says.
pub fn compare(store: &Connection, id: i64) -> Result<Vec<Compared>, PostError> {
    let post = seen(store, id)?;
    let found = translations::of_post(store, id)?;
    let compared = found.into_iter().map(|translation| Compared {
        now: texts(&post, translation.source_lang),
        translation,
    });
    Ok(compared.collect())
}

/// The post as staff see it.
fn seen(store: &Connection, id: i64) -> Result<Post, PostError> {
    Ok(desk::find(store, id)?.ok_or(PostError::Missing)?.post)
}
