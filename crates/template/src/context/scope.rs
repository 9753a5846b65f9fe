//! The search for names, and the stack it searches.

use crate::node::{Node, hash_of};
use crate::runtime::{Context, Frame};
use crate::variable::{Path, Segment};

impl<'r> Context<'r> {
    /// Resolves a name: its first part is looked up in the current value, then in each enclosing one, outwards
    /// (T-004).
    pub fn resolve(&self, path: &Path) -> Node<'r> {
        self.resolve_at(&path.text, &path.segments, self.frames.len() - 1)
    }

    /// [`Context::resolve`] for a name that is only known while rendering.
    pub fn resolve_name(&self, name: &str) -> Node<'r> {
        self.resolve(&Path::parse(name))
    }

    /// [`Context::resolve`] that starts at the enclosing value: what the arguments of `format` and `message` see, for
    /// which the current value is the text to fill.
    pub fn resolve_outside(&self, path: &Path) -> Node<'r> {
        self.resolve_at(&path.text, &path.segments, self.frames.len().saturating_sub(2))
    }

    /// The member of this key of the innermost value that has one.
    pub fn lookup(&self, key: &str) -> Node<'r> {
        self.lookup_member(hash_of(key.as_bytes()), key.as_bytes(), self.frames.len() - 1)
    }

    #[inline]
    pub(crate) fn resolve_at(&self, text: &str, segments: &[Segment], frame: usize) -> Node<'r> {
        let Some((first, rest)) = segments.split_first() else { return Node::Missing };
        let mut node = match *first {
            Segment::Member { hash, name } => self.lookup_member(hash, name.bytes(text), frame),
            Segment::Current => self.frames[frame].node,
            Segment::Local { hash, name } => self.lookup_local(hash, name.of(text), frame),
            Segment::Position { base, .. } => self.lookup_position(base, frame),
            Segment::Index { .. } => self.lookup_index(text, *first, frame),
        };
        for segment in rest {
            node = segment.step(text, node);
        }
        node
    }

    /// Resolves a name whose first part is looked up in the current frame only, as sections do (T-004).
    #[inline]
    pub(crate) fn resolve_here(&self, text: &str, segments: &[Segment]) -> Node<'r> {
        let Some((first, rest)) = segments.split_first() else { return Node::Missing };
        let top = self.frames.len() - 1;
        let frame = &self.frames[top];
        let mut node = match *first {
            Segment::Current => frame.node,
            Segment::Local { hash, name } => self.local_of(top, self.locals.len(), hash, name.of(text)),
            Segment::Position { base, .. } => position(frame, base),
            _ => first.step(text, frame.node),
        };
        for segment in rest {
            node = segment.step(text, node);
        }
        node
    }

    #[inline]
    fn lookup_member(&self, hash: u32, name: &[u8], from: usize) -> Node<'r> {
        for frame in self.frames[..=from].iter().rev() {
            if let Node::Object(object) = frame.node {
                let node = object.find(hash, name);
                if !node.is_missing() {
                    return node;
                }
            }
            if frame.barrier {
                break;
            }
        }
        Node::Missing
    }

    fn lookup_index(&self, text: &str, segment: Segment, from: usize) -> Node<'r> {
        for frame in self.frames[..=from].iter().rev() {
            let node = segment.step(text, frame.node);
            if !node.is_missing() {
                return node;
            }
            if frame.barrier {
                break;
            }
        }
        Node::Missing
    }

    fn lookup_position(&self, base: u32, from: usize) -> Node<'r> {
        for frame in self.frames[..=from].iter().rev() {
            let node = position(frame, base);
            if !node.is_missing() || frame.barrier {
                return node;
            }
        }
        Node::Missing
    }

    fn lookup_local(&self, hash: u32, name: &str, from: usize) -> Node<'r> {
        let floor = self.frames[..=from].iter().rev().find(|frame| frame.barrier);
        let floor = floor.map_or(0, |frame| frame.locals as usize);
        let end = self.frames.get(from + 1).map_or(self.locals.len(), |next| next.locals as usize);
        self.locals.find(hash, name, floor, end).unwrap_or_default()
    }

    fn local_of(&self, frame: usize, end: usize, hash: u32, name: &str) -> Node<'r> {
        let start = self.frames[frame].locals as usize;
        self.locals.find(hash, name, start, end).unwrap_or_default()
    }

    /// Enters a value.
    #[inline]
    pub(crate) fn push_frame(&mut self, node: Node<'r>) {
        self.frames.push(Frame {
            node,
            position: -1,
            barrier: false,
            locals: self.locals.len() as u32,
            macros: self.macros.len() as u32,
        });
    }

    /// Leaves the current value and forgets the names bound on it.
    #[inline]
    pub(crate) fn pop_frame(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.locals.truncate(frame.locals as usize);
            self.macros.truncate(frame.macros as usize);
        }
    }

    /// Leaves the current value for another one.
    #[inline]
    pub(crate) fn renew_frame(&mut self, node: Node<'r>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.node = node;
            self.locals.truncate(frame.locals as usize);
            self.macros.truncate(frame.macros as usize);
        }
    }

    /// Binds an `@name` on the current frame.
    pub(crate) fn bind(&mut self, name: &'r str, value: Node<'r>) {
        let start = self.frames[self.frames.len() - 1].locals as usize;
        self.locals.set(name, value, start);
    }
}

#[inline]
fn position<'r>(frame: &Frame<'r>, base: u32) -> Node<'r> {
    if frame.position < 0 {
        return Node::Missing;
    }
    Node::number((frame.position + i64::from(base)) as f64)
}
