//! Lists of Shopify, with the columns of its own exports: a product's rows share its handle, and each has a variant, a
//! picture, or both.

use std::borrow::Cow;
use std::collections::HashSet;

use loggia_commerce::Cents;

use super::super::model::{Kind, Picture, Product, Stock, Variant, Visibility, WeightUnit};
use super::list::Written;
use super::lost::Lost;
use super::row::{Row, description, joined, options, values};
use crate::sheet::table;

const COLUMNS: [&str; 36] = [
    "Handle",
    "Title",
    "Body (HTML)",
    "Vendor",
    "Collection",
    "Type",
    "Tags",
    "Published",
    "Option1 Name",
    "Option1 Value",
    "Option2 Name",
    "Option2 Value",
    "Option3 Name",
    "Option3 Value",
    "Variant SKU",
    "Variant Grams",
    "Variant Inventory Tracker",
    "Variant Inventory Qty",
    "Variant Inventory Policy",
    "Variant Fulfillment Service",
    "Variant Price",
    "Variant Compare At Price",
    "Variant Requires Shipping",
    "Variant Taxable",
    "Variant Barcode",
    "Image Src",
    "Image Position",
    "Image Alt Text",
    "Gift Card",
    "SEO Title",
    "SEO Description",
    "Variant Image",
    "Variant Weight Unit",
    "Variant Tax Code",
    "Cost per item",
    "Status",
];
/// Choices a product may have.
const OPTIONS: usize = 3;
/// What it calls the only choice of a product that has none.
const NO_CHOICE: (&str, &str) = ("Title", "Default Title");
const ELSEWHERE: &str = "it stands in the JSON of the export";

pub(super) fn write(products: &[Product]) -> Written {
    let (mut lost, mut handles) = (Lost::default(), HashSet::new());
    let mut rows: Vec<Vec<Cow<'_, str>>> = vec![COLUMNS.iter().map(|name| Cow::Borrowed(*name)).collect()];
    for product in products {
        let handle = handle(product, &mut handles, &mut lost);
        name_the_lost(product, &mut lost);
        let choices = Choices::of(product, &mut lost);
        let count = product.variants.len().max(product.pictures.len()).max(1);
        for at in 0..count {
            let mut row = Row::new(&COLUMNS);
            row.set("Handle", handle.clone());
            if at == 0 {
                head(&mut row, product, &mut lost);
            }
            if let Some(own) = product.variants.get(at) {
                choices.write(&mut row, at);
                variant(&mut row, product, own, &mut lost);
            }
            if let Some(own) = product.pictures.get(at) {
                picture(&mut row, own, at);
            }
            rows.push(row.cells);
        }
    }
    Written { text: table(rows), faults: lost.faults() }
}

/// A name that nobody else has: addresses of all products stand side by side there.
fn handle(product: &Product, taken: &mut HashSet<String>, lost: &mut Lost) -> String {
    let allowed = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    let wanted: String = product.url_id.chars().map(allowed).collect();
    let (mut own, mut number) = (wanted.clone(), 1_usize);
    while !taken.insert(own.clone()) {
        number += 1;
        own = format!("{wanted}-{number}");
    }
    if own != product.url_id {
        let what = "The address is that of another product there, or has other signs than letters, digits and '-'; it got another one";
        lost.say(&product.title, what, "lead the old address to the new one");
    }
    own
}

/// The names and values of the choices of a product.
struct Choices {
    names: Vec<String>,
    values: Vec<Vec<String>>,
}

impl Choices {
    fn of(product: &Product, lost: &mut Lost) -> Choices {
        let title = product.title.as_str();
        lost.when(
            product.options.len() > OPTIONS,
            title,
            "Shopify has three choices at most; the others stand in the third",
            "part them again by hand",
        );
        let mut names = options(product, OPTIONS);
        let mut all: Vec<Vec<String>> =
            product.variants.iter().map(|variant| values(product, &variant.values, OPTIONS)).collect();
        if names.is_empty() && all.len() > 1 {
            let what = "Variants that differ in nothing that is chosen are told apart by their SKU";
            lost.say(title, what, "name the choice and its values there");
            names.push("SKU".to_owned());
            all = product.variants.iter().map(|variant| vec![variant.sku.clone()]).collect();
        } else if names.is_empty() {
            names.push(NO_CHOICE.0.to_owned());
            all.iter_mut().for_each(|values| *values = vec![NO_CHOICE.1.to_owned()]);
        }
        for value in all.iter_mut().flatten().filter(|value| value.is_empty()) {
            let what = "Shopify wants a value of every choice; where nothing is chosen it says None";
            lost.say(title, what, "give it a name there");
            "None".clone_into(value);
        }
        Choices { names, values: all }
    }

    fn write(&self, row: &mut Row<'_>, at: usize) {
        for (number, value) in self.values[at].iter().enumerate() {
            if at == 0 {
                row.set(&format!("Option{} Name", number + 1), self.names[number].clone());
            }
            row.set(&format!("Option{} Value", number + 1), value.clone());
        }
    }
}

fn head<'p>(row: &mut Row<'p>, product: &'p Product, lost: &mut Lost) {
    let title = product.title.as_str();
    row.set("Title", title);
    row.set("Body (HTML)", description(product, lost));
    row.set("Vendor", product.vendor.as_str());
    let names: Vec<&String> = product.categories.iter().filter_map(|path| path.last()).collect();
    let mut one = |at: usize, column: &str| {
        let name = names.get(at).map(|name| Cow::Borrowed(name.as_str()));
        row.set(column, joined(name, (title, lost)));
    };
    one(0, "Collection");
    one(1, "Type");
    let more = names.iter().skip(2).map(|name| name.as_str());
    lost.when(
        names.len() > 2,
        title,
        "Shopify takes one collection and one type of a product; its other categories became tags",
        "make collections by these tags there",
    );
    let tags = product.tags.iter().map(String::as_str).chain(more).map(Cow::Borrowed);
    row.set("Tags", joined(tags, (title, lost)));
    row.set("Published", if product.visibility == Visibility::Hidden { "FALSE" } else { "TRUE" });
    row.set("Gift Card", if product.kind == Kind::GiftCard { "TRUE" } else { "FALSE" });
    row.set("SEO Title", product.seo_title.as_str());
    row.set("SEO Description", product.seo_description.as_str());
    let status = match product.visibility {
        Visibility::Visible => "active",
        Visibility::Unlisted => "unlisted",
        Visibility::Hidden => "draft",
    };
    row.set("Status", status);
}

fn variant<'p>(row: &mut Row<'p>, product: &Product, own: &'p Variant, lost: &mut Lost) {
    row.set("Variant SKU", own.sku.as_str());
    if let Some(weight) = own.weight {
        row.set("Variant Grams", weight.grams().unwrap_or_default().to_string());
        let unit = match weight.unit {
            WeightUnit::Gram => "g",
            WeightUnit::Kilogram => "kg",
            WeightUnit::Ounce => "oz",
            WeightUnit::Pound => "lb",
        };
        row.set("Variant Weight Unit", unit);
    }
    if let Stock::Count(count) = own.stock {
        row.set("Variant Inventory Tracker", "shopify");
        row.set("Variant Inventory Qty", count.to_string());
    }
    row.set("Variant Inventory Policy", "deny");
    row.set("Variant Fulfillment Service", "manual");
    let (price, before) = prices(product, own, lost);
    row.set("Variant Price", price.map(|price| price.to_decimal_text()).unwrap_or_default());
    row.set("Variant Compare At Price", before.map(|price| price.to_decimal_text()).unwrap_or_default());
    let is_sent = own.needs_shipping.unwrap_or(matches!(product.kind, Kind::Physical | Kind::Subscription));
    row.set("Variant Requires Shipping", if is_sent { "TRUE" } else { "FALSE" });
    row.set("Variant Taxable", if own.taxable == Some(false) { "FALSE" } else { "TRUE" });
    row.set("Variant Barcode", own.barcode.as_str());
    row.set("Variant Image", own.picture.as_str());
}

/// What is asked now, and the price to compare it with.
fn prices(product: &Product, own: &Variant, lost: &mut Lost) -> (Option<Cents>, Option<Cents>) {
    let sale = own.sale_price.filter(|_| own.on_sale);
    if sale.is_none() && own.sale_price.is_some_and(|sale| sale > Cents::ZERO) {
        let what = "Shopify has no sale price that waits; what is not on sale now has its price alone";
        lost.say(&product.title, what, ELSEWHERE);
    }
    match (own.price, sale) {
        (Some(price), Some(sale)) if price > sale => (Some(sale), Some(price)),
        (Some(_), Some(sale)) => {
            let what = "A sale price that is not lower than the price stands as the price";
            lost.say(&product.title, what, "look whether it was meant");
            (Some(sale), None)
        }
        (price, _) => (price, None),
    }
}

fn picture<'p>(row: &mut Row<'p>, own: &'p Picture, at: usize) {
    row.set("Image Src", own.url.as_str());
    row.set("Image Position", (at + 1).to_string());
    row.set("Image Alt Text", own.alt.as_str());
}

fn name_the_lost(product: &Product, lost: &mut Lost) {
    let title = product.title.as_str();
    for (is_so, what, help) in [
        (
            product.kind == Kind::Digital || !product.downloads.is_empty(),
            "Shopify sells files by an addition; in the list a file is something that is not sent",
            "add the files there",
        ),
        (
            product.kind == Kind::Subscription,
            "Shopify's lists have no plans of subscriptions; this is sold once",
            "write the plan anew there",
        ),
        (!product.ribbon.is_empty(), "Shopify's lists have no ribbons", ELSEWHERE),
        (product.featured, "Shopify's lists do not say what is put forward", ELSEWHERE),
        (
            product.variants.iter().any(|variant| variant.size.is_some()),
            "Shopify's lists have no length, width and height",
            ELSEWHERE,
        ),
        (product.publish_on.is_some(), "Shopify's lists do not say when a product was published", ELSEWHERE),
        (
            !matches!(product.page.as_str(), "products" | ""),
            "Shopify has all products at /products; this one had another address",
            "lead the old address to the new one",
        ),
    ] {
        lost.when(is_so, title, what, help);
    }
}
