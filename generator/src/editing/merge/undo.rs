//! What undoes an edit, to the byte.

use super::super::json::Json;
use super::super::pointer::Pointer;
use super::super::text::Text;
use super::super::wire::{Edit, Operation};

/// Of a value that was set.
pub fn of_set(before: &Text, after: &Text, place: &Pointer, there: Option<Json>) -> Vec<Edit> {
    let edit = match there {
        Some(value) => set(before, place, value),
        None => edit(Operation::Remove, place),
    };
    exact(before, after, edit, place)
}

/// Of a value that was taken away.
pub fn of_remove(before: &Text, after: &Text, place: &Pointer, value: Json) -> Vec<Edit> {
    let back = Edit {
        value: Some(value),
        before: before.next_member(place).map(str::to_owned),
        written: before.written(place).map(str::to_owned),
        ..edit(Operation::Insert, place)
    };
    exact(before, after, back, place)
}

/// Of a value that was put in.
pub fn of_insert(before: &Text, after: &Text, place: &Pointer) -> Vec<Edit> {
    exact(before, after, edit(Operation::Remove, place), place)
}

/// Of a value that was moved; `next` is the member that stood behind it.
pub fn of_move(before: &Text, after: &Text, from: &Pointer, to: &Pointer, next: Option<String>) -> Vec<Edit> {
    let back = Edit { from: Some(to.to_string()), before: next, ..edit(Operation::Move, from) };
    let both = from.split().zip(to.split());
    let same_list = both.is_some_and(|((from, _), (to, _))| from == to);
    // What goes from one holder to another undoes in the innermost value that has both.
    let holder = if same_list { from.clone() } else { common(from, to).inner("") };
    exact(before, after, back, &holder)
}

/// An edit when it brings the text back as it was, else the value around it as it was written.
fn exact(before: &Text, after: &Text, edit: Edit, place: &Pointer) -> Vec<Edit> {
    let mut edit = edit;
    let mut place = place.clone();
    loop {
        if done(after, &edit).is_some_and(|text| text == before.as_str()) {
            return vec![edit];
        }
        let Some((holder, _)) = place.split() else { return vec![edit] };
        let value = before.written(&holder).and_then(|written| Json::parse(written).ok());
        edit = set(before, &holder, value.unwrap_or_default());
        place = holder;
    }
}

/// The text after an edit that nothing stands against.
fn done(text: &Text, edit: &Edit) -> Option<String> {
    let mut text = text.clone();
    let pointer = Pointer::parse(&edit.pointer)?;
    let value = edit.value.clone().unwrap_or_default();
    let written = edit.written.as_deref();
    match edit.op {
        Operation::Set => text.set(&pointer, &value, written).ok()?,
        Operation::Remove => text.remove(&pointer).ok()?,
        Operation::Insert => text.insert(&pointer, &value, written, edit.before.as_deref()).ok()?,
        Operation::Move => {
            let from = Pointer::parse(edit.from.as_deref()?)?;
            let written = text.written(&from)?.to_owned();
            let value = Json::parse(&written).ok()?;
            text.remove(&from).ok()?;
            text.insert(&pointer, &value, Some(&written), edit.before.as_deref()).ok()?;
        }
    }
    Some(text.into_string())
}

/// A pointer whose last step is the number that an element got.
pub fn numbered(value: &Json, place: &Pointer) -> Pointer {
    match place.split() {
        Some((holder, "-")) => {
            let last = value.at(&holder).map_or(0, |list| list.elements().len().saturating_sub(1));
            holder.inner(last.to_string())
        }
        _ => place.clone(),
    }
}

fn set(before: &Text, place: &Pointer, value: Json) -> Edit {
    let written = before.written(place).map(str::to_owned);
    Edit { value: Some(value), written, ..edit(Operation::Set, place) }
}

fn edit(op: Operation, place: &Pointer) -> Edit {
    let pointer = place.to_string();
    Edit { op, pointer, from: None, value: None, was: None, before: None, written: None }
}

fn common(one: &Pointer, other: &Pointer) -> Pointer {
    let both = one.steps().iter().zip(other.steps()).take_while(|(one, other)| one == other);
    both.fold(Pointer::default(), |pointer, (step, _)| pointer.inner(step.clone()))
}
