//! A JSON value whose members stay in the order in which they were written: what the owner reads in a diff.

use loggia_template::Node;
use std::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

use super::pointer::Pointer;

/// A value. Two objects with the same members are the same, in whatever order.
#[derive(Debug, Clone, Default)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// Names and values, in order.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text.
    ///
    /// # Errors
    /// When it is not JSON.
    pub fn parse(text: &str) -> serde_json::Result<Json> {
        serde_json::from_str(text)
    }

    /// A member of an object.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text, when it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The elements; none when it is no list.
    #[must_use]
    pub fn elements(&self) -> &[Json] {
        match self {
            Json::List(elements) => elements,
            _ => &[],
        }
    }

    /// The members; none when it is no object.
    #[must_use]
    pub fn members(&self) -> &[(String, Json)] {
        match self {
            Json::Object(members) => members,
            _ => &[],
        }
    }

    /// Whether it is a list or an object with something in it.
    #[must_use]
    pub fn holds_something(&self) -> bool {
        !self.elements().is_empty() || !self.members().is_empty()
    }

    /// What is at a pointer.
    #[must_use]
    pub fn at(&self, pointer: &Pointer) -> Option<&Json> {
        pointer.steps().iter().try_fold(self, |value, step| value.inside(step))
    }

    /// What is at a pointer, to be changed.
    pub fn at_mut(&mut self, pointer: &Pointer) -> Option<&mut Json> {
        pointer.steps().iter().try_fold(self, |value, step| match value {
            Json::Object(members) => {
                members.iter_mut().find(|(name, _)| name == step).map(|(_, value)| value)
            }
            Json::List(elements) => index(step).and_then(|index| elements.get_mut(index)),
            _ => None,
        })
    }

    /// Puts a value in place of another one, or adds a member; whether it could be done.
    pub fn set(&mut self, pointer: &Pointer, value: Json) -> bool {
        if let Some(there) = self.at_mut(pointer) {
            *there = value;
            return true;
        }
        matches!(pointer.split().and_then(|(holder, _)| self.at(&holder)), Some(Json::Object(_)))
            && self.insert(pointer, value, None)
    }

    /// Adds an element before that of its number (`-`: at the end), or a member before another one or at the end; whether
    /// it could be done.
    pub fn insert(&mut self, pointer: &Pointer, value: Json, before: Option<&str>) -> bool {
        let Some((holder, step)) = pointer.split() else { return false };
        match self.at_mut(&holder) {
            Some(Json::Object(members)) if !members.iter().any(|(key, _)| key == step) => {
                let before = before.and_then(|before| members.iter().position(|(key, _)| key == before));
                members.insert(before.unwrap_or(members.len()), (step.to_owned(), value));
                true
            }
            Some(Json::List(elements)) => {
                let at = if step == "-" { Some(elements.len()) } else { index(step) };
                let at = at.filter(|at| *at <= elements.len());
                at.map(|at| elements.insert(at, value)).is_some()
            }
            _ => false,
        }
    }

    /// Takes a value away and gives it.
    pub fn remove(&mut self, pointer: &Pointer) -> Option<Json> {
        let (holder, step) = pointer.split()?;
        match self.at_mut(&holder)? {
            Json::Object(members) => {
                let at = members.iter().position(|(key, _)| key == step)?;
                Some(members.remove(at).1)
            }
            Json::List(elements) => {
                let at = index(step).filter(|at| *at < elements.len())?;
                Some(elements.remove(at))
            }
            _ => None,
        }
    }

    fn inside(&self, step: &str) -> Option<&Json> {
        match self {
            Json::Object(_) => self.get(step),
            Json::List(elements) => index(step).and_then(|index| elements.get(index)),
            _ => None,
        }
    }
}

/// The number of an element as a pointer says it: digits, without a zero before them.
#[must_use]
pub fn index(step: &str) -> Option<usize> {
    let plain = step == "0" || !step.starts_with('0');
    (plain && step.bytes().all(|byte| byte.is_ascii_digit())).then(|| step.parse().ok()).flatten()
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        match (self, other) {
            (Json::Null, Json::Null) => true,
            (Json::Boolean(one), Json::Boolean(other)) => one == other,
            (Json::Number(one), Json::Number(other)) => one == other || one.as_f64() == other.as_f64(),
            (Json::Text(one), Json::Text(other)) => one == other,
            (Json::List(one), Json::List(other)) => one == other,
            (Json::Object(one), Json::Object(_)) => {
                one.len() == other.members().len()
                    && one.iter().all(|(key, value)| other.get(key) == Some(value))
            }
            _ => false,
        }
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Boolean(value) => serializer.serialize_bool(*value),
            Json::Number(number) => number.serialize(serializer),
            Json::Text(text) => serializer.serialize_str(text),
            Json::List(elements) => {
                let mut list = serializer.serialize_seq(Some(elements.len()))?;
                elements.iter().try_for_each(|element| list.serialize_element(element))?;
                list.end()
            }
            Json::Object(members) => {
                let mut object = serializer.serialize_map(Some(members.len()))?;
                members.iter().try_for_each(|(key, value)| object.serialize_entry(key, value))?;
                object.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Boolean(value))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Json, E> {
        Ok(Number::from_f64(number).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            elements.push(element);
        }
        Ok(Json::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Json, A::Error> {
        let mut members: Vec<(String, Json)> = Vec::new();
        while let Some((key, value)) = object.next_entry::<String, Json>()? {
            members.push((key, value));
        }
        Ok(Json::Object(members))
    }
}

/// A value of the site's model; nothing of what is not there.
#[must_use]
pub fn json_of(node: Node<'_>) -> Option<Json> {
    Some(match node {
        Node::Missing => return None,
        Node::Null => Json::Null,
        Node::Boolean(value) => Json::Boolean(value),
        Node::Text(text) => Json::Text(text.to_owned()),
        Node::List(list) => Json::List(list.iter().filter_map(|node| json_of(*node)).collect()),
        Node::Object(object) => {
            let members = object.members().filter_map(|(key, node)| Some((key.to_owned(), json_of(node)?)));
            Json::Object(members.collect())
        }
        Node::Number(_) => {
            let number = node.as_f64()?;
            let whole = number.fract() == 0.0 && number.abs() < 9e15;
            let number = if whole { Some((number as i64).into()) } else { Number::from_f64(number) };
            Json::Number(number?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_order_and_do_not_count_by_it() {
        let value = Json::parse(r#"{"b": 1, "a": [true, null, 1.5, "x"]}"#).unwrap();
        assert_eq!(serde_json::to_string(&value).unwrap(), r#"{"b":1,"a":[true,null,1.5,"x"]}"#);
        assert_eq!(value, Json::parse(r#"{"a": [true, null, 1.5, "x"], "b": 1.0}"#).unwrap());
        assert_ne!(value, Json::parse(r#"{"a": [true, null, 1.5], "b": 1}"#).unwrap());
    }
}
