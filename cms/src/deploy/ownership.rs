//! Whose a target is, by its marker and our record.

use jiff::Timestamp;

use super::{marker::Marker, record::Record};

/// Who deployed to a target before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ownership {
    /// We did last, and have the record of it.
    Ours,
    /// We did, but have no record of it.
    Forgotten,
    /// Nobody, as far as the target says.
    Unproven,
    /// Another CMS, or another copy of our data folder; since when, if that can be read.
    Foreign(Option<Timestamp>),
}

impl Ownership {
    /// By what the target says and what we remember.
    pub fn of(marker: Option<&[u8]>, owner: &str, record: Option<&Record>) -> Self {
        let Some(bytes) = marker else {
            return Self::Unproven;
        };
        let Some(marker) = Marker::read(bytes) else {
            return Self::Foreign(None);
        };
        match record {
            _ if marker.owner != owner => Self::Foreign(Some(marker.at)),
            None => Self::Forgotten,
            Some(record) if record.knows(&marker.deployment) => Self::Ours,
            Some(_) => Self::Foreign(Some(marker.at)),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_ours_only_with_its_last_deployment_on_record() {
        let now = Timestamp::UNIX_EPOCH;
        let marker = Marker::new("we", now.as_second());
        let text = serde_json::to_vec(&marker).unwrap();
        let (mut known, unknown) = (Record::default(), Record::default());
        known.begin(&marker, None, &Default::default());
        let table = [
            (None, Some(&known), Ownership::Unproven),
            (Some(text.as_slice()), Some(&known), Ownership::Ours),
            (Some(text.as_slice()), None, Ownership::Forgotten),
            (
                Some(text.as_slice()),
                Some(&unknown),
                Ownership::Foreign(Some(now)),
            ),
            (
                Some(b"garbage".as_slice()),
                Some(&known),
                Ownership::Foreign(None),
            ),
        ];
        for (marker, record, wanted) in table {
            assert_eq!(Ownership::of(marker, "we", record), wanted);
        }
        assert_eq!(
            Ownership::of(Some(text.as_slice()), "they", Some(&known)),
            Ownership::Foreign(Some(now))
        );
    }
}
