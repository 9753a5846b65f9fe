//! Every product of the site as a table shows it, some at a time, out of the model: no file is read.

use loggia_template::Node;

use super::answer::Refused;
use super::json::Json;
use super::json::json_of;
use super::list::cursor;
use super::reads::Sight;
use super::view::{View, folder};
use super::wire::products::{ProductRow, ProductsPage, ProductsQuery, SmallPicture};
use crate::asset::slashes;
use crate::site::Item;
use crate::site::code::collection::PRODUCTS;

/// Products of an answer when none is given, and at most.
const PAGE: (usize, usize) = (500, 5000);
/// What a table shows of a product, and where its file says it.
const SAID: [&str; 6] = ["title", "name", "status", "publishOn", "tags", "categories"];
/// The same of its picture, of what is sold, and of a variant.
const PICTURE: [&str; 1] = ["assetUrl"];
const SOLD: [&str; 7] =
    ["productType", "variantOptionOrdering", "price", "priceMoney", "onSale", "salePrice", "salePriceMoney"];
const VARIANT: [&str; 11] = [
    "sku",
    "attributes",
    "price",
    "priceMoney",
    "onSale",
    "salePrice",
    "salePriceMoney",
    "qtyInStock",
    "unlimited",
    "shippingWeight",
    "barcode",
];

/// What `GET products` answers somebody who sees this much.
///
/// # Errors
/// When the cursor is none of ours.
pub fn page(view: &View, sight: &Sight, query: &ProductsQuery) -> Result<ProductsPage, Refused> {
    let from = cursor(query.after.as_deref())?;
    let limit = query.limit.unwrap_or(PAGE.0).clamp(1, PAGE.1);
    let lists = view.site().into_iter().flat_map(|site| &site.collections);
    let lists = lists.filter(|list| {
        list.type_code == PRODUCTS && sight.has(&format!("content/{}/collection.json", folder(list)))
    });
    let all: Vec<&Item<'_>> = lists.flat_map(|list| &list.items).collect();
    let products: Vec<ProductRow> = all.iter().skip(from).take(limit).map(|item| row(item, view)).collect();
    let next = from + products.len();
    let next_cursor = (next < all.len()).then(|| next.to_string());
    Ok(ProductsPage { products, total: all.len(), next_cursor })
}

fn row(item: &Item<'_>, view: &View) -> ProductRow {
    let root = item.document.root;
    let mut members = said(root, &SAID);
    let picture = root.get("mainImage");
    if picture.as_object().is_some() {
        members.push(("mainImage".to_owned(), Json::Object(said(picture, &PICTURE))));
    }
    let sold = root.get("structuredContent");
    if sold.as_object().is_some() {
        let mut content = said(sold, &SOLD);
        if let Node::List(variants) = sold.get("variants") {
            let variants = variants.iter().map(|variant| Json::Object(said(*variant, &VARIANT)));
            content.push(("variants".to_owned(), Json::List(variants.collect())));
        }
        members.push(("structuredContent".to_owned(), Json::Object(content)));
    }
    ProductRow {
        path: slashes(item.document.file),
        id: item.id.to_owned(),
        url: item.full_url.to_owned(),
        small: picture
            .get("assetUrl")
            .as_str()
            .and_then(|address| view.small.get(address))
            .map(|small| SmallPicture { src: small.src.clone(), dense: small.dense.clone() }),
        json: Json::Object(members),
    }
}

/// The members of these names, as far as they are there.
fn said(node: Node<'_>, names: &[&str]) -> Vec<(String, Json)> {
    names.iter().filter_map(|name| Some(((*name).to_owned(), json_of(node.get(*name))?))).collect()
}
