//! The columns of a booking batch, in the order of the published description, by the names that its example writes.

/// What stands before the columns that are numbered.
const BEGIN: [&str; 20] = [
    "Umsatz (ohne Soll/Haben-Kz)",
    "Soll/Haben-Kennzeichen",
    "WKZ Umsatz",
    "Kurs",
    "Basis-Umsatz",
    "WKZ Basis-Umsatz",
    "Konto",
    "Gegenkonto (ohne BU-Schlüssel)",
    "BU-Schlüssel",
    "Belegdatum",
    "Belegfeld 1",
    "Belegfeld 2",
    "Skonto",
    "Buchungstext",
    "Postensperre",
    "Diverse Adressnummer",
    "Geschäftspartnerbank",
    "Sachverhalt",
    "Zinssperre",
    "Beleglink",
];
const MIDDLE: [&str; 11] = [
    "KOST1 - Kostenstelle",
    "KOST2 - Kostenstelle",
    "Kost-Menge",
    "EU-Land u. UStID (Bestimmung)",
    "EU-Steuersatz (Bestimmung)",
    "Abw. Versteuerungsart",
    "Sachverhalt L+L",
    "Funktionsergänzung L+L",
    "BU 49 Hauptfunktionstyp",
    "BU 49 Hauptfunktionsnummer",
    "BU 49 Funktionsergänzung",
];
const END: [&str; 38] = [
    "Stück",
    "Gewicht",
    "Zahlweise",
    "Forderungsart",
    "Veranlagungsjahr",
    "Zugeordnete Fälligkeit",
    "Skontotyp",
    "Auftragsnummer",
    "Buchungstyp",
    "USt-Schlüssel (Anzahlungen)",
    "EU-Land (Anzahlungen)",
    "Sachverhalt L+L (Anzahlungen)",
    "EU-Steuersatz (Anzahlungen)",
    "Erlöskonto (Anzahlungen)",
    "Herkunft-Kz",
    "Buchungs GUID",
    "KOST-Datum",
    "SEPA-Mandatsreferenz",
    "Skontosperre",
    "Gesellschaftername",
    "Beteiligtennummer",
    "Identifikationsnummer",
    "Zeichnernummer",
    "Postensperre bis",
    "Bezeichnung SoBil-Sachverhalt",
    "Kennzeichen SoBil-Buchung",
    "Festschreibung",
    "Leistungsdatum",
    "Datum Zuord. Steuerperiode",
    "Fälligkeit",
    "Generalumkehr (GU)",
    "Steuersatz",
    "Land",
    "Abrechnungsreferenz",
    "BVV-Position",
    "EU-Land u. UStID (Ursprung)",
    "EU-Steuersatz (Ursprung)",
    "Abw. Skontokonto",
];

/// How many there are.
pub(super) const COUNT: usize = 125;

/// Columns of text by their numbers from 1 on, beside those that are numbered themselves: text is always quoted, also when it is empty.
const TEXTS: [usize; 28] = [
    2, 3, 6, 9, 11, 12, 14, 16, 20, 37, 38, 40, 42, 91, 95, 96, 98, 102, 103, 105, 107, 109, 110, 112, 118,
    120, 121, 123,
];

/// The names of all columns.
pub(super) fn names() -> Vec<String> {
    let pairs = |name: &'static str, inside: &'static str, most: usize| {
        (1..=most).flat_map(move |n| [format!("{name} - Art {n}"), format!("{name}{inside} Inhalt {n}")])
    };
    let own = |names: &'static [&'static str]| names.iter().map(|name| (*name).to_owned());
    own(&BEGIN)
        .chain(pairs("Beleginfo", " -", 8))
        .chain(own(&MIDDLE))
        .chain(pairs("Zusatzinformation", "-", 20))
        .chain(own(&END))
        .collect()
}

/// Whether a column, by its place from 0 on, holds text.
pub(super) fn is_text(place: usize) -> bool {
    let number = place + 1;
    TEXTS.contains(&number) || (21..=36).contains(&number) || (48..=87).contains(&number)
}
