//! Values as JSON, and ways into values: count, json, json-pretty, raw, get, prop, lookup, key-by, find-first,
//! find-last.

use crate::arguments::Arguments;
use crate::error::Fault;
use crate::node::{Node, utf16_len};
use crate::runtime::Context;
use crate::runtime::Formatter;
use crate::variable::Path;
use crate::vocabulary::{Vocabulary, Writer};

pub(super) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.formatter_fn("count", |_, values, _| {
        let count = values[0].as_str().map_or_else(|| values[0].size(), utf16_len);
        values[0] = Node::number(count as f64);
        Ok(())
    });
    vocabulary.formatter("find-first", |arguments| Find::new(arguments, false));
    vocabulary.formatter("find-last", |arguments| Find::new(arguments, true));
    vocabulary.formatter("get", |arguments| Get(paths(arguments)));
    vocabulary.writer("json", |_| Json { pretty: false });
    vocabulary.writer("json-pretty", |_| Json { pretty: true });
    vocabulary.formatter("key-by", |arguments| {
        KeyBy(arguments.get(0).filter(|path| !path.is_empty()).map(Path::literal))
    });
    vocabulary.formatter("lookup", |arguments| {
        Lookup(arguments.get(0).filter(|path| !path.is_empty()).map(Path::parse))
    });
    vocabulary.formatter("prop", |arguments| Prop(arguments.iter().map(Path::literal).collect()));
    vocabulary.writer("raw", |_| Raw);
}

fn paths(arguments: &Arguments<'_>) -> Vec<Path> {
    arguments.iter().map(Path::parse).collect()
}

/// `json` and `json-pretty` (T-107): safe inside a script element.
struct Json {
    pretty: bool,
}

impl Writer for Json {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        if values[0].is_missing() {
            return Ok(());
        }
        let out = context.out();
        let start = out.len();
        if self.pretty {
            values[0].write_json_pretty(out);
        } else {
            values[0].write_json(out);
        }
        if memchr::memmem::find(&out.as_bytes()[start..], b"</").is_some() {
            let safe = out[start..].replace("</", "<\\/");
            out.truncate(start);
            out.push_str(&safe);
        }
        Ok(())
    }
}

/// `raw` (T-108).
struct Raw;

impl Writer for Raw {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        values[0].write_json(context.out());
        Ok(())
    }
}

/// `get path…` (T-100): the values of the arguments are keys.
struct Get(Vec<Path>);

impl Formatter for Get {
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        for path in &self.0 {
            values[0] = match context.resolve(path) {
                Node::Missing => Node::Missing,
                Node::List(keys) => keys.iter().fold(values[0], |node, key| step(node, *key)),
                key => step(values[0], key),
            };
            if values[0].is_missing() {
                break;
            }
        }
        Ok(())
    }
}

/// The member or element that a value names. A list's elements are named by numbers only.
fn step<'r>(node: Node<'r>, key: Node<'r>) -> Node<'r> {
    match (node, key) {
        (Node::List(list), Node::Number(number)) => {
            let index = number.value();
            let whole = index >= 0.0 && index.trunc() == index;
            if whole { list.get(index as usize).copied().unwrap_or_default() } else { Node::Missing }
        }
        (Node::Object(object), key) => object.get(key.to_text().as_ref()),
        _ => Node::Missing,
    }
}

/// `prop path…` (T-101): the arguments themselves are paths.
struct Prop(Vec<Path>);

impl Formatter for Prop {
    fn apply<'r>(&self, values: &mut [Node<'r>], _context: &mut Context<'r>) -> Result<(), Fault> {
        values[0] = self.0.iter().fold(values[0], |node, path| path.walk(node));
        Ok(())
    }
}

/// `lookup path` (T-102): the text at the path is the path of the value.
struct Lookup(Option<Path>);

impl Formatter for Lookup {
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        values[0] = match &self.0 {
            Some(path) => context.resolve_name(&context.resolve(path).to_text()),
            None => Node::Text(""),
        };
        Ok(())
    }
}

/// `key-by path` (T-103).
struct KeyBy(Option<Path>);

impl Formatter for KeyBy {
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let arena = context.arena();
        let elements = if self.0.is_some() { values[0].elements() } else { &[] };
        let members = elements.iter().filter_map(|element| {
            let key = self.0.as_ref()?.walk(*element);
            if key.is_missing() {
                return None;
            }
            let mut name = String::new();
            key.write_string(&mut name);
            Some((arena.text(&name), *element))
        });
        values[0] = arena.object(members);
        Ok(())
    }
}

/// `find-first [lookup] [path]` and `find-last`: the first or last element with something at the path; with two
/// arguments an element is a key into the value of the first.
struct Find {
    lookup: Option<Path>,
    path: Option<Path>,
    last: bool,
}

impl Find {
    fn new(arguments: &Arguments<'_>, last: bool) -> Self {
        let lookup = (arguments.len() == 2).then(|| arguments.get(0).map(Path::parse)).flatten();
        let path = arguments.get(usize::from(lookup.is_some())).map(Path::literal);
        Find { lookup, path, last }
    }
}

impl Formatter for Find {
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let table = self.lookup.as_ref().map(|lookup| context.resolve(lookup));
        let fits = |element: &&Node<'r>| {
            let Some(path) = &self.path else { return true };
            let candidate = match table {
                Some(Node::Object(table)) => table.get(element.to_text().as_ref()),
                Some(_) => Node::Missing,
                None => **element,
            };
            path.walk(candidate).is_true()
        };
        let elements = values[0].elements();
        let found = if self.last { elements.iter().rev().find(fits) } else { elements.iter().find(fits) };
        values[0] = found.copied().unwrap_or_default();
        Ok(())
    }
}
