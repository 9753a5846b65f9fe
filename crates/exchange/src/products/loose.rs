//! Columns that are called as programs call them: with what the thing is before the word that counts (`Product name`,
//! `Main image`), with the language or the tax behind it (`name(en-gb)`, `Price excl. VAT`), with the place of a stock, or
//! as one of several choices.

use super::column_words::find;

/// Words before or behind the one that counts, which say nothing that the table does not say.
const AROUND: &[&str] = &[
    "product",
    "products",
    "item",
    "variant",
    "online",
    "main",
    "square",
    "default",
    "p",
    "produkt",
    "artikel",
    "article",
    "articulo",
    "artículo",
    "producto",
    "produit",
    "prodotto",
    "produto",
    "du",
    "des",
    "de",
    "del",
    "la",
    "le",
    "en",
    "in",
    "da",
    "do",
    "para",
    "per",
    "für",
    "pour",
    "for",
    "l",
    "s",
    "the",
    "na",
    "media",
    "gallery",
    "url",
    "urls",
    "customer",
    "facing",
    "long",
];
/// Languages and countries that a column of a translated text names.
const LANGUAGES: &[&str] = &[
    "en", "gb", "us", "de", "at", "ch", "fr", "es", "it", "nl", "be", "pt", "br", "pl", "cs", "cz", "sk",
    "sv", "se", "da", "dk", "fi", "no", "nb", "ru", "uk", "tr", "ro", "hu", "el", "ja", "mx", "ar",
];
/// How a price stands to the tax: with it, or without.
const WITH_TAX: &[&str] = &[
    "incl",
    "inkl",
    "including",
    "included",
    "inclusive",
    "with",
    "gross",
    "brutto",
    "ttc",
    "inc",
    "bruto",
    "lordo",
    "mit",
];
const WITHOUT_TAX: &[&str] = &[
    "excl",
    "exkl",
    "excluding",
    "excluded",
    "exclusive",
    "ex",
    "without",
    "net",
    "netto",
    "ht",
    "ohne",
    "exc",
    "neto",
    "no",
];
const TAX: &[&str] = &[
    "tax", "taxes", "vat", "mwst", "btw", "iva", "moms", "mw", "st", "tva", "ust", "gst", "or", "oder", "ou",
    "of", "o",
];
/// Words behind a stock that make it something else than how many there are.
const NO_STOCK: &[&str] = &[
    "alert",
    "enabled",
    "count",
    "tracking",
    "tracker",
    "policy",
    "status",
    "min",
    "max",
    "minimum",
    "maximum",
    "low",
    "unit",
    "value",
    "cost",
    "date",
    "reorder",
    "new",
    "management",
    "tracked",
    "notification",
    "used",
    "updated",
    "track",
    "type",
];
/// Words beside a stock that make it that of all places together.
const ALL_PLACES: &[&str] =
    &["total", "totals", "all", "overall", "gesamt", "totaal", "totale", "totales", "razem", "toplam"];
/// Parts of words that mean a choice, what it is called, and what may be chosen.
const CHOICE: &[&str] = &[
    "option",
    "configurator",
    "attribut",
    "variati",
    "variant",
    "propiedad",
    "varia\u{e7}",
    "propriedad",
    "property",
    "eigenschap",
    "merkmal",
    "eigenschaft",
    "atrybut",
    "atribut",
    "cechy",
];
const VALUE: &[&str] = &["value", "wert", "valor", "valeur", "valore", "waarde", "warto"];
const VALUES: &[&str] = &["values", "werte", "valores", "valeurs", "valori", "waarden", "warto\u{15b}ci"];
const NAME: &[&str] = &["name", "nombre", "nome", "nom", "naam", "nazwa", "label", "title"];
/// Words beside a choice that make it something else.
const NO_CHOICE: &[&str] = &[
    "id",
    "sku",
    "price",
    "image",
    "photo",
    "picture",
    "weight",
    "code",
    "linked",
    "visible",
    "global",
    "default",
    "stock",
    "inventory",
    "quantity",
    "required",
    "markup",
    "details",
    "url",
];
const NUMBERS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

/// The name that a column has here; `None` where it is unknown.
pub(super) fn known(words: &[&str]) -> Option<String> {
    stock(words).or_else(|| choice(words)).or_else(|| price(words)).or_else(|| bare(words).map(str::to_owned))
}

/// The word that counts, without those around it and without a language.
fn bare(words: &[&str]) -> Option<&'static str> {
    let is_language = |word: &&str| LANGUAGES.contains(word);
    // A language stands at one end, and may have a country beside it.
    let ends = words.iter().rev().take_while(|word| is_language(word)).count().min(2);
    let begins = usize::from(words.first().is_some_and(is_language));
    let shorter = [(0, 0), (0, ends), (begins, 0)];
    shorter.into_iter().filter(|(from, end)| from + end < words.len()).find_map(|(from, end)| {
        let inner = &words[from..words.len() - end];
        find(&inner.concat()).or_else(|| stripped(inner))
    })
}

/// The word that counts when words around it are left out, as few of them as possible.
fn stripped(words: &[&str]) -> Option<&'static str> {
    if words.len() > 6 {
        return None;
    }
    let around: Vec<usize> = (0..words.len()).filter(|at| AROUND.contains(&words[*at])).collect();
    let mut sets: Vec<u32> = (1..1_u32 << around.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    sets.into_iter().find_map(|set| {
        let left_out =
            |at: usize| around.iter().position(|own| *own == at).is_some_and(|bit| set >> bit & 1 == 1);
        let rest: String = (0..words.len()).filter(|at| !left_out(*at)).map(|at| words[at]).collect();
        find(&rest).filter(|_| !rest.is_empty())
    })
}

/// A price with a tax or without one. Where a list has both, the one with the tax is what people pay.
fn price(words: &[&str]) -> Option<String> {
    let is_said = |word: &&str| WITH_TAX.contains(word) || WITHOUT_TAX.contains(word) || TAX.contains(word);
    let rest: Vec<&str> = words.iter().copied().filter(|word| !is_said(word)).collect();
    let mut rest = rest;
    // `Price tax excluded or price tax included` says the word twice.
    rest.dedup();
    if rest.len() == words.len() || rest.is_empty() {
        return None;
    }
    let found = bare(&rest).filter(|found| matches!(*found, "price" | "sale price" | "compare at price"))?;
    let with = words.iter().any(|word| WITH_TAX.contains(word));
    let without = words.iter().any(|word| WITHOUT_TAX.contains(word));
    Some(if without && !with && found == "price" { "price net".to_owned() } else { found.to_owned() })
}

/// How many there are at one place of several: `Current Quantity Main Street`, `inventory_Main`.
fn stock(words: &[&str]) -> Option<String> {
    if words.iter().any(|word| NO_STOCK.contains(word)) || words.len() < 2 {
        return None;
    }
    let [first, second] = [words[0], words[1]];
    let is_counted = matches!(find(&format!("{first}{second}")), Some("stock")) && words.len() > 2;
    let is_total = words.iter().any(|word| ALL_PLACES.contains(word));
    let name = if is_total { "stock total" } else { "stock at" };
    (is_counted || matches!(first, "inventory" | "qty")).then(|| name.to_owned())
}

/// One of the choices of a product: its name, its value, or all its values; `option named …` where the column has the name.
fn choice(words: &[&str]) -> Option<String> {
    if words.iter().any(|word| NO_CHOICE.contains(word)) {
        return None;
    }
    let number = words.iter().find_map(|word| {
        let spelled = NUMBERS.iter().position(|own| own == word).map(|at| (at + 1).to_string());
        spelled.or_else(|| word.bytes().all(|byte| byte.is_ascii_digit()).then(|| (*word).to_owned()))
    });
    let own: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !NUMBERS.contains(word) && !word.bytes().all(|byte| byte.is_ascii_digit()))
        .collect();
    let joined = own.concat();
    let has = |list: &[&str]| list.iter().any(|part| joined.contains(part));
    if !has(CHOICE) {
        return None;
    }
    // `product variation option size`, `attribute value pa size`: the last words are the name.
    for start in [&["variation", "option"][..], &["attribute", "value"], &["option", "value"]] {
        if let Some(at) = own.windows(start.len()).position(|window| window == start)
            && number.is_none()
            && let rest =
                own[at + start.len()..].iter().filter(|word| **word != "pa").copied().collect::<Vec<_>>()
            && !rest.is_empty()
        {
            return Some(format!("option named {}", rest.join(" ")));
        }
    }
    // A choice without a number is the only one; `Variant name` alone is what the variant is called.
    let number = match number {
        Some(number) => number,
        None if has(&["option", "configurator", "attribut"]) => "1".to_owned(),
        None => return None,
    };
    let what = if has(&["type", "typ"]) && !has(VALUE) && !has(NAME) {
        "type"
    } else if has(VALUES) || own.contains(&"choices") {
        "values"
    } else if has(VALUE) || joined == "configuratoroptions" {
        "value"
    } else if has(NAME) {
        "name"
    } else {
        return None;
    };
    Some(format!("option {number} {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::plain;

    #[test]
    fn s_377_columns_are_known_behind_what_programs_write_around_them() {
        for (name, expected) in [
            ("name(en-gb)", "title"),
            ("p_name.de", "title"),
            ("US_Title_Short", "title"),
            ("product_media_main_image_url", "image"),
            ("Price excl. VAT", "price net"),
            ("Prijs incl. btw", "price"),
            ("vkNetto", "price net"),
            ("Current Quantity Main Street", "stock at"),
            ("Stock Alert Enabled Main Street", ""),
            ("inventory_Main", "stock at"),
            ("inventory_total", "stock total"),
            ("Current Quantity Total", "stock total"),
            ("variant_option_one_name", "option 1 name"),
            ("Valor de propiedad 2", "option 2 value"),
            ("Nome da varia\u{e7}\u{e3}o 1", "option 1 name"),
            ("VARIANTE 1 WERTE", "option 1 values"),
            ("Variationswertname 1", "option 1 value"),
            ("product_variation_option_{Size}", "option named size"),
            ("Attribute Value (pa_color)", "option named color"),
            ("OPTION VALUE", "option 1 value"),
            ("Option1 Linked To", ""),
            ("Cost Price", ""),
            ("Supplier code", ""),
            ("Option Sold", ""),
            ("EK-Preis", ""),
        ] {
            let name = plain(name);
            let words: Vec<&str> = name.split(' ').collect();
            assert_eq!(known(&words).unwrap_or_default(), expected, "{name}");
        }
    }
}
