//! Values that outlive the text they were read from, without what was only needed to read them.

use rustc_hash::FxHashMap;

use super::arena::Arena;
use super::key::Key;
use super::number::Number;
use super::object::{build, same_shape};
use super::value::{Node, Object, Shape};

/// Copies values into an arena. Objects with the same keys share them, from whatever documents they come: of many like
/// records each takes the room of its values alone.
///
/// ```
/// use loggia_template::{Arena, Keeper, Node};
///
/// fn read<'a>(keeper: &mut Keeper<'a>, text: &str) -> Node<'a> {
///     let arena = Arena::new();
///     keeper.copy(arena.parse(text).unwrap_or_default())
/// }
///
/// let kept = Arena::new();
/// let mut keeper = Keeper::new(&kept);
/// let pages = ["About", "Shop"].map(|title| read(&mut keeper, &format!(r#"{{"title": "{title}"}}"#)));
/// assert_eq!(pages[1].get("title").as_str(), Some("Shop"));
/// ```
pub struct Keeper<'a> {
    arena: &'a Arena,
    /// By their names.
    shapes: FxHashMap<&'a [&'a str], &'a Shape<'a>>,
}

impl<'a> Keeper<'a> {
    /// Copies into this arena.
    pub fn new(arena: &'a Arena) -> Self {
        Keeper { arena, shapes: FxHashMap::default() }
    }

    /// The arena.
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// A copy of a value with all that is in it.
    pub fn copy(&mut self, node: Node<'_>) -> Node<'a> {
        match node {
            Node::Missing => Node::Missing,
            Node::Null => Node::Null,
            Node::Boolean(flag) => Node::Boolean(flag),
            Node::Number(number) => Node::Number(self.number(number)),
            Node::Text(text) => self.arena.text_node(text),
            Node::List(list) => {
                let copies: Vec<Node<'a>> = list.iter().map(|element| self.copy(*element)).collect();
                self.arena.list(&copies)
            }
            Node::Object(object) => {
                let values: Vec<Node<'a>> = object.members().map(|(_, value)| self.copy(value)).collect();
                let shape = self.shape(object.0.shape);
                Node::Object(Object(same_shape(self.arena, shape, &values)))
            }
        }
    }

    /// An object of these members, as [`Arena::object`] makes it.
    pub fn object(&mut self, members: &[(&'a str, Node<'a>)]) -> Node<'a> {
        let names: Vec<&'a str> = members.iter().map(|(name, _)| *name).collect();
        let values: Vec<Node<'a>> = members.iter().map(|(_, value)| *value).collect();
        if let Some(shape) = self.shapes.get(names.as_slice()) {
            return Node::Object(Object(same_shape(self.arena, shape, &values)));
        }
        let hashes: Vec<u32> = names.iter().map(|name| Key::new(name).hash).collect();
        let made = build(self.arena, &names, &hashes, &values, false);
        // Only keys that stand in their final order already are those of the next object as well.
        if made.shape.names == names.as_slice() {
            self.shapes.insert(made.shape.names, made.shape);
        }
        Node::Object(Object(made))
    }

    fn shape(&mut self, shape: &Shape<'_>) -> &'a Shape<'a> {
        // A table of longer lives is one of shorter lives as well: the look-up compares texts alone.
        fn find<'s, 'a: 's>(
            shapes: &FxHashMap<&'s [&'s str], &'a Shape<'a>>,
            names: &[&'s str],
        ) -> Option<&'a Shape<'a>> {
            shapes.get(names).copied()
        }
        if let Some(known) = find(&self.shapes, shape.names) {
            return known;
        }
        let names: Vec<&'a str> = shape.names.iter().map(|name| self.arena.text(name)).collect();
        let made = build(self.arena, &names, shape.hashes, &vec![Node::Missing; names.len()], shape.is_plain);
        self.shapes.insert(made.shape.names, made.shape);
        made.shape
    }

    fn number(&self, number: Number<'_>) -> Number<'a> {
        match number.text() {
            Some(text) => Number::with_text(number.value(), self.arena.keep(self.arena.text(text))),
            None => Number::new(number.value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = r#"{"b": "x\n", "7": [1.5, null, {"c": true}], "a": {"deep": "text"}, "n": 12}"#;

    fn copied<'a>(keeper: &mut Keeper<'a>, text: &str) -> Node<'a> {
        let arena = Arena::new();
        keeper.copy(arena.parse(text).unwrap())
    }

    #[test]
    fn a_copy_is_equal_and_outlives_what_it_was_read_from() {
        let (kept, other) = (Arena::new(), Arena::new());
        let copy = copied(&mut Keeper::new(&kept), RECORD);
        let original = other.parse(RECORD).unwrap();
        assert!(copy.equals(original));
        let names = |node: Node<'_>| {
            node.as_object().unwrap().members().map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(copy), ["7", "b", "a", "n"]);
        let mut text = String::new();
        if let Node::Number(number) = copy.path("7.0") {
            number.write(&mut text);
        }
        assert_eq!(text, "1.5");
    }

    #[test]
    fn like_records_share_their_keys() {
        let kept = Arena::new();
        let mut keeper = Keeper::new(&kept);
        copied(&mut keeper, RECORD);
        let shapes = keeper.shapes.len();
        let second = copied(&mut keeper, &RECORD.replace("text", "other"));
        assert_eq!(keeper.shapes.len(), shapes);
        assert_eq!(second.path("a.deep").as_str(), Some("other"));
        let members = [("n", Node::number(1.0)), ("m", Node::Null)];
        let (one, two) = (keeper.object(&members), keeper.object(&members));
        assert_eq!(keeper.shapes.len(), shapes + 1);
        assert!(one.equals(two) && one.get("n").as_f64() == Some(1.0));
    }

    #[test]
    fn keys_that_move_are_put_in_order_each_time() {
        let kept = Arena::new();
        let mut keeper = Keeper::new(&kept);
        for _ in 0..2 {
            let made =
                keeper.object(&[("b", Node::Null), ("1", Node::number(2.0)), ("b", Node::Boolean(true))]);
            let members: Vec<_> = made.as_object().unwrap().members().map(|(name, _)| name).collect();
            assert_eq!(members, ["1", "b"]);
            assert_eq!(made.get("1").as_f64(), Some(2.0));
        }
    }
}
