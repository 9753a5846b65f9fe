//! What a site says of a product's safety: the product itself, and the shop for all of them.

use loggia_commerce::ProductSafety;
use loggia_template::Node;

use super::item::Item;
use super::model::Site;
use super::value::value;

/// The member that says it, of `site.json` and of a product's `structuredContent`.
pub const SAFETY: &str = "productSafety";

/// What is said of a product.
///
/// # Errors
/// What cannot be read, and whether the shop says it for all.
pub fn of(site: &Site<'_>, item: &Item<'_>) -> Result<ProductSafety, (bool, String)> {
    let all = read(site.website.node(SAFETY)).map_err(|why| (true, why))?;
    let own = read(item.node.get("structuredContent").get(SAFETY)).map_err(|why| (false, why))?;
    Ok(own.or(&all))
}

fn read(node: Node<'_>) -> Result<ProductSafety, String> {
    if node.is_nothing() {
        return Ok(ProductSafety::default());
    }
    serde_json::from_value(value(node)).map_err(|error| error.to_string())
}
