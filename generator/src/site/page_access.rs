//! Who may see a page of a collection.

use loggia_commerce::Access;

use super::access::access;
use super::collection::Collection;
use super::item::Item;

/// Who may see a page of a collection: what is inside of something locked is locked as well.
#[must_use]
pub fn of_page(collection: &Collection<'_>, item: Option<&Item<'_>>) -> Access {
    let own = item.map_or(Access::Public, |item| access(item.document.root));
    if own == Access::Public { access(collection.document.root) } else { own }
}
