//! Front matter in TOML, as Hugo and Zola have it between two lines of `+++`.

use toml_edit::{Document, Item, Table, Value};

use super::tree::{Budget, Member, Said, Style, Tree, What, Wrong};

const HELP: &str = "write a name, an equals sign and a value on each line, such as title = \"Our bread\"";

/// Reads the names and values of a front matter.
pub(super) fn read(text: &str) -> Result<Tree, Wrong> {
    let document = Document::parse(text).map_err(|error| Wrong {
        at: error.span().map_or(0, |span| span.start),
        message: format!(
            "This is not TOML: {}.",
            error.message().lines().next().unwrap_or_default().trim_end_matches('.')
        ),
        help: HELP,
    })?;
    let mut reader = Reader { budget: Budget::default(), text };
    let what = reader.table(document.as_table(), 0)?;
    Ok(Tree { what, span: 0..text.len(), style: Style::Below, is_elsewhere: false })
}

struct Reader<'t> {
    budget: Budget,
    text: &'t str,
}

impl Reader<'_> {
    fn table(&mut self, table: &Table, depth: usize) -> Result<What, Wrong> {
        let mut members = Vec::new();
        for (key, item) in table {
            let start = table.key(key).and_then(toml_edit::Key::span).map_or(0, |span| span.start);
            members.push(Member { key: key.to_owned(), start, value: self.item(item, depth + 1, start)? });
        }
        members.sort_by_key(|member| member.start);
        Ok(What::Object(members))
    }

    fn item(&mut self, item: &Item, depth: usize, at: usize) -> Result<Tree, Wrong> {
        self.budget.take(1, depth, at)?;
        let span = item.span().unwrap_or(at..at);
        let what = match item {
            Item::None => What::Word(Said::Nothing, String::new()),
            Item::Value(value) => return self.value(value, depth, at),
            Item::Table(table) => self.table(table, depth)?,
            Item::ArrayOfTables(tables) => {
                let mut list = Vec::new();
                for table in tables {
                    let span = table.span().unwrap_or(at..at);
                    let what = self.table(table, depth + 1)?;
                    list.push(Tree { what, span, style: Style::Below, is_elsewhere: false });
                }
                What::List(list)
            }
        };
        Ok(Tree { what, span, style: Style::Below, is_elsewhere: false })
    }

    fn value(&mut self, value: &Value, depth: usize, at: usize) -> Result<Tree, Wrong> {
        self.budget.take(1, depth, at)?;
        let span = value.span().unwrap_or(at..at);
        let written = self.text.get(span.clone()).unwrap_or_default().to_owned();
        let word = |said| What::Word(said, written.clone());
        let (what, style) = match value {
            Value::String(text) => (What::Text(text.value().clone()), Style::Double),
            Value::Integer(number) => (word(Said::Number((*number.value()).into())), Style::Plain),
            Value::Float(number) => match serde_json::Number::from_f64(*number.value()) {
                Some(number) => (word(Said::Number(number)), Style::Plain),
                None => (What::Text(written), Style::Plain),
            },
            Value::Boolean(flag) => (word(Said::Flag(*flag.value())), Style::Plain),
            Value::Datetime(_) => (What::Text(written), Style::Plain),
            Value::Array(list) => {
                let list = list.iter().map(|one| self.value(one, depth + 1, span.start));
                (What::List(list.collect::<Result<_, _>>()?), Style::Inline)
            }
            Value::InlineTable(table) => {
                let mut members = Vec::new();
                for (key, value) in table {
                    let value = self.value(value, depth + 1, span.start)?;
                    members.push(Member { key: key.to_owned(), start: value.span.start, value });
                }
                (What::Object(members), Style::Inline)
            }
        };
        Ok(Tree { what, span, style, is_elsewhere: false })
    }
}
