//! The words beside a price: what a kilogram costs, the lowest price before a reduction, taxes and delivery.

/// What is said beside a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceWord {
    /// The price of a unit: `{price} / {unit}`.
    UnitPrice,
    /// The lowest price of a unit of several variants.
    UnitPriceFrom,
    /// The unit of what is sold by the piece.
    Piece,
    /// The lowest price of the 30 days before a reduction (Directive 98/6/EC, article 6a).
    Lowest,
    /// The price holds the tax.
    WithTax,
    /// The tax is added to the price.
    WithoutTax,
    /// No tax is asked: the seller is exempt.
    Untaxed,
    /// Delivery is asked on top; what stands in `[]` leads to what it costs.
    Delivery,
    /// How many business days delivery takes, if one: `{days}`.
    DaysOne,
    /// The same, if more: `{from}` to `{to}`, or `{days}`.
    Days,
}

/// The keys in `localizedStrings` by which a site says each in its own words.
const KEYS: [(PriceWord, &str); 10] = [
    (PriceWord::UnitPrice, "priceUnitText"),
    (PriceWord::UnitPriceFrom, "priceUnitFromText"),
    (PriceWord::Piece, "pricePieceText"),
    (PriceWord::Lowest, "priceLowestText"),
    (PriceWord::WithTax, "priceWithTaxText"),
    (PriceWord::WithoutTax, "priceWithoutTaxText"),
    (PriceWord::Untaxed, "priceUntaxedText"),
    (PriceWord::Delivery, "priceDeliveryText"),
    (PriceWord::DaysOne, "deliveryDayText"),
    (PriceWord::Days, "deliveryDaysText"),
];

/// The words in each language, in the order of [`KEYS`].
const WORDS: [(&str, [&str; 10]); 6] = [
    (
        "en",
        [
            "{price} / {unit}",
            "from {price} / {unit}",
            "piece",
            "Lowest price of the last 30 days: {price}",
            "incl. VAT",
            "plus VAT",
            "no VAT charged",
            "plus [delivery]",
            "Delivery time: {days} working day",
            "Delivery time: {days} working days",
        ],
    ),
    (
        "de",
        [
            "{price} / {unit}",
            "ab {price} / {unit}",
            "Stück",
            "Niedrigster Preis der letzten 30 Tage: {price}",
            "inkl. MwSt.",
            "zzgl. MwSt.",
            "umsatzsteuerfrei",
            "zzgl. [Versand]",
            "Lieferzeit: {days} Werktag",
            "Lieferzeit: {days} Werktage",
        ],
    ),
    (
        "fr",
        [
            "{price} / {unit}",
            "à partir de {price} / {unit}",
            "pièce",
            "Prix le plus bas des 30 derniers jours : {price}",
            "TTC",
            "HT",
            "TVA non applicable",
            "hors [frais de livraison]",
            "Délai de livraison : {days} jour ouvré",
            "Délai de livraison : {days} jours ouvrés",
        ],
    ),
    (
        "es",
        [
            "{price} / {unit}",
            "desde {price} / {unit}",
            "unidad",
            "Precio más bajo de los últimos 30 días: {price}",
            "IVA incluido",
            "IVA no incluido",
            "exento de IVA",
            "más [gastos de envío]",
            "Plazo de entrega: {days} día laborable",
            "Plazo de entrega: {days} días laborables",
        ],
    ),
    (
        "it",
        [
            "{price} / {unit}",
            "da {price} / {unit}",
            "pezzo",
            "Prezzo più basso degli ultimi 30 giorni: {price}",
            "IVA inclusa",
            "IVA esclusa",
            "esente da IVA",
            "più [spese di spedizione]",
            "Tempi di consegna: {days} giorno lavorativo",
            "Tempi di consegna: {days} giorni lavorativi",
        ],
    ),
    (
        "nl",
        [
            "{price} / {unit}",
            "vanaf {price} / {unit}",
            "stuk",
            "Laagste prijs van de afgelopen 30 dagen: {price}",
            "incl. btw",
            "excl. btw",
            "vrijgesteld van btw",
            "excl. [verzendkosten]",
            "Levertijd: {days} werkdag",
            "Levertijd: {days} werkdagen",
        ],
    ),
];

/// The words in the language of a locale, English where it has none here; and the key by which a site says its own.
#[must_use]
pub fn price_word(word: PriceWord, locale: &str) -> (&'static str, &'static str) {
    let language = locale.split(['-', '_']).next().unwrap_or_default();
    let words = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(language)).unwrap_or(&WORDS[0]);
    // Each word has its place; a test goes through them.
    let place = KEYS.iter().position(|(known, _)| *known == word).unwrap_or_default();
    (words.1[place], KEYS[place].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-781: every word stands in every language with the places that it fills.
    #[test]
    fn s_781_the_words_beside_a_price() {
        assert_eq!(price_word(PriceWord::WithTax, "de-AT"), ("inkl. MwSt.", "priceWithTaxText"));
        assert_eq!(price_word(PriceWord::Piece, "fi").0, "piece");
        for (word, key) in KEYS {
            let places = |text: &str| -> Vec<bool> {
                ["{price}", "{unit}", "{days}", "[", "]"].map(|place| text.contains(place)).to_vec()
            };
            for (language, _) in WORDS {
                let (text, named) = price_word(word, language);
                assert_eq!(named, key);
                assert_eq!(places(text), places(price_word(word, "en").0), "{language}: {text}");
            }
        }
    }
}
