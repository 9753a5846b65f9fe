//! Edits of a file that may have changed since they were made. What two people change in different places is kept from
//! both; what both change is given back to be decided, and never overwritten.
//!
//! Two values are walked side by side: the file as the edits expect it (what they were made on, with those before them
//! done), and the file as it is. An edit is done when what it touches is the same in both. Elements of lists are found
//! again by what they are, not by their number; those that the edits add are known from then on.

mod list;
mod shape;
mod undo;

use super::json::Json;
use super::mask;
use super::pointer::Pointer;
use super::text::{EditError, Text};
use super::wire::{Edit, Operation};
use shape::{Place, Shapes};

/// What the edits were made on.
#[derive(Debug, Clone, Copy)]
pub enum Base<'b> {
    /// The file as it is.
    Current,
    /// The file as it was.
    Earlier(&'b Json),
    /// Nobody knows any more; only what the edits themselves say of it.
    Forgotten,
}

/// A file with edits done.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited {
    /// Its text.
    pub text: String,
    /// What undoes them, to the byte.
    pub inverse: Vec<Edit>,
}

/// Why edits cannot be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Refused {
    /// They cannot be done in any file like this.
    Wrong {
        /// Which of them, from 0.
        edit: usize,
        /// Why.
        why: EditError,
    },
    /// Somebody else has changed the same.
    Conflict {
        /// In the file as it is.
        pointer: String,
        /// What the edit wants there.
        yours: Option<Json>,
        /// What stands there.
        theirs: Option<Json>,
    },
}

/// Does edits in a file.
///
/// # Errors
/// When one of them cannot be done; then none is.
pub fn apply(base: Base<'_>, text: &str, edits: &[Edit]) -> Result<Edited, Refused> {
    let wrong = |edit, why| Refused::Wrong { edit, why };
    let text = Text::new(text).map_err(|why| wrong(0, why))?;
    let actual = read(&text);
    let expected = match base {
        Base::Current => Some(actual.clone()),
        Base::Earlier(json) => Some(json.clone()),
        Base::Forgotten => None,
    };
    let shapes = Shapes::new(expected.as_ref().unwrap_or(&actual), &actual);
    let mut file = File { text, actual, expected, shapes, inverse: Vec::new() };
    for (number, edit) in edits.iter().enumerate() {
        file.edit(edit).map_err(|why| match why {
            Stop::Wrong(why) => wrong(number, why),
            Stop::Conflict(pointer, theirs) => Refused::Conflict {
                pointer: pointer.to_string(),
                yours: edit.value.clone().filter(|_| edit.op != Operation::Remove),
                theirs,
            },
        })?;
    }
    file.inverse.reverse();
    Ok(Edited { text: file.text.into_string(), inverse: file.inverse.into_iter().flatten().collect() })
}

fn read(text: &Text) -> Json {
    let bare = text.as_str();
    Json::parse(bare.strip_prefix('\u{feff}').unwrap_or(bare)).unwrap_or_default()
}

enum Stop {
    Wrong(EditError),
    Conflict(Pointer, Option<Json>),
}

impl From<EditError> for Stop {
    fn from(why: EditError) -> Stop {
        Stop::Wrong(why)
    }
}

struct File {
    text: Text,
    actual: Json,
    /// The file as the next edit expects it.
    expected: Option<Json>,
    /// Which element of the one is which of the other.
    shapes: Shapes,
    /// Of each edit that is done.
    inverse: Vec<Vec<Edit>>,
}

impl File {
    fn edit(&mut self, edit: &Edit) -> Result<(), Stop> {
        let pointer = parsed(&edit.pointer)?;
        match edit.op {
            Operation::Set => self.set(&pointer, edit),
            Operation::Remove => self.remove(&pointer, edit),
            Operation::Insert => self.insert(&pointer, edit),
            Operation::Move => self.shift(&parsed(edit.from.as_deref().unwrap_or_default())?, &pointer),
        }
    }

    fn set(&mut self, pointer: &Pointer, edit: &Edit) -> Result<(), Stop> {
        let value = edit.value.clone().unwrap_or_default();
        if let Some(expected) = &mut self.expected
            && !expected.clone().set(pointer, value.clone())
        {
            return Err(EditError::Nowhere(pointer.clone()).into());
        }
        let place = self.place(pointer)?;
        let there = self.actual.at(&place).cloned();
        let value = mask::kept(value, pointer, there.as_ref());
        if there.as_ref() != Some(&value) {
            self.must_be_as_expected(pointer, &place, edit)?;
            let before = self.text.clone();
            self.text.set(&place, &value, edit.written.as_deref())?;
            self.inverse.push(undo::of_set(&before, &self.text, &place, there));
            self.actual.set(&place, value.clone());
        }
        let placed = self.shapes.fresh(&value);
        self.shapes.actual.set(&place, &placed);
        if let Some(expected) = &mut self.expected {
            expected.set(pointer, value);
            self.shapes.expected.set(pointer, &placed);
        }
        Ok(())
    }

    fn remove(&mut self, pointer: &Pointer, edit: &Edit) -> Result<(), Stop> {
        if self.expected.as_ref().is_some_and(|expected| expected.at(pointer).is_none()) {
            return Err(EditError::Nowhere(pointer.clone()).into());
        }
        match self.element(pointer)? {
            // Somebody else took it away.
            None => {}
            Some(place) if self.actual.at(&place).is_none() => {}
            Some(place) => {
                self.must_be_as_expected(pointer, &place, edit)?;
                let before = self.text.clone();
                self.text.remove(&place)?;
                let value = self.actual.remove(&place).unwrap_or_default();
                self.inverse.push(undo::of_remove(&before, &self.text, &place, value));
                self.shapes.actual.remove(&place);
            }
        }
        if let Some(expected) = &mut self.expected {
            expected.remove(pointer);
            self.shapes.expected.remove(pointer);
        }
        Ok(())
    }

    fn insert(&mut self, pointer: &Pointer, edit: &Edit) -> Result<(), Stop> {
        let value = edit.value.clone().unwrap_or_default();
        let before = edit.before.as_deref();
        if let Some(expected) = &self.expected
            && !expected.clone().insert(pointer, value.clone(), before)
        {
            return Err(EditError::Nowhere(pointer.clone()).into());
        }
        let place = self.gap(pointer)?;
        let placed = self.shapes.fresh(&value);
        match self.actual.at(&place) {
            // A member that somebody else added as well.
            Some(there) if self.is_member(&place) => {
                if *there != value {
                    return Err(Stop::Conflict(place.clone(), Some(there.clone())));
                }
                self.shapes.actual.set(&place, &placed);
            }
            _ => {
                self.put_in(&place, &value, edit.written.as_deref(), before)?;
                self.shapes.actual.insert(&place, &placed);
            }
        }
        if let Some(expected) = &mut self.expected {
            expected.insert(pointer, value, before);
            self.shapes.expected.insert(pointer, &placed);
        }
        Ok(())
    }

    /// Moves a value, as it is by now.
    fn shift(&mut self, from: &Pointer, to: &Pointer) -> Result<(), Stop> {
        let nowhere = || EditError::Nowhere(from.clone());
        let Some(place) = self.element(from)?.filter(|place| self.actual.at(place).is_some()) else {
            return Err(Stop::Conflict(from.clone(), None));
        };
        let before = self.text.clone();
        let next = before.next_member(&place).map(str::to_owned);
        let written = before.written(&place).map(str::to_owned);
        self.text.remove(&place)?;
        let value = self.actual.remove(&place).ok_or_else(nowhere)?;
        let (placed, placed_now) = self.shapes.taken(from, &place);
        if let Some(expected) = &mut self.expected {
            let moved = expected.remove(from).ok_or_else(nowhere)?;
            if !expected.clone().insert(to, moved.clone(), None) {
                return Err(EditError::Nowhere(to.clone()).into());
            }
            let target = self.gap(to)?;
            let deep = place.steps().len() == target.steps().len();
            self.text.insert(&target, &value, written.as_deref().filter(|_| deep), None)?;
            self.actual.insert(&target, value, None);
            self.inverse.push(undo::of_move(&before, &self.text, &place, &target, next));
            if let Some(expected) = &mut self.expected {
                expected.insert(to, moved, None);
            }
            self.shapes.expected.insert(to, &placed);
            self.shapes.actual.insert(&target, &placed_now);
            return Ok(());
        }
        // Without what it was made on nobody can say which element a number means.
        Err(Stop::Conflict(place, Some(value)))
    }

    fn put_in(
        &mut self,
        place: &Pointer,
        value: &Json,
        written: Option<&str>,
        before: Option<&str>,
    ) -> Result<(), Stop> {
        let text = self.text.clone();
        self.text.insert(place, value, written, before)?;
        self.actual.insert(place, value.clone(), before);
        let place = undo::numbered(&self.actual, place);
        self.inverse.push(undo::of_insert(&text, &self.text, &place));
        Ok(())
    }

    fn is_member(&self, place: &Pointer) -> bool {
        let holder = place.split().and_then(|(holder, _)| self.actual.at(&holder));
        matches!(holder, Some(Json::Object(_)))
    }

    /// Where in the file as it is a value is set.
    fn place(&self, pointer: &Pointer) -> Result<Pointer, Stop> {
        let Some((holder, step)) = pointer.split() else { return Ok(pointer.clone()) };
        let expected = self.expected.as_ref();
        if matches!(expected.and_then(|expected| expected.at(&holder)), Some(Json::List(_))) {
            let place = self.element(pointer)?;
            return place.ok_or_else(|| Stop::Conflict(pointer.clone(), None));
        }
        let holder = self.element(&holder)?.filter(|holder| self.actual.at(holder).is_some());
        Ok(holder.ok_or_else(|| Stop::Conflict(pointer.clone(), None))?.inner(step))
    }

    /// Where in the file as it is something stands that the edits know; nothing when it is gone.
    fn element(&self, pointer: &Pointer) -> Result<Option<Pointer>, Stop> {
        let unknown = |at: Pointer| Stop::Conflict(at.clone(), self.actual.at(&at).cloned());
        if self.expected.is_none() {
            return self.by_name(pointer).map(Some).ok_or_else(|| unknown(pointer.clone()));
        }
        match self.shapes.find(pointer) {
            Place::At(place) => Ok(Some(place)),
            Place::Gone => Ok(None),
            Place::Unsure(list) => Err(unknown(list)),
        }
    }

    /// A pointer that leads through objects only means the same whatever has changed.
    fn by_name(&self, pointer: &Pointer) -> Option<Pointer> {
        let mut value = Some(&self.actual);
        for step in pointer.steps() {
            if matches!(value, Some(Json::List(_))) {
                return None;
            }
            value = value.and_then(|value| value.get(step));
        }
        Some(pointer.clone())
    }

    /// Where in the file as it is something new goes.
    fn gap(&self, pointer: &Pointer) -> Result<Pointer, Stop> {
        let Some((holder, step)) = pointer.split() else { return Ok(pointer.clone()) };
        let place = self.element(&holder)?.ok_or_else(|| Stop::Conflict(pointer.clone(), None))?;
        if self.expected.is_some()
            && let Some(gap) = self.shapes.gap(pointer)
        {
            return match gap {
                Place::At(place) => Ok(place),
                Place::Gone => Err(Stop::Conflict(pointer.clone(), None)),
                Place::Unsure(list) => Err(Stop::Conflict(list.clone(), self.actual.at(&list).cloned())),
            };
        }
        match self.actual.at(&place) {
            // Nobody knows which element stood there.
            Some(there @ Json::List(_)) if step != "-" && self.is_new(&holder) => {
                Err(Stop::Conflict(place, Some(there.clone())))
            }
            Some(Json::List(_) | Json::Object(_)) => Ok(place.inner(step)),
            there => Err(Stop::Conflict(place, there.cloned())),
        }
    }

    /// Whether the edits know of nothing there.
    fn is_new(&self, holder: &Pointer) -> bool {
        self.expected.as_ref().and_then(|expected| expected.at(holder)).is_none()
    }

    /// What an edit touches must be what it was made on.
    fn must_be_as_expected(&self, pointer: &Pointer, place: &Pointer, edit: &Edit) -> Result<(), Stop> {
        let there = self.actual.at(place);
        let is_as_expected = match &self.expected {
            Some(expected) => {
                let stated = edit.was.as_ref().filter(|was| !mask::hides(was));
                expected.at(pointer) == there && stated.is_none_or(|was| Some(was) == there)
            }
            None => edit.was.as_ref() == there || edit.was.as_ref().is_some_and(mask::hides),
        };
        if is_as_expected { Ok(()) } else { Err(Stop::Conflict(place.clone(), there.cloned())) }
    }
}

fn parsed(pointer: &str) -> Result<Pointer, Stop> {
    Pointer::parse(pointer).ok_or_else(|| EditError::Nowhere(Pointer::default().inner(pointer)).into())
}

#[cfg(test)]
mod tests;
