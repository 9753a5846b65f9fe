//! What the cells of one row of a plain list say: stock, who sees it, where it lived, categories, tags, pictures.

use url::Url;

use super::model::{Kind, Stock, Visibility, Weight};
use super::reader::{Reader, parts, short, unit_of};
use super::texts::{in_html, levels, paragraphs, urls};
use crate::sheet::Row;

/// Columns of which a list may have any number.
const REPEATED: usize = 60;

/// Some lists name the currency of their amounts in a column.
pub(super) fn currency<'t>(reader: &mut Reader<'t>, row: &'t Row) {
    let (code, own) = (reader.text(row, &["currency"]), reader.shop.currency);
    if !code.is_empty() && !code.eq_ignore_ascii_case(own.as_str()) {
        let message = format!(
            "The amounts of this list are of {code}; the shop sells for {own}, and the numbers were taken as they are."
        );
        let help = "set websiteSettings.storeSettings.currency in site.json, or convert the amounts";
        reader.notes.once(
            &format!("currency {code}"),
            row.line,
            ("currency", [("other", short(code)), ("currency", own.to_string())]),
            message,
            help,
        );
    }
}

pub(super) fn stock<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Stock {
    let state = reader.text(row, &["availability"]).to_lowercase().replace(['_', '-'], " ");
    let counted = counted(reader, row);
    if is_untracked(reader, row) {
        return Stock::Unlimited;
    }
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
            reader.notes.once("ahead", row.line, "always-enough", message, help);
            Stock::Unlimited
        }
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            counted.or_else(|| reader.count(row, &["availability"]).map(Stock::Count)).unwrap_or_default()
        }
        _ => {
            let message = format!("'{state}' does not say whether there is any; it was left out.");
            reader.notes.once(
                &state,
                row.line,
                ("unknown-stock", [("text", short(&state))]),
                message,
                "write 'in stock' or 'out of stock'",
            );
            counted.unwrap_or_default()
        }
    }
}

/// The weight, in the unit that the row names or its column.
pub(super) fn weight<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Option<Weight> {
    let unit = unit_of(reader.text(row, &["weight unit"]));
    reader.weight(row, unit)
}

/// How many there are, at all places of the old shop together. A column that says so itself is not added to those of places.
fn counted<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Option<Stock> {
    let more = (2..=REPEATED).map(|number| format!("stock at #{number}"));
    let places = std::iter::once("stock at".to_owned()).chain(more);
    let places: Vec<String> = places.take_while(|name| reader.table.has_any(&[name])).collect();
    let total = if !reader.text(row, &["stock total"]).is_empty() {
        Some("stock total")
    } else if !places.is_empty() && reader.is_stock_of_all(&places) {
        Some("stock")
    } else {
        None
    };
    if let Some(total) = total {
        // What each place has is in it, so nothing of the list is left out.
        places.iter().for_each(|name| _ = reader.text(row, &[name]));
        return reader.count(row, &[total]).map(Stock::Count);
    }
    let all = std::iter::once("stock".to_owned()).chain(places);
    let counts: Vec<u32> = all.filter_map(|name| reader.count(row, &[&name])).collect();
    (!counts.is_empty()).then(|| Stock::Count(counts.into_iter().fold(0, u32::saturating_add)))
}

/// Whether the old shop did not count it.
fn is_untracked<'t>(reader: &Reader<'t>, row: &'t Row) -> bool {
    let state = reader.text(row, &["tracked"]).to_lowercase();
    matches!(state.as_str(), "no" | "n" | "false" | "0" | "none" | "off" | "non" | "nein" | "not tracked")
        || state.starts_with("don")
}

/// What kind of good it is.
pub(super) fn kind<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Kind {
    let word = reader.text(row, &["product kind"]).to_lowercase();
    if reader.maybe_quietly(row, "gift card") == Some(true) {
        Kind::GiftCard
    } else if reader.maybe_quietly(row, "digital") == Some(true)
        || matches!(word.as_str(), "digital" | "d" | "downloadable")
    {
        Kind::Digital
    } else if reader.maybe_quietly(row, "shipped") == Some(false) {
        Kind::Service
    } else {
        Kind::Physical
    }
}

pub(super) fn visibility<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Visibility {
    if reader.maybe_quietly(row, "hidden") == Some(true) {
        return Visibility::Hidden;
    }
    let state = reader.text(row, &["published"]).to_lowercase();
    match state.as_str() {
        "" | "1" | "yes" | "true" | "y" | "x" | "active" | "published" | "publish" | "visible"
        | "enabled" | "available" | "sim" | "tak" | "ano" | "ja" | "aktiv" | "oui" | "actif" | "si"
        | "sí" | "sì" | "activo" | "attivo" | "ativo" | "да" => Visibility::Visible,
        "0" | "no" | "false" | "n" | "draft" | "inactive" | "hidden" | "disabled" | "archived"
        | "unpublished" | "unavailable" | "private" | "não" | "nao" | "nie" | "ne" | "nein" | "inaktiv"
        | "non" | "inactif" | "inactivo" | "нет" => Visibility::Hidden,
        _ => {
            let message = format!("'{state}' does not say whether this is shown; it was taken as shown.");
            reader.notes.once(
                &state,
                row.line,
                ("unknown-visibility", [("text", short(&state))]),
                message,
                "set the status in the product's file",
            );
            Visibility::Visible
        }
    }
}

/// The path above a product and the last part of its address, where a link or a part of one says them.
pub(super) fn place(link: &str) -> (Option<String>, Option<String>) {
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

pub(super) fn categories<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    for text in repeated(reader, row, "category") {
        found.extend(paths(text).into_iter().filter(|path| !found.contains(path)).collect::<Vec<_>>());
    }
    // Shops call their products by kinds of their own as well; what a program calls them is no category.
    let kind = reader.text(row, &["product kind"]);
    let is_program = [
        "physical",
        "digital",
        "service",
        "p",
        "d",
        "simple",
        "simple product",
        "variable",
        "good",
        "product",
    ]
    .contains(&kind.to_lowercase().as_str());
    if found.is_empty() && !is_program {
        found = paths(kind);
    }
    if found.iter().flatten().any(|name| name.bytes().all(|byte| byte.is_ascii_digit())) {
        let message = "The categories of this list are numbers, which nobody would know; they were left out.";
        reader.notes.once(
            "numbers",
            row.line,
            "numbered-categories",
            message,
            "export the list with the names of categories",
        );
        found.retain(|path| !path.iter().any(|name| name.bytes().all(|byte| byte.is_ascii_digit())));
    }
    for inner in repeated(reader, row, "subcategory") {
        match found.first_mut() {
            Some(path) => path.push(inner.to_owned()),
            None => found.push(vec![inner.to_owned()]),
        }
    }
    found
}

/// The categories of one cell, each with those around it.
fn paths(text: &str) -> Vec<Vec<String>> {
    let separator = [';', '|'].into_iter().find(|separator| text.contains(*separator));
    // The levels of a path may have commas in their names.
    let all = match separator {
        Some(separator) => parts(text, separator),
        None if text.contains('>') => vec![text.to_owned()],
        None => parts(text, ','),
    };
    let path = |path: &String| levels(&path.replace(" / ", " > ").replace(" >> ", " > "));
    all.iter().map(path).filter(|path| !path.is_empty()).collect()
}

pub(super) fn tags<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<String> {
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
pub(super) fn pictures<'t>(reader: &mut Reader<'t>, row: &'t Row) -> Vec<String> {
    let mut found = Vec::new();
    for text in repeated(reader, row, "image") {
        let (all, rest) = urls(text);
        if let Some(name) = rest.first() {
            let message = format!("The picture '{name}' is named without an address; it was left out.");
            let help = "write addresses that begin with https://, or add the pictures in the editor";
            reader.notes.once(
                "picture",
                row.line,
                ("picture-no-address", [("name", short(name))]),
                message,
                help,
            );
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
pub(super) fn html(text: &str) -> String {
    // Some programs write HTML in HTML.
    let unescaped =
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    let text = if text.starts_with("&lt;") && !text.contains('<') { unescaped.as_str() } else { text };
    let is_html = text.contains("</") || ["<br", "<p>", "<img", "<li"].iter().any(|tag| text.contains(tag));
    if is_html { text.to_owned() } else { paragraphs(&in_html(text)) }
}
