//! Changes of a JSON file that leave everything else in it as its owner wrote it: spacing, the order of members, the way
//! numbers and texts are written, the ends of lines, the end of the file.

mod tree;
mod write;

use std::ops::Range;

use super::json::{Json, index};
use super::pointer::Pointer;
use tree::{Kind, Place};
pub use write::Style;

/// Why an edit cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The text is no JSON.
    #[error("the file is not JSON")]
    NotJson,
    /// There is nothing at the pointer, or nothing that could hold it.
    #[error("there is nothing at '{0}'")]
    Nowhere(Pointer),
    /// Something is there already.
    #[error("there is something at '{0}' already")]
    Occupied(Pointer),
}

/// A JSON text that is being edited.
#[derive(Debug, Clone)]
pub struct Text {
    text: String,
    root: Place,
    style: Style,
}

impl Text {
    /// Takes a text.
    ///
    /// # Errors
    /// When it is no JSON.
    pub fn new(text: impl Into<String>) -> Result<Text, EditError> {
        let text = text.into();
        // The one who reads values decides what is JSON; the tree only notes where they stand.
        Json::parse(bare(&text)).map_err(|_| EditError::NotJson)?;
        let root = tree::read(&text).ok_or(EditError::NotJson)?;
        let style = Style::of(&text);
        Ok(Text { text, root, style })
    }

    /// The text as it is now.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text as it is now.
    #[must_use]
    pub fn into_string(self) -> String {
        self.text
    }

    /// How a value is written.
    #[must_use]
    pub fn written(&self, pointer: &Pointer) -> Option<&str> {
        self.place(pointer).map(|place| &self.text[place.span.clone()])
    }

    /// The member that stands behind another one in its object.
    #[must_use]
    pub fn next_member(&self, pointer: &Pointer) -> Option<&str> {
        let (holder, key) = pointer.split()?;
        let Kind::Object(members) = &self.place(&holder)?.kind else { return None };
        let at = members.iter().position(|member| member.key == key)?;
        members.get(at + 1).map(|member| member.key.as_str())
    }

    /// Puts a value in place of another one, or adds a member at the end of its object. `written` is how it is to be
    /// written, when it is known.
    ///
    /// # Errors
    /// When nothing can stand there.
    pub fn set(&mut self, pointer: &Pointer, value: &Json, written: Option<&str>) -> Result<(), EditError> {
        let Some(place) = self.place(pointer) else {
            let holds = pointer.split().and_then(|(holder, _)| self.place(&holder));
            if holds.is_none_or(|holder| !matches!(holder.kind, Kind::Object(_))) {
                return Err(EditError::Nowhere(pointer.clone()));
            }
            return self.insert(pointer, value, written, None);
        };
        let span = place.span.clone();
        let inline = place.holds_something() && !self.text[span.clone()].contains('\n');
        let new = match own_writing(value, written) {
            Some(written) => written.to_owned(),
            None => self.style.value(value, &self.indent_at(span.start), inline || !self.style.lines),
        };
        self.replace(span, &new)
    }

    /// Adds an element to a list, before that of its number (`-`: at the end), or a member to an object, before another
    /// one or at the end.
    ///
    /// # Errors
    /// When nothing can stand there, or a member of that name stands there.
    pub fn insert(
        &mut self,
        pointer: &Pointer,
        value: &Json,
        written: Option<&str>,
        before: Option<&str>,
    ) -> Result<(), EditError> {
        let nowhere = || EditError::Nowhere(pointer.clone());
        let (holder, step) = pointer.split().ok_or_else(nowhere)?;
        let holder = self.place(&holder).ok_or_else(nowhere)?;
        let (at, head) = match &holder.kind {
            Kind::Object(members) if members.iter().any(|member| member.key == step) => {
                return Err(EditError::Occupied(pointer.clone()));
            }
            Kind::Object(members) => {
                let before = before.and_then(|key| members.iter().position(|member| member.key == key));
                (before.unwrap_or(members.len()), Some(step))
            }
            Kind::List(elements) => {
                let at = if step == "-" { Some(elements.len()) } else { index(step) };
                (at.filter(|at| *at <= elements.len()).ok_or_else(nowhere)?, None)
            }
            Kind::Scalar => return Err(nowhere()),
        };
        let (between, close) = self.between(holder);
        let indent = between.rsplit_once('\n').map_or("", |(_, indent)| indent).to_owned();
        let inline = !between.contains('\n') || self.siblings_are_inline(holder, value);
        let new = match own_writing(value, written) {
            Some(written) => written.to_owned(),
            None => self.style.value(value, &indent, inline),
        };
        let new = match head {
            Some(key) => format!("{}{}{new}", write::string(key), self.colon(holder, at)),
            None => new,
        };
        let starts = holder.starts();
        let ends = holder.ends();
        let (span, text) = match (starts.get(at), ends.last()) {
            (Some(start), _) => (*start..*start, format!("{new},{between}")),
            (None, Some(end)) => (*end..*end, format!(",{between}{new}")),
            (None, None) => (holder.span.start + 1..holder.span.end - 1, format!("{between}{new}{close}")),
        };
        self.replace(span, &text)
    }

    /// Takes a value away.
    ///
    /// # Errors
    /// When there is none, or it is the whole.
    pub fn remove(&mut self, pointer: &Pointer) -> Result<(), EditError> {
        let nowhere = || EditError::Nowhere(pointer.clone());
        let (holder, step) = pointer.split().ok_or_else(nowhere)?;
        let holder = self.place(&holder).ok_or_else(nowhere)?;
        let at = holder.position(step).ok_or_else(nowhere)?;
        let (starts, ends) = (holder.starts(), holder.ends());
        let span = match (starts.get(at + 1), at.checked_sub(1).map(|before| ends[before])) {
            (Some(next), _) => starts[at]..*next,
            (None, Some(before)) => before..ends[at],
            (None, None) => holder.span.start + 1..holder.span.end - 1,
        };
        self.replace(span, "")
    }

    /// The innermost value that begins at a line and column (both from 1, the column in characters), or the member whose
    /// name does.
    #[must_use]
    pub fn at_line(&self, line: usize, column: usize) -> Option<Pointer> {
        let start = self.text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum::<usize>();
        let rest = self.text.get(start..)?;
        let inside = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at);
        let at = start + inside;
        let (mut place, mut pointer) = (&self.root, Pointer::default());
        loop {
            let steps: Vec<(String, usize, &Place)> = match &place.kind {
                Kind::Object(members) => members
                    .iter()
                    .map(|member| (member.key.clone(), member.key_start, &member.place))
                    .collect(),
                Kind::List(elements) => {
                    let all = elements.iter().enumerate();
                    all.map(|(number, place)| (number.to_string(), place.span.start, place)).collect()
                }
                Kind::Scalar => return Some(pointer),
            };
            match steps.into_iter().find(|(_, start, place)| *start <= at && at < place.span.end) {
                Some((step, _, inside)) => (place, pointer) = (inside, pointer.inner(step)),
                None => return Some(pointer),
            }
        }
    }

    fn replace(&mut self, span: Range<usize>, new: &str) -> Result<(), EditError> {
        let mut text = self.text.clone();
        text.replace_range(span, new);
        let root = tree::read(&text).ok_or(EditError::NotJson)?;
        (self.text, self.root) = (text, root);
        Ok(())
    }

    fn place(&self, pointer: &Pointer) -> Option<&Place> {
        pointer.steps().iter().try_fold(&self.root, |place, step| place.inside(step))
    }

    /// The white space between two things in a container behind the comma, and that before its closing bracket.
    fn between(&self, holder: &Place) -> (String, String) {
        let (starts, ends) = (holder.starts(), holder.ends());
        let inner = holder.span.start + 1..holder.span.end - 1;
        if let (Some(second), Some(first)) = (starts.get(1), ends.first()) {
            let between = self.text[*first..*second].replacen(',', "", 1);
            return (between, String::new());
        }
        if let Some(first) = starts.first() {
            let before = &self.text[inner.start..*first];
            let between = match before.contains('\n') {
                true => before,
                false if self.style.spaced => " ",
                false => "",
            };
            let between = between.to_owned();
            return (between, String::new());
        }
        if !self.style.lines {
            return (String::new(), String::new());
        }
        let indent = self.indent_at(holder.span.start);
        let line = self.style.line;
        (format!("{line}{indent}{}", self.style.unit), format!("{line}{indent}"))
    }

    /// What stands between a key and its value beside a new member, or anywhere in the file.
    fn colon(&self, holder: &Place, at: usize) -> String {
        let of = |place: &Place, at: usize| match &place.kind {
            Kind::Object(members) => {
                let beside = members.get(at.saturating_sub(1))?;
                Some(self.text[beside.key_end..beside.place.span.start].to_owned())
            }
            _ => None,
        };
        of(holder, at).or_else(|| of(&self.root, 0)).unwrap_or_else(|| ": ".to_owned())
    }

    /// Whether what holds something beside a new value of the same kind is written on one line.
    fn siblings_are_inline(&self, holder: &Place, value: &Json) -> bool {
        let same = |place: &&Place| match value {
            Json::Object(_) => matches!(place.kind, Kind::Object(_)),
            Json::List(_) => matches!(place.kind, Kind::List(_)),
            _ => false,
        };
        let mut siblings = holder.children().filter(same).filter(|place| place.holds_something()).peekable();
        siblings.peek().is_some() && siblings.all(|place| !self.text[place.span.clone()].contains('\n'))
    }

    /// The white space at the beginning of the line of a place.
    fn indent_at(&self, at: usize) -> String {
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        self.text[line..at].chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
    }
}

/// A new file as our own are written: two spaces, a member a line, members that every file of its kind has in the order in
/// which people write them.
#[must_use]
pub fn house(value: &Json) -> String {
    let mut text = write::HOUSE.value(&write::ordered(value), "", false);
    text.push('\n');
    text
}

/// A text without the mark of its encoding that some editors put before it.
fn bare(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// How a value was written, when that is still what it says.
fn own_writing<'w>(value: &Json, written: Option<&'w str>) -> Option<&'w str> {
    written.filter(|written| Json::parse(written).is_ok_and(|parsed| parsed == *value))
}

#[cfg(test)]
mod tests;
