//! Which element of a file as the edits expect it is which of the file as it is: settled once, and carried along by what
//! is done in both. Two elements that say the same are never taken for each other afterwards.

use super::super::json::{Json, index};
use super::super::pointer::Pointer;
use super::list;

/// Names an element: the same element has the same mark in both files.
type Mark = u64;

/// Where the lists of a file stand, and which of their elements is which.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Neither a list nor an object.
    Leaf,
    /// Members by their names.
    Object(Vec<(String, Shape)>),
    /// Elements. An element without a mark is one of which nobody can say which it is.
    List(Vec<(Option<Mark>, Shape)>),
}

/// What is put into a list or an object: the same in both files.
#[derive(Debug, Clone)]
pub struct Placed(Option<Mark>, Shape);

/// Where something is by now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Here.
    At(Pointer),
    /// Nowhere.
    Gone,
    /// Nobody can say which of the elements of this list it is.
    Unsure(Pointer),
}

/// Two files side by side.
#[derive(Debug, Clone)]
pub struct Shapes {
    /// Of the file as the edits expect it.
    pub expected: Shape,
    /// Of the file as it is.
    pub actual: Shape,
    marks: Mark,
}

impl Shapes {
    /// Of a file as it was and as it is.
    pub fn new(before: &Json, now: &Json) -> Shapes {
        let mut shapes = Shapes { expected: Shape::Leaf, actual: Shape::Leaf, marks: 0 };
        (shapes.expected, shapes.actual) = shapes.paired(before, now);
        shapes
    }

    /// A value that is new in both.
    pub fn fresh(&mut self, value: &Json) -> Placed {
        let shape = self.shape(value);
        Placed(Some(self.mark()), shape)
    }

    /// Where in the file as it is something stands that the edits know.
    pub fn find(&self, pointer: &Pointer) -> Place {
        let mut found = Pointer::default();
        let (mut before, mut now) = (Some(&self.expected), Some(&self.actual));
        for step in pointer.steps() {
            let mut next = step.clone();
            if let (Some(Shape::List(before)), Some(Shape::List(now))) = (before, now) {
                let element = index(step).and_then(|at| before.get(at));
                let Some((Some(mark), _)) = element else { return Place::Unsure(found) };
                let Some(at) = now.iter().position(|(other, _)| *other == Some(*mark)) else {
                    return Place::Gone;
                };
                next = at.to_string();
            }
            before = before.and_then(|before| before.inside(step));
            now = now.and_then(|now| now.inside(&next));
            found = found.inner(next);
        }
        Place::At(found)
    }

    /// Before which element of the list as it is something new goes that went before one of the list as it was. Nothing
    /// when it is no list in both.
    pub fn gap(&self, pointer: &Pointer) -> Option<Place> {
        let (holder, step) = pointer.split()?;
        let Some(Shape::List(before)) = self.expected.at(&holder) else { return None };
        let place = match self.find(&holder) {
            Place::At(place) => place,
            other => return Some(other),
        };
        let Some(Shape::List(now)) = self.actual.at(&place) else { return None };
        let unsure = Some(Place::Unsure(place.clone()));
        let at = if step == "-" { Some(before.len()) } else { index(step).filter(|at| *at <= before.len()) };
        let Some(at) = at else { return unsure };
        let found = |at: usize| match self.find(&holder.inner(at.to_string())) {
            Place::At(found) => found.steps().last().and_then(|step| index(step)),
            _ => None,
        };
        let gap = if at == before.len() {
            Some(now.len())
        } else {
            found(at).or_else(|| found(at.checked_sub(1)?).map(|before| before + 1))
        };
        gap.map_or(unsure, |gap| Some(Place::At(place.inner(gap.to_string()))))
    }

    /// A value was taken out of both, to be put elsewhere.
    pub fn taken(&mut self, pointer: &Pointer, place: &Pointer) -> (Placed, Placed) {
        let mark = self.mark();
        let nothing = (Some(mark), Shape::Leaf);
        let (own, shape) = self.expected.take(pointer).unwrap_or_else(|| nothing.clone());
        let (_, other) = self.actual.take(place).unwrap_or(nothing);
        let own = own.unwrap_or(mark);
        (Placed(Some(own), shape), Placed(Some(own), other))
    }

    fn mark(&mut self) -> Mark {
        self.marks += 1;
        self.marks
    }

    fn shape(&mut self, value: &Json) -> Shape {
        match value {
            Json::List(elements) => {
                Shape::List(elements.iter().map(|element| (Some(self.mark()), self.shape(element))).collect())
            }
            Json::Object(members) => {
                Shape::Object(members.iter().map(|(name, value)| (name.clone(), self.shape(value))).collect())
            }
            _ => Shape::Leaf,
        }
    }

    fn paired(&mut self, before: &Json, now: &Json) -> (Shape, Shape) {
        match (before, now) {
            (Json::List(before), Json::List(now)) => {
                let mut other: Vec<Option<(Option<Mark>, Shape)>> = vec![None; now.len()];
                let mut own = Vec::with_capacity(before.len());
                for (element, found) in before.iter().zip(list::elements(before, now)) {
                    let mark = Some(self.mark());
                    own.push(match found {
                        list::Found::At(at) => {
                            let (shape, there) = self.paired(element, &now[at]);
                            other[at] = Some((mark, there));
                            (mark, shape)
                        }
                        list::Found::Gone => (mark, self.shape(element)),
                        list::Found::Unsure => (None, self.shape(element)),
                    });
                }
                let other = other.into_iter().zip(now);
                let other = other.map(|(known, element)| {
                    known.unwrap_or_else(|| (Some(self.mark()), self.shape(element)))
                });
                (Shape::List(own), Shape::List(other.collect()))
            }
            (Json::Object(before), Json::Object(members)) => {
                let (mut own, mut other) = (Vec::new(), Vec::new());
                for (name, value) in before {
                    let shape = match now.get(name) {
                        Some(there) => {
                            let (shape, there) = self.paired(value, there);
                            other.push((name.clone(), there));
                            shape
                        }
                        None => self.shape(value),
                    };
                    own.push((name.clone(), shape));
                }
                let new = |(name, _): &&(String, Json)| before.iter().all(|(known, _)| known != name);
                for (name, value) in members.iter().filter(new) {
                    other.push((name.clone(), self.shape(value)));
                }
                (Shape::Object(own), Shape::Object(other))
            }
            _ => (self.shape(before), self.shape(now)),
        }
    }
}

impl Shape {
    fn inside(&self, step: &str) -> Option<&Shape> {
        match self {
            Shape::Leaf => None,
            Shape::Object(members) => members.iter().find(|(name, _)| name == step).map(|(_, shape)| shape),
            Shape::List(elements) => index(step).and_then(|at| elements.get(at)).map(|(_, shape)| shape),
        }
    }

    fn at(&self, pointer: &Pointer) -> Option<&Shape> {
        pointer.steps().iter().try_fold(self, |shape, step| shape.inside(step))
    }

    fn at_mut(&mut self, pointer: &Pointer) -> Option<&mut Shape> {
        pointer.steps().iter().try_fold(self, |shape, step| match shape {
            Shape::Leaf => None,
            Shape::Object(members) => {
                members.iter_mut().find(|(name, _)| name == step).map(|(_, shape)| shape)
            }
            Shape::List(elements) => index(step).and_then(|at| elements.get_mut(at)).map(|(_, shape)| shape),
        })
    }

    /// A value was put in place of another one, or a member added.
    pub fn set(&mut self, pointer: &Pointer, value: &Placed) {
        self.put(pointer, value.clone(), false);
    }

    /// An element or a member was added.
    pub fn insert(&mut self, pointer: &Pointer, value: &Placed) {
        self.put(pointer, value.clone(), true);
    }

    /// A value was taken away.
    pub fn remove(&mut self, pointer: &Pointer) {
        self.take(pointer);
    }

    fn put(&mut self, pointer: &Pointer, Placed(mark, shape): Placed, is_new: bool) {
        let Some((holder, step)) = pointer.split() else {
            *self = shape;
            return;
        };
        match self.at_mut(&holder) {
            Some(Shape::Object(members)) => match members.iter_mut().find(|(name, _)| name == step) {
                Some((_, there)) => *there = shape,
                None => members.push((step.to_owned(), shape)),
            },
            Some(Shape::List(elements)) => {
                let at = if step == "-" { Some(elements.len()) } else { index(step) };
                match at {
                    Some(at) if is_new && at <= elements.len() => elements.insert(at, (mark, shape)),
                    Some(at) if !is_new && at < elements.len() => elements[at] = (mark, shape),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn take(&mut self, pointer: &Pointer) -> Option<(Option<Mark>, Shape)> {
        let (holder, step) = pointer.split()?;
        match self.at_mut(&holder)? {
            Shape::Leaf => None,
            Shape::Object(members) => {
                let at = members.iter().position(|(name, _)| name == step)?;
                Some((None, members.remove(at).1))
            }
            Shape::List(elements) => {
                let at = index(step).filter(|at| *at < elements.len())?;
                Some(elements.remove(at))
            }
        }
    }
}
