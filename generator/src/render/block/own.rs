//! What a template's own block sees, in place of what the program's own is made for: the value of the block as its owner
//! wrote it, and beside it the names that templates of the hosted builder know.

use loggia_template::{Arena, Node};

use crate::render::website::{Members, object_members, set, set_default};
use crate::site::block::Block;

/// The data of a block. `looked_up` is what the program found for its own template.
pub fn data<'a>(block: &Block<'a>, looked_up: &Members<'a>, arena: &'a Arena) -> Node<'a> {
    let value = block.value;
    let mut members = object_members(value);
    for (key, node) in looked_up {
        set_default(&mut members, key, *node);
    }
    set(&mut members, "info", value);
    set(&mut members, "blockType", Node::number(block.code as f64));
    let picture = [value.get("image"), value.get("mainImage")].into_iter().find(|node| !node.is_nothing());
    if let Some(picture) = picture {
        let mut own = object_members(picture);
        set_default(&mut own, "systemDataId", Node::Text(block.id.unwrap_or(block.name)));
        for (key, node) in own.clone() {
            set_default(&mut members, key, node);
        }
        set_default(&mut members, "item", arena.object(own));
    }
    let images = value.get("images");
    if !images.is_nothing() {
        set_default(&mut members, "items", images);
    }
    for (theirs, ours) in [("buttonText", "text"), ("buttonLink", "url"), ("audioAssetUrl", "url")] {
        let said = value.get(ours);
        if !said.is_nothing() {
            set_default(&mut members, theirs, said);
        }
    }
    arena.object(members)
}
