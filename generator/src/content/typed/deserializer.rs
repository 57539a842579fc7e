//! serde's questions to a value, answered also where there is none.

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, Visitor};

use super::{At, Failed};
use crate::base::Problem;
use crate::content::tree::{Node, Value};

macro_rules! integers {
    ($($method:ident $visit:ident $type:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
            let min = i64::try_from(<$type>::MIN).unwrap_or(i64::MIN);
            let max = i64::try_from(<$type>::MAX).unwrap_or(i64::MAX);
            visitor.$visit(self.integer(min, max) as $type)
        }
    )*};
}

impl<'de, 'a> Deserializer<'de> for At<'a> {
    type Error = Failed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.node.map(|node| &node.value) {
            Some(Value::Table(_)) => self.deserialize_map(visitor),
            Some(Value::Array(_)) => self.deserialize_seq(visitor),
            Some(Value::Text(text) | Value::Datetime(text)) => visitor.visit_str(text),
            Some(Value::Integer(number)) => visitor.visit_i64(*number),
            Some(Value::Float(number)) => visitor.visit_f64(*number),
            Some(Value::Boolean(value)) => visitor.visit_bool(*value),
            None => visitor.visit_unit(),
        }
    }

    integers!(
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64, deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64
    );

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.node.map(|node| &node.value) {
            Some(Value::Boolean(value)) => visitor.visit_bool(*value),
            _ => {
                self.wrong("true or false");
                visitor.visit_bool(false)
            }
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_f64(self.number())
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_f64(self.number())
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_str(self.text())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_str(self.text())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.node {
            Some(_) => visitor.visit_some(self),
            None => visitor.visit_none(),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failed> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let items: &[Node] = match self.node.map(|node| &node.value) {
            Some(Value::Array(items)) => items,
            _ => {
                self.wrong("a list");
                &[]
            }
        };
        let items: Vec<_> = items
            .iter()
            .enumerate()
            .map(|(index, node)| self.item(index, node))
            .collect();
        visitor.visit_seq(Items(items.into_iter()))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let members: Vec<_> = self
            .members()
            .into_iter()
            .map(|(name, node)| (name, self.member(name, Some(node))))
            .collect();
        visitor.visit_map(Members {
            rest: members.into_iter(),
            value: None,
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        let members: Vec<_> = self
            .struct_members(fields)
            .into_iter()
            .map(|(name, node)| (name, self.member(name, node)))
            .collect();
        visitor.visit_map(Members {
            rest: members.into_iter(),
            value: None,
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        let text = self.text();
        if variants.contains(&text) {
            return visitor.visit_enum(StrDeserializer::<Failed>::new(text));
        }
        if self
            .node
            .is_some_and(|node| matches!(node.value, Value::Text(_)))
        {
            let problem = Problem::error("unknown-value", format!("unknown value {text:?}"))
                .hint(format!("one of {}", variants.join(", ")));
            self.report(problem);
        }
        visitor.visit_enum(StrDeserializer::<Failed>::new(
            variants.first().copied().unwrap_or(""),
        ))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

struct Items<'a>(std::vec::IntoIter<At<'a>>);

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Failed;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failed> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }
}

struct Members<'a> {
    rest: std::vec::IntoIter<(&'a str, At<'a>)>,
    value: Option<At<'a>>,
}

impl<'de> de::MapAccess<'de> for Members<'_> {
    type Error = Failed;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failed> {
        let Some((name, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(StrDeserializer::<Failed>::new(name))
            .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => Err(Failed("value without a key".into())),
        }
    }
}
