//! Query strings: every value that cannot be read is named, as a wrong field of a form is.

use std::{borrow::Cow, fmt, iter};

use serde::{
    Deserializer,
    de::{
        self, DeserializeOwned, EnumAccess, IntoDeserializer, Visitor,
        value::{BorrowedStrDeserializer, MapDeserializer},
    },
    forward_to_deserialize_any,
};
use url::form_urlencoded;

use crate::fields::{self, FieldErrors};

/// What a query string asks for, or what is wrong with it. Each of its parameters may be left out.
pub fn read<T: DeserializeOwned>(query: &str) -> Result<T, FieldErrors> {
    let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
    let mut errors = FieldErrors::new();
    for (name, value) in &pairs {
        // One by one, so that all that is wrong is told at once.
        if let Err(Wrong { code, .. }) = of::<T>(iter::once((name, value))) {
            errors.insert(name.to_string(), vec![code.to_owned()]);
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    of(pairs.iter().map(|(name, value)| (name, value)))
        .map_err(|Wrong { field, code }| fields::one(field, code))
}

fn of<'de, T: DeserializeOwned>(
    pairs: impl Iterator<Item = (&'de Cow<'de, str>, &'de Cow<'de, str>)>,
) -> Result<T, Wrong> {
    let pairs = pairs.map(|(name, value)| (&**name, Text(value)));
    T::deserialize(MapDeserializer::new(pairs))
}

/// Why a value cannot be what is asked for, as a code.
#[derive(Debug, Clone, Copy)]
struct Wrong {
    /// Where serde says it by itself.
    field: &'static str,
    code: &'static str,
}

impl Wrong {
    fn coded(code: &'static str) -> Self {
        Self { field: "", code }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code)
    }
}

impl std::error::Error for Wrong {}

impl de::Error for Wrong {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::coded("invalid")
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::coded("invalid_choice")
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self {
            field,
            code: "repeated",
        }
    }
}

/// A value, which is what is asked for.
#[derive(Clone, Copy)]
struct Text<'de>(&'de str);

impl<'de> IntoDeserializer<'de, Wrong> for Text<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// A whole number, as far as an integer of any kind goes.
fn number(text: &str) -> Result<i64, Wrong> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match is_number {
        true => text.parse().map_err(|_| Wrong::coded("out_of_range")),
        false => Err(Wrong::coded("not_a_number")),
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident $kind:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            let number = <$kind>::try_from(number(self.0)?);
            visitor.$visit(number.map_err(|_| Wrong::coded("out_of_range"))?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Text<'de> {
    type Error = Wrong;

    numbers!(deserialize_u32 visit_u32 u32, deserialize_i64 visit_i64 i64);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(Wrong::coded("invalid_choice")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Text<'de> {
    type Error = Wrong;
    type Variant = <BorrowedStrDeserializer<'de, Wrong> as EnumAccess<'de>>::Variant;

    fn variant_seed<V: de::DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Wrong> {
        BorrowedStrDeserializer::new(self.0).variant_seed(seed)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Asked {
        page: Option<u32>,
        post: Option<i64>,
        stale: Option<bool>,
        unused: bool,
        order: Option<Order>,
        from: Option<jiff::Timestamp>,
        q: String,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    enum Order {
        #[serde(rename = "-date")]
        Newest,
    }

    fn asked(query: &str) -> Result<Asked, FieldErrors> {
        read(query)
    }

    #[test]
    fn what_is_right_is_read_and_what_nobody_knows_is_left() {
        let query =
            "page=4294967295&post=-3&stale=true&unused=false&order=-date&q=a+b%26%C9%99&x=1&x=2";
        let read = asked(query).unwrap();
        let expected = Asked {
            page: Some(u32::MAX),
            post: Some(-3),
            stale: Some(true),
            order: Some(Order::Newest),
            q: "a b&ə".into(),
            ..Asked::default()
        };
        assert_eq!(read, expected);
        let from = asked("from=2026-11-28T00:00:00Z").unwrap().from.unwrap();
        assert_eq!(from.as_second(), 1_795_824_000);
        assert_eq!(asked("").unwrap(), Asked::default());
    }

    #[test]
    fn each_value_that_cannot_be_read_is_named() {
        for (query, field, code) in [
            ("page=-1", "page", "out_of_range"),
            ("page=4294967296", "page", "out_of_range"),
            ("post=99999999999999999999", "post", "out_of_range"),
            ("page=x", "page", "not_a_number"),
            ("page=", "page", "not_a_number"),
            ("page=1.5", "page", "not_a_number"),
            ("stale=maybe", "stale", "invalid_choice"),
            ("unused=", "unused", "invalid_choice"),
            ("order=date", "order", "invalid_choice"),
            ("from=yesterday", "from", "invalid"),
            ("q=a&page=1&q=b", "q", "repeated"),
        ] {
            assert_eq!(
                asked(query).unwrap_err(),
                fields::one(field, code),
                "{query}"
            );
        }
        let errors = asked("page=x&q=a&order=up&stale=1").unwrap_err();
        let named: Vec<_> = errors.keys().map(String::as_str).collect();
        assert_eq!(named, ["order", "page", "stale"]);
    }
}
