//! By what a file on a target is recognised.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

/// What a file looks like there. The sides of a comparison need not know the same of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Stamp {
    /// In a folder: its length and its time in seconds. Both sides keep them exactly.
    File(u64, i64),
    /// What we put into a folder: with the nanoseconds, in which two publications within a second may differ.
    Sent(u64, i64, u32),
    /// In object storage.
    Object(Object),
}

/// An object: what we put into it, and what the storage calls this state of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// Of its content and of what is said with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Its `ETag`; none while it is not known whether it arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
}

impl Stamp {
    /// What is to be in object storage, with this hash.
    pub fn of_hash(hash: String) -> Self {
        Self::Object(Object {
            hash: Some(hash),
            tag: None,
        })
    }

    /// What arrived there.
    pub fn put(hash: String, tag: Option<String>) -> Self {
        Self::Object(Object {
            hash: Some(hash),
            tag,
        })
    }

    /// Whether both may be the same: by the storage's own word where both have it, otherwise by what we put there.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (&Self::File(length, second), &Self::Sent(bytes, time, _))
            | (&Self::Sent(bytes, time, _), &Self::File(length, second)) => {
                (length, second) == (bytes, time)
            }
            (Self::Object(one), Self::Object(two)) => match (&one.tag, &two.tag) {
                (Some(one), Some(two)) => one == two,
                _ => one.hash.is_some() && one.hash == two.hash,
            },
            _ => self == other,
        }
    }

    /// Of an object that has arrived for certain: its hash and tag.
    pub fn arrived(&self) -> Option<(&str, &str)> {
        match self {
            Self::Object(Object {
                hash: Some(hash),
                tag: Some(tag),
            }) => Some((hash, tag)),
            _ => None,
        }
    }

    /// Whether it says all there is to know of what we put there.
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Sent(..)) || self.arrived().is_some()
    }

    /// Of an object.
    pub fn hash(&self) -> Option<&str> {
        match self {
            Self::Object(object) => object.hash.as_deref(),
            Self::File(..) | Self::Sent(..) => None,
        }
    }
}

/// By what begins: the derived way keeps each of tens of thousands aside and tries one form after the other.
impl<'de> Deserialize<'de> for Stamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyStamp)
    }
}

struct AnyStamp;

impl<'de> Visitor<'de> for AnyStamp {
    type Value = Stamp;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a length, a time in seconds and perhaps nanoseconds, or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Stamp, A::Error> {
        let short = |count| A::Error::invalid_length(count, &AnyStamp);
        let length = list.next_element()?.ok_or_else(|| short(0))?;
        let second = list.next_element()?.ok_or_else(|| short(1))?;
        let nanosecond = list.next_element()?;
        if nanosecond.is_some() && list.next_element::<IgnoredAny>()?.is_some() {
            return Err(short(4));
        }
        Ok(match nanosecond {
            Some(nanosecond) => Stamp::Sent(length, second, nanosecond),
            None => Stamp::File(length, second),
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Stamp, A::Error> {
        Object::deserialize(MapAccessDeserializer::new(fields)).map(Stamp::Object)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn object(hash: Option<&str>, tag: Option<&str>) -> Stamp {
        Stamp::Object(Object {
            hash: hash.map(str::to_owned),
            tag: tag.map(str::to_owned),
        })
    }

    #[test]
    fn objects_are_compared_by_what_both_sides_know() {
        let put = object(Some("h"), Some("t"));
        assert!(put.is(&object(None, Some("t"))));
        assert!(put.is(&object(Some("h"), None)));
        assert!(!put.is(&object(Some("h"), Some("other"))), "changed there");
        assert!(!put.is(&object(None, None)));
        assert!(!object(None, None).is(&object(None, None)));
        assert!(!put.is(&Stamp::File(1, 2)));
    }

    #[test]
    fn files_are_compared_to_the_nanosecond_where_both_sides_have_it() {
        let sent = Stamp::Sent(4, 17, 5);
        assert!(sent.is(&Stamp::File(4, 17)) && Stamp::File(4, 17).is(&sent));
        assert!(sent.is(&sent.clone()) && !sent.is(&Stamp::Sent(4, 17, 6)));
        assert!(!sent.is(&Stamp::File(4, 18)) && !Stamp::File(5, 17).is(&sent));
        assert!(sent.is_exact() && !Stamp::File(4, 17).is_exact());
    }

    #[test]
    fn records_of_both_kinds_are_read() {
        let text = r#"[[4,17],[4,17,5],{"hash":"h","tag":"t"},{"hash":"h"}]"#;
        let stamps: Vec<Stamp> = serde_json::from_str(text).unwrap();
        assert_eq!(stamps[..2], [Stamp::File(4, 17), Stamp::Sent(4, 17, 5)]);
        assert_eq!(serde_json::to_string(&stamps).unwrap(), text);
        for wrong in ["[4]", "[4,17,5,6]", "4", r#"{"hash":"h","size":4}"#] {
            serde_json::from_str::<Stamp>(wrong).unwrap_err();
        }
    }
}
