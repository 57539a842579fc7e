//! Dates as people of each language expect them. Never `Intl`.

use std::cell::RefCell;
use std::collections::HashMap;

use icu::calendar::Date;
use icu::datetime::DateTimeFormatter;
use icu::datetime::fieldsets::YMD;
use icu::locale::Locale;
use jiff::Timestamp;
use jiff::civil;
use jiff::tz::{TimeZone, offset};
use serde::Serialize;

use crate::base::Lang;

/// A date as pages show it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct PageDate {
    /// RFC 3339, for `<time datetime>`.
    pub iso: String,
    /// `5 mart 2025`
    pub text: String,
    /// `3/5/2025`, the home teaser's form.
    pub us: String,
    /// As the office counts days.
    pub year: i16,
}

impl PageDate {
    /// The date in the office's time zone (Asia/Baku, UTC+4 all year).
    pub fn new(timestamp: Timestamp, lang: Lang) -> PageDate {
        let day = day_of(timestamp);
        PageDate {
            iso: timestamp.to_string(),
            text: long_date(day, lang),
            us: format!("{}/{}/{}", day.month(), day.day(), day.year()),
            year: day.year(),
        }
    }
}

/// Whether `later` lies on another day than `earlier`, as the office counts them.
pub fn is_later_day(later: Timestamp, earlier: Timestamp) -> bool {
    day_of(later) > day_of(earlier)
}

/// The year, as the office counts days.
pub fn year_of(timestamp: Timestamp) -> i16 {
    day_of(timestamp).year()
}

/// When it begins there; none of a year whose beginning no timestamp can say.
pub fn year_begin(year: i16) -> Option<Timestamp> {
    let day = civil::Date::new(year, 1, 1).ok()?;
    let begin = day.to_zoned(TimeZone::fixed(offset(4))).ok()?;
    Some(begin.timestamp())
}

fn day_of(timestamp: Timestamp) -> civil::Date {
    timestamp.to_zoned(TimeZone::fixed(offset(4))).date()
}

thread_local! {
    /// Made when a language is met for the first time.
    static FORMATTERS: RefCell<HashMap<Lang, Option<DateTimeFormatter<YMD>>>> = RefCell::default();
}

fn formatter(lang: Lang) -> Option<DateTimeFormatter<YMD>> {
    let locale: Locale = lang.code().parse().ok()?;
    DateTimeFormatter::try_new(locale.into(), YMD::long()).ok()
}

fn long_date(day: civil::Date, lang: Lang) -> String {
    let iso = || day.to_string();
    let Ok(date) = Date::try_new_iso(i32::from(day.year()), day.month() as u8, day.day() as u8)
    else {
        return iso();
    };
    FORMATTERS.with_borrow_mut(|formatters| {
        let formatter = formatters.entry(lang).or_insert_with(|| formatter(lang));
        match formatter {
            Some(formatter) => formatter.format(&date).to_string(),
            None => iso(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_begins_in_baku_before_it_does_in_greenwich() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let (old, new) = (at("2025-12-31T19:59:59Z"), at("2025-12-31T20:00:00Z"));
        assert_eq!((year_of(old), year_of(new)), (2025, 2026));
        assert_eq!(year_begin(2026), Some(new));
        assert_eq!(year_begin(year_of(Timestamp::MIN)), None);
        assert!(year_begin(year_of(Timestamp::MAX)).is_some());
    }

    #[test]
    fn dates_are_those_of_each_language_in_baku() {
        let date: Timestamp = "2025-03-04T22:30:00Z".parse().unwrap();
        assert_eq!(PageDate::new(date, Lang::AZ).text, "5 mart 2025");
        assert_eq!(PageDate::new(date, Lang::EN).text, "March 5, 2025");
        assert_eq!(PageDate::new(date, Lang::RU).text, "5 марта 2025\u{202f}г.");
        assert_eq!(PageDate::new(date, Lang::RU).us, "3/5/2025");
    }

    #[test]
    fn a_day_ends_at_midnight_in_baku() {
        let at = |time: &str| time.parse::<Timestamp>().unwrap();
        let evening = at("2025-03-04T19:30:00Z");
        assert!(is_later_day(at("2025-03-04T20:00:00Z"), evening));
        assert!(!is_later_day(at("2025-03-04T19:59:59Z"), evening));
        assert!(!is_later_day(evening, at("2025-03-04T20:00:00Z")));
    }
}
