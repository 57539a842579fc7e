//! The name of a stretch of a long list.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where a segment of a list begins: in time, and among posts of one moment by number. That moment is one of those at which
/// halving cuts time, so it is no post's, and the name stays whichever posts come and go.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Segment {
    // Two words and not one of 128 bits, which would have to lie at every sixteenth byte.
    moment: [u64; 2],
    number: u64,
}

/// Hexadecimal digits of a moment: nanoseconds of the 20,000 years that there are take 70 bits.
const MOMENT: usize = 18;
/// Of a number.
const NUMBER: usize = 16;

impl Segment {
    /// That begins at a moment, in nanoseconds.
    pub fn at(moment: u128) -> Segment {
        Segment::within(moment, 0)
    }

    /// That begins with a number among the posts of a moment.
    pub fn within(moment: u128, number: u64) -> Segment {
        Segment {
            moment: [(moment >> 64) as u64, moment as u64],
            number,
        }
    }

    /// Reads a name as [`fmt::Display`] writes it. Other spellings of it are read, too.
    pub fn parse(name: &str) -> Option<Segment> {
        let (moment, number) = name.split_once('-').unwrap_or((name, "0"));
        let number = u64::try_from(padded(number, NUMBER)?).ok()?;
        Some(Segment::within(padded(moment, MOMENT)?, number))
    }
}

/// The zeros at its end are left out: the longer the span that was halved, the shorter the name.
impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [high, low] = self.moment.map(u128::from);
        let moment = format!("{:0MOMENT$x}", high << 64 | low);
        let moment = moment.trim_end_matches('0');
        f.write_str(if moment.is_empty() { "0" } else { moment })?;
        match self.number {
            0 => Ok(()),
            number => write!(
                f,
                "-{}",
                format!("{number:0NUMBER$x}").trim_end_matches('0')
            ),
        }
    }
}

/// Digits and the zeros that were left out behind them.
fn padded(digits: &str, length: usize) -> Option<u128> {
    let hexadecimal = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let well_formed = (1..=length).contains(&digits.len()) && digits.bytes().all(hexadecimal);
    well_formed.then(|| u128::from_str_radix(&format!("{digits:0<length$}"), 16).ok())?
}

impl From<Segment> for String {
    fn from(segment: Segment) -> String {
        segment.to_string()
    }
}

impl TryFrom<String> for Segment {
    type Error = String;

    fn try_from(name: String) -> Result<Segment, String> {
        Segment::parse(&name).ok_or_else(|| format!("{name:?} is no segment of a list"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for (segment, name) in [
            (Segment::default(), "0"),
            (Segment::at(0x14_8e30 << 48), "148e3"),
            (Segment::at((1 << 72) - 1), "ffffffffffffffffff"),
            (Segment::at(1), "000000000000000001"),
            (Segment::within(1 << 64, 1 << 63), "01-8"),
            (Segment::within(0, 7), "0-0000000000000007"),
        ] {
            assert_eq!(segment.to_string(), name);
            assert_eq!(Segment::parse(name), Some(segment), "{name}");
        }
    }

    #[test]
    fn nothing_else_is_a_name() {
        for name in [
            "",
            "-",
            "1-",
            "-1",
            "1-2-3",
            "A",
            "+1",
            "g",
            "ə",
            "1234567890123456789",
            "1-12345678901234567",
        ] {
            assert_eq!(Segment::parse(name), None, "{name}");
        }
    }
}
