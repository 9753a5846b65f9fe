//! Who may see what: everybody, who knows a password, or members (specification section 6).

use loggia_commerce::Access;
use loggia_template::{Arena, Node};

/// Who may see an item or a collection. One with a password is locked.
#[must_use]
pub fn access(node: Node<'_>) -> Access {
    match node.get("access").as_str() {
        Some("members") => Access::Members,
        Some("locked") => Access::Locked,
        _ if password(node).is_some() => Access::Locked,
        _ => Access::Public,
    }
}

/// What a link to a page says of it beside its title; nothing where everybody may go (specification section 6).
#[must_use]
pub const fn link_label(access: Access) -> &'static str {
    match access {
        Access::Public => "",
        Access::Locked => "locked",
        Access::Members => "available only to site members",
    }
}

/// The password of an item or a collection. It stands in the file and in nothing that templates see.
#[must_use]
pub fn password(node: Node<'_>) -> Option<&str> {
    node.get("password").as_str().filter(|password| !password.is_empty())
}

/// Takes the password out of what templates see; `access` says that there is one.
pub(super) fn hide_password<'s>(members: &mut Vec<(&'s str, Node<'s>)>) {
    let Some(place) = members.iter().position(|(key, _)| *key == "password") else { return };
    let (_, password) = members.remove(place);
    if password.as_str().is_some_and(|password| !password.is_empty())
        && !members.iter().any(|(key, value)| *key == "access" && value.as_str() == Some("members"))
    {
        members.retain(|(key, _)| *key != "access");
        members.push(("access", Node::Text("locked")));
    }
}

/// Members that hold what a page says, and no other page may show when not everybody may see it.
const CONTENT: [&str; 7] = ["body", "mainContent", "itemsContent", "blocks", "rows", "sections", "slices"];

/// An object without what the page itself says.
pub fn without_content<'a>(node: Node<'a>, arena: &'a Arena) -> Node<'a> {
    let members = node.as_object().into_iter().flat_map(|object| object.members());
    arena.object(members.filter(|(key, _)| !CONTENT.contains(key)).collect::<Vec<_>>())
}
