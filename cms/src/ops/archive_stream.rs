//! Rows of an archive one at a time, so that a site of any size passes through little memory.

use std::{
    cell::Cell,
    fmt,
    io::{self, BufReader, Read, Write},
    marker::PhantomData,
};

use anyhow::Context as _;
use serde::{
    Deserializer as _, Serialize, Serializer,
    de::{DeserializeOwned, Error as _, SeqAccess, Visitor},
    ser::{Error as _, SerializeSeq as _},
};

/// Bytes read at a time.
const BUFFER: u64 = 64 * 1024;

/// Rows of a store as an array, each read when it is written.
pub struct Rows<'a, K, T> {
    /// Which, in order.
    pub keys: &'a [K],
    /// Reads one.
    pub read: &'a dyn Fn(&K) -> anyhow::Result<T>,
}

impl<K, T: Serialize> Rows<'_, K, T> {
    /// Writes them as readable JSON.
    pub fn write(&self, mut out: impl Write) -> anyhow::Result<()> {
        serde_json::to_writer_pretty(&mut out, self)?;
        out.write_all(b"\n")?;
        out.flush()?;
        Ok(())
    }
}

impl<K, T: Serialize> Serialize for Rows<'_, K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.keys.len()))?;
        for key in self.keys {
            let row = (self.read)(key).map_err(S::Error::custom)?;
            list.serialize_element(&row)?;
        }
        list.end()
    }
}

/// Counts what is written and keeps none of it.
#[derive(Debug, Default)]
pub struct Counter(pub u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads an array, handing out each item before the next one is read. An item has at most `limit` bytes.
pub fn each<T: DeserializeOwned>(
    from: impl Read,
    limit: u64,
    take: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let left = Cell::new(limit);
    let mut refused = None;
    let bounded = Bounded {
        inner: from,
        left: &left,
        limit,
    };
    let capacity = usize::try_from(limit.min(BUFFER))?;
    let mut json =
        serde_json::Deserializer::from_reader(BufReader::with_capacity(capacity, bounded));
    let read = json.deserialize_seq(Each {
        take,
        refused: &mut refused,
        left: &left,
        limit,
        item: PhantomData,
    });
    match refused {
        Some(error) => Err(error),
        None => match read.and_then(|()| json.end()) {
            Err(error) if error.is_io() => Err(error.into()),
            read => read.context("not an array as it should be"),
        },
    }
}

struct Each<'a, T, F> {
    take: F,
    /// The reason of `take`, which would lose its causes on the way through serde.
    refused: &'a mut Option<anyhow::Error>,
    left: &'a Cell<u64>,
    limit: u64,
    item: PhantomData<T>,
}

impl<'de, T: DeserializeOwned, F: FnMut(T) -> anyhow::Result<()>> Visitor<'de> for Each<'_, T, F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(item) = list.next_element()? {
            self.left.set(self.limit);
            if let Err(error) = (self.take)(item) {
                *self.refused = Some(error);
                return Err(A::Error::custom("refused"));
            }
        }
        Ok(())
    }
}

/// Gives up when an item does not end.
struct Bounded<'a, R> {
    inner: R,
    left: &'a Cell<u64>,
    limit: u64,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let left = self.left.get().checked_sub(count as u64).ok_or_else(|| {
            io::Error::other(format!("an item has more than {} bytes", self.limit))
        })?;
        self.left.set(left);
        Ok(count)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read(text: &str, limit: u64) -> anyhow::Result<Vec<String>> {
        let mut found = Vec::new();
        each(text.as_bytes(), limit, |item: String| {
            anyhow::ensure!(item != "bad", "a bad one");
            found.push(item);
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn the_limit_is_for_one_item_and_not_for_all() {
        let many = format!("[{}\"last\"]", "\"0123456789\",".repeat(50));
        assert_eq!(read(&many, 20).unwrap().len(), 51);
        let refused = read(&format!("[\"{}\"]", "x".repeat(30)), 20).unwrap_err();
        assert!(
            format!("{refused:#}").contains("more than 20 bytes"),
            "{refused:#}"
        );
        assert_eq!(read("[]", 20).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn what_is_no_whole_array_is_refused_with_its_reason() {
        for text in ["", "{}", "[\"a\"", "[\"a\"] x", "[1]", "[\"a\",]"] {
            assert!(read(text, 100).is_err(), "{text}");
        }
        assert_eq!(
            read("[\"a\",\"bad\"]", 100).unwrap_err().to_string(),
            "a bad one"
        );
    }
}
