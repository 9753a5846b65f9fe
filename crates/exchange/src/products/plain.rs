//! Lists of no platform that has a reader of its own: what a person keeps in a spreadsheet, feeds for Google and Facebook,
//! lists of Etsy, PrestaShop, Square and others. Columns are known by what they are called (`columns`); a row is a product,
//! and rows of one group, one id or one title with other choices are its variants.

use std::collections::{BTreeSet, HashMap, HashSet};

use loggia_commerce::Cents;
use url::Url;

use super::model::{Kind, Picture, Product, Stock, Variant, Visibility};
use super::reader::{Reader, parts, slug};
use super::texts::{in_html, levels, paragraphs, urls};
use crate::sheet::Row;

/// Columns of amounts.
pub(super) const AMOUNTS: [&str; 3] = ["price", "sale price", "compare at price"];
/// Where products live whose list names no other place.
const PAGE: &str = "shop";
/// Columns of one choice each.
const CHOICES: [&str; 5] = ["variation name", "color", "size", "material", "pattern"];
/// Choices that are numbered.
const NUMBERED: usize = 6;
/// The most variants that are made of choices.
const VARIANTS: usize = 1000;
/// Columns of which a list may have any number.
const REPEATED: usize = 60;

/// A product and its rows, the first of which says what it is.
struct Draft<'t> {
    rows: Vec<&'t Row>,
    title: &'t str,
    id: &'t str,
    /// Whether rows name it as the one that they belong to, and it is none of its variants.
    is_parent: bool,
}

pub(super) fn read<'t>(reader: &mut Reader<'t>) -> Vec<Product> {
    let drafts = gather(reader);
    let parents: BTreeSet<String> =
        drafts.iter().filter_map(|draft| place(reader.text(draft.rows[0], &["link"])).0).collect();
    // Shops that put each category at an address of its own have one page here.
    let page = match parents.into_iter().collect::<Vec<_>>().as_slice() {
        [only] => only.clone(),
        _ => PAGE.to_owned(),
    };
    drafts.into_iter().map(|draft| product(reader, &draft, &page)).collect()
}

/// Which rows belong together.
fn gather<'t>(reader: &mut Reader<'t>) -> Vec<Draft<'t>> {
    let mut drafts: Vec<Draft<'t>> = Vec::new();
    let (mut groups, mut ids): (HashMap<&str, usize>, HashMap<&str, usize>) = Default::default();
    for row in reader.table.rows() {
        let [title, id, group, sku] = ["title", "id", "group", "sku"].map(|name| reader.text(row, &[name]));
        let by_group = || groups.get(group).copied().map(|place| (place, false));
        let by_parent = || ids.get(group).copied().map(|place| (place, true));
        let found = if !group.is_empty() && group != "0" {
            by_group().or_else(by_parent)
        } else if title.is_empty() {
            ids.get(id).copied().or_else(|| drafts.len().checked_sub(1)).map(|place| (place, false))
        } else {
            let last = drafts.len().checked_sub(1);
            last.filter(|place| continues(reader, &drafts[*place], row, (title, id)))
                .map(|place| (place, false))
        };
        match found {
            Some((place, is_parent)) => {
                drafts[place].rows.push(row);
                drafts[place].is_parent |= is_parent;
            }
            None if title.is_empty() => {
                let message = "This line has no name, and no product stands before it; it was left out.";
                reader.notes.say(row.line, message, "give each product a name");
            }
            None if is_heading(row) => {
                let message =
                    format!("'{title}' stands alone in its line; it was read as a heading and left out.");
                reader.notes.say(row.line, message, "write a price beside it, if it is a product");
            }
            None => {
                drafts.push(Draft { rows: vec![row], title, id, is_parent: false });
                let place = drafts.len() - 1;
                if !group.is_empty() && group != "0" {
                    groups.insert(group, place);
                }
                for name in [id, sku].into_iter().filter(|name| !name.is_empty()) {
                    ids.entry(name).or_insert(place);
                }
            }
        }
    }
    drafts
}

/// Whether a row is one more variant of the product before it: it has the same name and no id of its own, and chooses
/// something else.
fn continues<'t>(reader: &Reader<'t>, before: &Draft<'t>, row: &'t Row, (title, id): (&str, &str)) -> bool {
    title == before.title
        && (id == before.id || id.is_empty())
        && before.rows.iter().all(|other| chosen(reader, other) != chosen(reader, row))
}

fn is_heading(row: &Row) -> bool {
    row.filled() == 1
}

/// What a row chooses.
fn chosen<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<&'t str> {
    let numbered = (1..=NUMBERED).map(|number| reader.text(row, &[&format!("option {number} value")]));
    CHOICES.iter().map(|name| reader.text(row, &[name])).chain(numbered).collect()
}

fn product<'t>(reader: &mut Reader<'t>, draft: &Draft<'t>, page: &str) -> Product {
    let row = draft.rows[0];
    let title = draft.title.to_owned();
    let url_id = place(reader.text(row, &["link"])).1.unwrap_or_else(|| slug(&title));
    let mut product = Product {
        line: row.line,
        source_id: draft.id.to_owned(),
        kind: Kind::Physical,
        page: page.to_owned(),
        url_id,
        description: html(reader.text(row, &["description"])),
        excerpt: html(reader.text(row, &["short description"])),
        categories: categories(reader, row),
        tags: tags(reader, row),
        vendor: reader.owned(row, &["vendor"]),
        visibility: visibility(reader, row),
        seo_title: reader.owned(row, &["seo title"]),
        seo_description: reader.owned(row, &["seo description"]),
        title,
        ..Product::default()
    };
    let mut own: Vec<&Row> = draft.rows.iter().skip(usize::from(draft.is_parent)).copied().collect();
    let before = own.len();
    let first = own[0].line;
    own.retain(|row| row.line == first || says(reader, row));
    if own.len() < before {
        let message =
            "Lines below this product name neither a price nor a choice; only their pictures were taken.";
        reader.notes.once("nothing", row.line, message, "give each variant what tells it from the others");
    }
    for row in &draft.rows {
        for url in pictures(reader, row) {
            if !product.pictures.iter().any(|known| known.url == url) {
                product.pictures.push(Picture { url, alt: String::new() });
            }
        }
    }
    let values = choices(reader, &own, &mut product);
    match numbered_values(reader, row) {
        all if own.len() == 1 && !all.is_empty() => combine(reader, row, all, &mut product),
        _ => {
            let prices: Vec<Option<Cents>> = own.iter().map(|row| reader.amount(row, &["price"])).collect();
            let parent = if draft.is_parent { reader.amount(row, &["price"]) } else { None };
            let base = prices[0].or(parent);
            for ((row, values), asked) in own.iter().zip(values).zip(prices) {
                let mut variant = variant(reader, row, asked, base);
                variant.values = values;
                if own.len() > 1 {
                    variant.source_id = reader.owned(row, &["id"]);
                    variant.picture = pictures(reader, row).into_iter().next().unwrap_or_default();
                }
                product.variants.push(variant);
            }
        }
    }
    product
}

/// Whether a further row says something that makes it a variant.
fn says<'t>(reader: &Reader<'t>, row: &'t Row) -> bool {
    ["price", "sku", "barcode", "group"].iter().any(|name| !reader.text(row, &[name]).is_empty())
        || chosen(reader, row).iter().any(|value| !value.is_empty())
}

/// The values that each row chooses. What all rows have alike is no choice and stands among the details.
fn choices<'t>(reader: &Reader<'t>, rows: &[&'t Row], product: &mut Product) -> Vec<Vec<String>> {
    let mut values: Vec<Vec<String>> = vec![Vec::new(); rows.len()];
    let mut put = |name: String, column: Vec<&str>, product: &mut Product| {
        let is_choice = column.iter().any(|value| *value != column[0]);
        if is_choice {
            product.options.push(name);
            values.iter_mut().zip(column).for_each(|(own, value)| own.push(value.to_owned()));
        } else if !column[0].is_empty() {
            product.details.push((name, format!("<p>{}</p>", in_html(column[0]))));
        }
    };
    for name in CHOICES {
        let column: Vec<&str> = rows.iter().map(|row| reader.text(row, &[name])).collect();
        let written = if name == "variation name" { "Variant" } else { reader.table.written(name) };
        put(written.to_owned(), column, product);
    }
    for number in 1..=NUMBERED {
        let column: Vec<&str> =
            rows.iter().map(|row| reader.text(row, &[&format!("option {number} value")])).collect();
        let named = rows.iter().map(|row| reader.text(row, &[&format!("option {number} name")]));
        let name = named.into_iter().find(|name| !name.is_empty()).unwrap_or("Option").to_owned();
        put(name, column, product);
    }
    // Variants that chose the same are told apart by what else differs.
    let distinct = |values: &[Vec<String>]| values.iter().collect::<HashSet<_>>().len() == values.len();
    if rows.len() > 1 && !distinct(&values) {
        let column = ["title", "sku", "barcode", "id"]
            .map(|name| rows.iter().map(|row| reader.owned(row, &[name])).collect::<Vec<_>>())
            .into_iter()
            .find(|column| column.iter().collect::<HashSet<_>>().len() == column.len())
            .unwrap_or_else(|| (1..=rows.len()).map(|number| number.to_string()).collect());
        product.options.push("Variant".to_owned());
        values.iter_mut().zip(column).for_each(|(own, value)| own.push(value));
    }
    values
}

/// Choices that a single row lists with all their values, as those of Etsy do.
fn numbered_values<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for number in 1..=NUMBERED {
        let name = reader.text(row, &[&format!("option {number} name")]);
        // How the old shop drew the choice is its own business.
        reader.text(row, &[&format!("option {number} type")]);
        let values = parts(reader.text(row, &[&format!("option {number} values")]), ',');
        if !values.is_empty() {
            found.push((if name.is_empty() { "Option" } else { name }.to_owned(), values));
        }
    }
    found
}

/// A variant for each combination of the choices.
fn combine<'t>(
    reader: &mut Reader<'t>,
    row: &'t Row,
    choices: Vec<(String, Vec<String>)>,
    product: &mut Product,
) {
    let count = choices.iter().try_fold(1_usize, |count, (_, values)| count.checked_mul(values.len()));
    let asked = reader.amount(row, &["price"]);
    let mut one = variant(reader, row, asked, None);
    if count.is_none_or(|count| count > VARIANTS) {
        let message =
            format!("The choices of this product make more than {VARIANTS} variants; they were left out.");
        reader.notes.say(row.line, message, "write the variants out in the product's file");
        product.variants.push(one);
        return;
    }
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for (name, values) in choices {
        product.options.push(name);
        let with = |before: &Vec<String>, value: &String| before.iter().chain([value]).cloned().collect();
        all = all.iter().flat_map(|before| values.iter().map(move |value| with(before, value))).collect();
    }
    if all.len() > 1 {
        let message = "This list has one price for all variants of a product, and one stock; each variant has them here.";
        let help = "look at the prices, and divide the pieces among the variants, in the product's file";
        reader.notes.once("shared", row.line, message, help);
    }
    // Several SKUs of one product do not say which variant has which.
    if all.len() > 1 && one.sku.contains(',') {
        let message = format!("'{}' does not say which variant has which SKU; they were left out.", one.sku);
        reader.notes.say(row.line, message, "write them into the product's file");
        one.sku.clear();
    }
    for values in all {
        let ending: Vec<String> = values.iter().map(|value| slug(value)).collect();
        let sku = match (product.options.is_empty(), one.sku.as_str()) {
            (_, "") => String::new(),
            (false, sku) => format!("{sku}-{}", ending.join("-")),
            (true, sku) => sku.to_owned(),
        };
        product.variants.push(Variant { sku, values, ..one.clone() });
    }
}

/// What one row says of one way to buy it; a row without a price has that of its product.
fn variant<'t>(reader: &mut Reader<'t>, row: &'t Row, asked: Option<Cents>, base: Option<Cents>) -> Variant {
    if asked.is_none() && base.is_some() && reader.text(row, &["price"]).is_empty() {
        let message = "This variant has no price of its own; it has that of its product.";
        reader.notes.once("base price", row.line, message, "write its price into the list");
    }
    let price = if reader.text(row, &["price"]).is_empty() { asked.or(base) } else { asked };
    let sale = reader.amount(row, &["sale price"]).filter(|sale| *sale > Cents::ZERO);
    let before = reader.amount(row, &["compare at price"]);
    let before = before.filter(|before| price.is_some_and(|price| *before > price));
    let (regular, sale_price) = match (before, sale) {
        (Some(before), None) => (Some(before), price),
        _ => (price.or(sale), sale),
    };
    currency(reader, row);
    let mut variant = Variant {
        line: row.line,
        sku: reader.owned(row, &["sku"]),
        price: regular,
        sale_price,
        on_sale: sale_price.is_some_and(|sale| regular.is_some_and(|regular| sale < regular)),
        stock: stock(reader, row),
        weight: reader.weight(row, None),
        size: reader.size(row),
        barcode: reader.owned(row, &["barcode"]),
        ..Variant::default()
    };
    reader.unsold(&mut variant);
    variant
}

/// Some lists name the currency of their amounts in a column.
fn currency<'t>(reader: &mut Reader<'t>, row: &'t Row) {
    let (code, own) = (reader.text(row, &["currency"]), reader.shop.currency);
    if !code.is_empty() && !code.eq_ignore_ascii_case(own.as_str()) {
        let message = format!(
            "The amounts of this list are of {code}; the shop sells for {own}, and the numbers were taken as they are."
        );
        let help = "set websiteSettings.storeSettings.currency in site.json, or convert the amounts";
        reader.notes.once(&format!("currency {code}"), row.line, message, help);
    }
}

fn stock<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Stock {
    let state = reader.text(row, &["availability"]).to_lowercase().replace(['_', '-'], " ");
    let counted = reader.count(row, &["stock"]).map(Stock::Count);
    match state.trim() {
        "out of stock"
        | "outofstock"
        | "sold out"
        | "soldout"
        | "discontinued"
        | "0"
        | "no"
        | "false"
        | "ausverkauft"
        | "nicht lieferbar"
        | "nein"
        | "épuisé"
        | "rupture"
        | "esaurito"
        | "agotado"
        | "uitverkocht"
        | "esgotado"
        | "нет"
        | "нет в наличии" => Stock::Count(0),
        "" | "in stock" | "instock" | "available" | "1" | "yes" | "true" | "auf lager" | "lieferbar"
        | "ja" | "verfügbar" | "en stock" | "disponible" | "disponibile" | "op voorraad" | "em estoque"
        | "да" | "в наличии" => counted.unwrap_or_default(),
        "preorder" | "pre order" | "backorder" | "back order" | "available for order" => {
            let message = "This can be ordered before there is any; there are always enough of it.";
            let help = "set qtyInStock, and unlimited to false, in the file that was written";
            reader.notes.once("ahead", row.line, message, help);
            Stock::Unlimited
        }
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            counted.or_else(|| reader.count(row, &["availability"]).map(Stock::Count)).unwrap_or_default()
        }
        _ => {
            let message = format!("'{state}' does not say whether there is any; it was left out.");
            reader.notes.once(&state, row.line, message, "write 'in stock' or 'out of stock'");
            counted.unwrap_or_default()
        }
    }
}

fn visibility<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Visibility {
    let state = reader.text(row, &["published"]).to_lowercase();
    match state.as_str() {
        "" | "1" | "yes" | "true" | "y" | "x" | "active" | "published" | "publish" | "visible"
        | "enabled" | "ja" | "aktiv" | "oui" | "actif" | "si" | "sí" | "sì" | "activo" | "attivo"
        | "ativo" | "да" => Visibility::Visible,
        "0" | "no" | "false" | "n" | "draft" | "inactive" | "hidden" | "disabled" | "archived"
        | "unpublished" | "nein" | "inaktiv" | "non" | "inactif" | "inactivo" | "нет" => {
            Visibility::Hidden
        }
        _ => {
            let message = format!("'{state}' does not say whether this is shown; it was taken as shown.");
            reader.notes.once(&state, row.line, message, "set the status in the product's file");
            Visibility::Visible
        }
    }
}

/// The path above a product and the last part of its address, where a link or a part of one says them.
fn place(link: &str) -> (Option<String>, Option<String>) {
    let Ok(url) = Url::parse(link) else {
        let last = link.trim_matches('/').rsplit('/').next().filter(|last| !last.is_empty());
        return (None, last.map(str::to_owned));
    };
    // A shop that is drawn by a script has its addresses behind `#`.
    if url.fragment().is_some_and(|fragment| fragment.contains('/')) || !url.scheme().starts_with("http") {
        return (None, None);
    }
    let decoded = |part: &str| percent_encoding::percent_decode_str(part).decode_utf8_lossy().into_owned();
    let mut path: Vec<String> =
        url.path_segments().into_iter().flatten().filter(|part| !part.is_empty()).map(decoded).collect();
    // One page with everything behind `?` is no address of a product.
    let Some(last) = path.pop().filter(|_| !(path.is_empty() && url.query().is_some())) else {
        return (None, None);
    };
    (Some(path.join("/")).filter(|page| !page.is_empty()), Some(last))
}

fn categories<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<Vec<String>> {
    let text = reader.text(row, &["category"]);
    let separator = [';', '|'].into_iter().find(|separator| text.contains(*separator));
    // The levels of a path may have commas in their names.
    let all = match separator {
        Some(separator) => parts(text, separator),
        None if text.contains('>') => vec![text.to_owned()],
        None => parts(text, ','),
    };
    let mut found: Vec<Vec<String>> =
        all.iter().map(|path| levels(path)).filter(|path| !path.is_empty()).collect();
    let inner = reader.text(row, &["subcategory"]);
    if !inner.is_empty() {
        match found.first_mut() {
            Some(path) => path.push(inner.to_owned()),
            None => found.push(vec![inner.to_owned()]),
        }
    }
    found
}

fn tags<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in repeated(reader, row, "tags") {
        let separator = if text.contains(';') { ';' } else { ',' };
        let new: Vec<String> =
            parts(text, separator).into_iter().filter(|tag| !found.contains(tag)).collect();
        found.extend(new);
    }
    found
}

/// The pictures of a row, in one column or in many. One that has no address cannot be fetched.
fn pictures<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Vec<String> {
    let mut found = Vec::new();
    for text in repeated(reader, row, "image") {
        let (all, rest) = urls(text);
        if let Some(name) = rest.first() {
            let message = format!("The picture '{name}' is named without an address; it was left out.");
            let help = "write addresses that begin with https://, or add the pictures in the editor";
            reader.notes.once("picture", row.line, message, help);
        }
        found.extend(all);
    }
    found
}

/// The cells of a column that may stand several times.
fn repeated<'t>(reader: &Reader<'t>, row: &'t Row, name: &str) -> Vec<&'t str> {
    let more = (2..=REPEATED).map(|number| format!("{name} #{number}"));
    let all = std::iter::once(name.to_owned()).chain(more).take_while(|name| reader.table.has_any(&[name]));
    all.map(|name| reader.text(row, &[&name])).filter(|text| !text.is_empty()).collect()
}

/// A text of people as HTML; HTML stays as it is.
fn html(text: &str) -> String {
    let is_html = text.contains("</") || ["<br", "<p>", "<img", "<li"].iter().any(|tag| text.contains(tag));
    if is_html { text.to_owned() } else { paragraphs(&in_html(text)) }
}
