//! Lists of Squarespace, with the columns of its own exports.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::super::model::{Kind, Product, Stock, Variant, Visibility};
use super::list::Written;
use super::lost::Lost;
use super::row::{Row, description, joined, length, options, values, weight};
use crate::sheet::table;

/// The columns of its exports, in their order. The first two are its own names for what it has already; in what comes from
/// elsewhere it wants them empty.
const COLUMNS: [&str; 32] = [
    "Product ID [Non Editable]",
    "Variant ID [Non Editable]",
    "Product Type [Non Editable]",
    "Product Page",
    "Product URL",
    "Title",
    "Description",
    "SKU",
    "Option Name 1",
    "Option Value 1",
    "Option Name 2",
    "Option Value 2",
    "Option Name 3",
    "Option Value 3",
    "Option Name 4",
    "Option Value 4",
    "Option Name 5",
    "Option Value 5",
    "Option Name 6",
    "Option Value 6",
    "Price",
    "Sale Price",
    "On Sale",
    "Stock",
    "Categories",
    "Tags",
    "Weight",
    "Length",
    "Width",
    "Height",
    "Visible",
    "Hosted Image URLs",
];
/// Columns beyond those, which stand there when a product fills them.
const MORE: [&str; 3] = ["SEO Title", "SEO Description", "GTIN"];
/// Choices a product may have.
const OPTIONS: usize = 6;
const ELSEWHERE: &str = "it stands in the JSON of the export";

pub(super) fn write(products: &[Product], metric: bool) -> Written {
    let mut lost = Lost::default();
    let columns = columns(products, &mut lost);
    let mut rows = vec![columns.iter().map(|name| Cow::Borrowed(*name)).collect()];
    for product in products {
        let title = product.title.as_str();
        name_the_lost(product, &mut lost);
        for (at, variant) in product.variants.iter().enumerate() {
            let mut row = Row::new(&columns);
            if at == 0 {
                head(&mut row, product, &mut lost);
            }
            own(&mut row, (product, variant), metric, (title, &mut lost));
            rows.push(row.cells);
        }
    }
    Written { text: table(rows), faults: lost.faults() }
}

fn columns(products: &[Product], lost: &mut Lost) -> Vec<&'static str> {
    let mut used = BTreeSet::new();
    for product in products {
        let is_filled = [
            !product.seo_title.is_empty(),
            !product.seo_description.is_empty(),
            product.variants.iter().any(|variant| !variant.barcode.is_empty()),
        ];
        for (at, _) in is_filled.iter().enumerate().filter(|(_, is_filled)| **is_filled) {
            used.insert(at);
            let what =
                "Columns for search engines and barcodes were added, which lists of Squarespace do not have";
            lost.say(&product.title, what, "take them out if it refuses the list");
        }
    }
    COLUMNS.into_iter().chain(used.into_iter().map(|at| MORE[at])).collect()
}

fn head<'p>(row: &mut Row<'p>, product: &'p Product, lost: &mut Lost) {
    let title = product.title.as_str();
    let kind = match product.kind {
        Kind::Physical | Kind::Subscription => "PHYSICAL",
        Kind::Digital => "DIGITAL",
        Kind::Service => "SERVICE",
        Kind::GiftCard => "GIFT_CARD",
    };
    row.set("Product Type [Non Editable]", kind);
    row.set("Product Page", product.page.as_str());
    row.set("Product URL", product.url_id.as_str());
    row.set("Title", title);
    row.set("Description", description(product, lost));
    let categories = product.categories.iter().map(|path| match path.as_slice() {
        // A stroke within a name would make two categories of it.
        [one] if one.contains('/') => Cow::Borrowed(one.trim_start_matches('/')),
        path => Cow::Owned(format!("/{}", path.join("/"))),
    });
    row.set("Categories", joined(categories, (title, lost)));
    row.set("Tags", joined(product.tags.iter().map(|tag| Cow::Borrowed(tag.as_str())), (title, lost)));
    row.set("Visible", if product.visibility == Visibility::Hidden { "No" } else { "Yes" });
    let pictures = product.pictures.iter().map(|picture| picture.url.replace(char::is_whitespace, "%20"));
    row.set("Hosted Image URLs", pictures.collect::<Vec<_>>().join(" "));
    row.set("SEO Title", product.seo_title.as_str());
    row.set("SEO Description", product.seo_description.as_str());
}

fn own<'p>(
    row: &mut Row<'p>,
    (product, variant): (&Product, &'p Variant),
    metric: bool,
    (title, lost): (&str, &mut Lost),
) {
    row.set("SKU", variant.sku.as_str());
    row.set("GTIN", variant.barcode.as_str());
    let names = options(product, OPTIONS);
    lost.when(
        product.options.len() > OPTIONS,
        title,
        "Lists of Squarespace have six choices at most; the others stand in the sixth",
        "part them again by hand",
    );
    for (at, (name, value)) in names.into_iter().zip(values(product, &variant.values, OPTIONS)).enumerate() {
        row.set(&format!("Option Name {}", at + 1), name);
        row.set(&format!("Option Value {}", at + 1), value);
    }
    row.set("Price", variant.price.map(|price| price.to_decimal_text()).unwrap_or_default());
    row.set("Sale Price", variant.sale_price.unwrap_or_default().to_decimal_text());
    row.set("On Sale", if variant.on_sale { "Yes" } else { "No" });
    row.set(
        "Stock",
        match variant.stock {
            Stock::Unlimited => Cow::Borrowed("Unlimited"),
            Stock::Count(count) => Cow::Owned(count.to_string()),
        },
    );
    if let Some(own) = variant.weight {
        row.set("Weight", weight(own.value, own.unit, metric));
    }
    if let Some(size) = variant.size {
        for (column, value) in [("Length", size.length), ("Width", size.width), ("Height", size.height)] {
            row.set(column, length(value, size.unit, metric));
        }
    }
}

fn name_the_lost(product: &Product, lost: &mut Lost) {
    let title = product.title.as_str();
    let variants = || product.variants.iter();
    for (is_so, what, help) in [
        (
            product.pictures.iter().any(|picture| !picture.alt.is_empty() && picture.alt != product.title),
            "Lists of Squarespace have no alternative texts of pictures",
            ELSEWHERE,
        ),
        (
            variants().any(|variant| !variant.picture.is_empty()),
            "Lists of Squarespace have no pictures of single variants",
            ELSEWHERE,
        ),
        (!product.vendor.is_empty(), "Lists of Squarespace do not say who makes a product", ELSEWHERE),
        (!product.ribbon.is_empty(), "Lists of Squarespace have no ribbons", ELSEWHERE),
        (product.featured, "Lists of Squarespace do not say what is put forward", ELSEWHERE),
        (
            product.visibility == Visibility::Unlisted,
            "Lists of Squarespace know no products that are shown to those alone who know their address; these are listed",
            "hide them there",
        ),
        (
            product.kind == Kind::Subscription,
            "Lists of Squarespace have no plans of subscriptions; this is sold once",
            "write the plan anew there",
        ),
        (
            product.publish_on.is_some(),
            "Lists of Squarespace do not say when a product was published",
            ELSEWHERE,
        ),
        (
            !product.downloads.is_empty(),
            "Lists of Squarespace have no files that are sold",
            "add the files there",
        ),
        (
            variants().any(|variant| variant.taxable == Some(false)),
            "Lists of Squarespace do not say what is free of tax",
            "set it there",
        ),
    ] {
        lost.when(is_so, title, what, help);
    }
}
