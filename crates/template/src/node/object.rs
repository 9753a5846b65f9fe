//! Objects: members in JavaScript's order, found by key without hashing the object.

use super::arena::{Arena, Plain};
use super::key::{Key, array_index, eight, four, hash_of};
use super::value::{Members, Node, Object, Shape};

/// Above this number of members an object carries buckets; below, its hashes are scanned.
const SCAN: usize = 16;

impl<'a> Object<'a> {
    /// The number of members.
    pub fn len(self) -> usize {
        self.0.values.len()
    }

    /// Whether there is no member.
    pub fn is_empty(self) -> bool {
        self.0.values.is_empty()
    }

    /// The member of this key, or [`Node::Missing`].
    #[inline]
    pub fn get<'k>(self, key: impl Into<Key<'k>>) -> Node<'a> {
        let key = key.into();
        self.find(key.hash, key.text.as_bytes())
    }

    #[inline]
    pub(crate) fn find(self, hash: u32, text: &[u8]) -> Node<'a> {
        let Members { shape, values } = self.0;
        if shape.present & bit_of(hash) == 0 {
            return Node::Missing;
        }
        if shape.buckets.is_empty() {
            for (at, candidate) in shape.hashes.iter().enumerate() {
                if *candidate == hash && same(shape.names[at].as_bytes(), text) {
                    return values[at];
                }
            }
            return Node::Missing;
        }
        let bucket = hash as usize & (shape.buckets.len() - 2);
        for at in &shape.order[shape.buckets[bucket] as usize..shape.buckets[bucket + 1] as usize] {
            let at = *at as usize;
            if shape.hashes[at] == hash && same(shape.names[at].as_bytes(), text) {
                return values[at];
            }
        }
        Node::Missing
    }

    /// The members in order.
    pub fn members(self) -> impl ExactSizeIterator<Item = (&'a str, Node<'a>)> + Clone {
        self.0.shape.names.iter().copied().zip(self.0.values.iter().copied())
    }
}

impl std::fmt::Debug for Object<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.members()).finish()
    }
}

impl Plain for Shape<'_> {}
impl Plain for Members<'_> {}

impl Arena {
    /// An object of these members, in this order (but see [`Object`]); of members with the same key the last wins.
    pub fn object<'a>(&'a self, members: impl IntoIterator<Item = (&'a str, Node<'a>)>) -> Node<'a> {
        let mut names = Vec::new();
        let mut hashes = Vec::new();
        let mut values = Vec::new();
        for (name, value) in members {
            names.push(name);
            hashes.push(hash_of(name.as_bytes()));
            values.push(value);
        }
        Node::Object(Object(build(self, &names, &hashes, &values, false)))
    }
}

#[inline]
const fn bit_of(hash: u32) -> u64 {
    1 << (hash & 63)
}

/// Equality of two keys, most of which are short: a call of the library's comparison costs more than it does.
#[inline]
pub(super) fn same(one: &[u8], two: &[u8]) -> bool {
    let length = one.len();
    if length != two.len() {
        return false;
    }
    match length {
        8..=16 => eight(one, 0) == eight(two, 0) && eight(one, length - 8) == eight(two, length - 8),
        4..8 => four(one, 0) == four(two, 0) && four(one, length - 4) == four(two, length - 4),
        _ => one == two,
    }
}

/// Puts members given in the order of writing into their final order, drops repeated keys, and builds the shape.
/// `names`, `hashes` and `values` are of equal length; `is_plain` says that no name was written with an escape.
pub(crate) fn build<'a>(
    arena: &'a Arena,
    names: &[&'a str],
    hashes: &[u32],
    values: &[Node<'a>],
    is_plain: bool,
) -> &'a Members<'a> {
    if has_repeats(names, hashes) || names.iter().any(|name| array_index(name).is_some()) {
        let ordered = reorder(names, values);
        let names: Vec<&str> = ordered.iter().map(|(name, _)| *name).collect();
        let hashes: Vec<u32> = names.iter().map(|name| hash_of(name.as_bytes())).collect();
        let values: Vec<Node<'a>> = ordered.iter().map(|(_, value)| *value).collect();
        return place(arena, &names, &hashes, &values, is_plain);
    }
    place(arena, names, hashes, values, is_plain)
}

fn place<'a>(
    arena: &'a Arena,
    names: &[&'a str],
    hashes: &[u32],
    values: &[Node<'a>],
    is_plain: bool,
) -> &'a Members<'a> {
    let (buckets, order) = if names.len() > SCAN { index(arena, hashes) } else { (&[][..], &[][..]) };
    let shape = arena.keep(Shape {
        names: arena.copy_slice(names),
        hashes: arena.copy_slice(hashes),
        present: hashes.iter().fold(0, |present, hash| present | bit_of(*hash)),
        buckets,
        order,
        is_plain,
    });
    arena.keep(Members { shape, values: arena.copy_slice(values) })
}

/// Another object of a shape that exists already.
pub(crate) fn same_shape<'a>(arena: &'a Arena, shape: &'a Shape<'a>, values: &[Node<'a>]) -> &'a Members<'a> {
    arena.keep(Members { shape, values: arena.copy_slice(values) })
}

/// A table of `2^n + 1` starts into a list of positions sorted by bucket.
fn index<'a>(arena: &'a Arena, hashes: &[u32]) -> (&'a [u32], &'a [u32]) {
    let count = hashes.len().next_power_of_two();
    let mask = count - 1;
    let mut starts = vec![0u32; count + 1];
    for hash in hashes {
        starts[(*hash as usize & mask) + 1] += 1;
    }
    for bucket in 0..count {
        starts[bucket + 1] += starts[bucket];
    }
    let mut next = starts.clone();
    let mut order = vec![0u32; hashes.len()];
    for (at, hash) in hashes.iter().enumerate() {
        let bucket = *hash as usize & mask;
        order[next[bucket] as usize] = at as u32;
        next[bucket] += 1;
    }
    (arena.copy_slice(&starts), arena.copy_slice(&order))
}

fn has_repeats(names: &[&str], hashes: &[u32]) -> bool {
    if names.len() <= 2 * SCAN {
        // Most keys set a bit that no key before has set, and so are new without a comparison.
        let mut seen = 0u64;
        return hashes.iter().enumerate().any(|(at, hash)| {
            let bit = bit_of(*hash);
            let maybe = seen & bit != 0;
            seen |= bit;
            maybe && (0..at).any(|before| hashes[before] == *hash && names[before] == names[at])
        });
    }
    let mut order: Vec<u32> = (0..names.len() as u32).collect();
    order.sort_unstable_by_key(|at| (hashes[*at as usize], names[*at as usize]));
    order.windows(2).any(|pair| {
        let (one, two) = (pair[0] as usize, pair[1] as usize);
        hashes[one] == hashes[two] && names[one] == names[two]
    })
}

fn reorder<'a>(names: &[&'a str], values: &[Node<'a>]) -> Vec<(&'a str, Node<'a>)> {
    let mut last = std::collections::HashMap::with_capacity(names.len());
    let mut members: Vec<(&'a str, Node<'a>)> = Vec::with_capacity(names.len());
    for (name, value) in names.iter().zip(values) {
        match last.entry(*name) {
            std::collections::hash_map::Entry::Occupied(entry) => {
                let at: usize = *entry.get();
                members[at].1 = *value;
            }
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(members.len());
                members.push((*name, *value));
            }
        }
    }
    members.sort_by_key(|(name, _)| array_index(name).map_or((1, 0), |index| (0, index)));
    members
}
