//! A booking batch ("Buchungsstapel") for the accounting programs of DATEV: format category 21, version 13, after the description
//! that DATEV publishes at <https://developer.datev.de/datev/platform/de/dtvf/formate/buchungsstapel> and `…/header`.
//!
//! Windows-1252, semicolons, CR and LF, a comma before the decimals; text in quotes. Days are written without their year, which the
//! head of the batch gives: so a batch is of one business year.

mod columns;

use encoding_rs::WINDOWS_1252;
use jiff::civil::{Date, DateTime};
use rust_decimal::Decimal;

/// The most rows that a batch may have.
pub const MOST: usize = 99_999;
/// The largest amount, in hundredths.
const LARGEST: i64 = 999_999_999_999;

/// A batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The tax advisor's number, as DATEV gave it.
    pub consultant: u32,
    /// The number of the advisor's client.
    pub client: u32,
    /// The first day of the business year.
    pub year_begins: Date,
    /// How many digits an account of the ledger has; one of a person has one more.
    pub account_length: u8,
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
    /// What it is called.
    pub name: String,
    /// ISO 4217 code of its amounts.
    pub currency: String,
    /// The chart of accounts: `03` or `04`; "" for another.
    pub chart: String,
    /// When it was made.
    pub made: DateTime,
    /// Its rows.
    pub entries: Vec<Entry>,
}

/// A row: an amount from one account to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The amount in hundredths, above zero.
    pub cents: i64,
    /// The account that is debited.
    pub account: String,
    /// The account that is credited.
    pub counter: String,
    /// The tax key; "" where the account itself says how it is taxed.
    pub key: String,
    /// The day of the document.
    pub day: Date,
    /// The number of the document.
    pub document: String,
    /// What it is about.
    pub text: String,
    /// Country, or VAT number, of who bought in another member state of the EU.
    pub destination: String,
    /// The rate that is owed there, in percent.
    pub destination_rate: Option<Decimal>,
}

/// Why there is no batch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchFault {
    /// It has too many rows.
    #[error("it has more than 99,999 rows")]
    TooMany,
    /// Its days are of two business years.
    #[error("its days are of two business years")]
    TwoYears,
    /// An account is no number of at most nine digits.
    #[error("the account {0:?} is no number of at most nine digits")]
    Account(String),
    /// An amount is nothing, or too large.
    #[error("the amount {0} is not written")]
    Amount(i64),
}

/// Writes a batch as a file.
///
/// # Errors
/// [`BatchFault`].
pub fn write(batch: &Batch) -> Result<Vec<u8>, BatchFault> {
    let year_ends = batch.year_begins.saturating_add(jiff::Span::new().years(1));
    if batch.from < batch.year_begins || batch.to >= year_ends || batch.from > batch.to {
        return Err(BatchFault::TwoYears);
    }
    if batch.entries.len() > MOST {
        return Err(BatchFault::TooMany);
    }
    let mut text = head(batch);
    text.push_str("\r\n");
    text.push_str(&columns::names().join(";"));
    text.push_str("\r\n");
    for entry in &batch.entries {
        text.push_str(&row(entry, &batch.currency)?);
        text.push_str("\r\n");
    }
    Ok(encoded(&text))
}

fn head(batch: &Batch) -> String {
    let day = |day: Date| format!("{:04}{:02}{:02}", day.year(), day.month(), day.day());
    let made = batch.made;
    let milliseconds = made.subsec_nanosecond() / 1_000_000;
    let made_at = format!(
        "{}{:02}{:02}{:02}{milliseconds:03}",
        day(made.date()),
        made.hour(),
        made.minute(),
        made.second()
    );
    let none = String::new;
    [
        quoted("EXTF", 4),
        "700".to_owned(),
        "21".to_owned(),
        quoted("Buchungsstapel", 20),
        "13".to_owned(),
        made_at,
        none(),
        quoted("RE", 2),
        quoted("", 0),
        quoted("", 0),
        batch.consultant.to_string(),
        batch.client.to_string(),
        day(batch.year_begins),
        batch.account_length.to_string(),
        day(batch.from),
        day(batch.to),
        quoted(&batch.name, 30),
        quoted("", 0),
        "1".to_owned(),
        "0".to_owned(),
        // The advisor decides when it is final.
        "0".to_owned(),
        quoted(&batch.currency, 3),
        none(),
        quoted("", 0),
        none(),
        none(),
        quoted(&batch.chart, 2),
        none(),
        none(),
        quoted("", 0),
        quoted("", 0),
    ]
    .join(";")
}

fn row(entry: &Entry, currency: &str) -> Result<String, BatchFault> {
    if !(1..=LARGEST).contains(&entry.cents) {
        return Err(BatchFault::Amount(entry.cents));
    }
    for account in [&entry.account, &entry.counter] {
        let is_number =
            (1..=9).contains(&account.len()) && account.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number {
            return Err(BatchFault::Account(account.clone()));
        }
    }
    let mut cells: Vec<String> = (0..columns::COUNT)
        .map(|place| if columns::is_text(place) { quoted("", 0) } else { String::new() })
        .collect();
    let mut set = |number: usize, cell: String| {
        if let Some(place) = cells.get_mut(number - 1) {
            *place = cell;
        }
    };
    set(1, format!("{},{:02}", entry.cents / 100, entry.cents % 100));
    set(2, quoted("S", 1));
    set(3, quoted(currency, 3));
    set(7, entry.account.clone());
    set(8, entry.counter.clone());
    set(9, if entry.key.is_empty() { quoted("", 0) } else { quoted(&format!("{:0>4}", entry.key), 4) });
    set(10, format!("{:02}{:02}", entry.day.day(), entry.day.month()));
    set(11, quoted(&document(&entry.document), 36));
    set(14, quoted(&entry.text, 60));
    set(40, quoted(&entry.destination, 15));
    set(41, entry.destination_rate.map(rate).unwrap_or_default());
    Ok(cells.join(";"))
}

/// A rate as `21,00`.
fn rate(rate: Decimal) -> String {
    format!("{:0>5}", format!("{rate:.2}")).replace('.', ",")
}

/// A number of a document in the letters that may stand in one.
fn document(number: &str) -> String {
    number.chars().filter(|letter| letter.is_ascii_alphanumeric() || "_$%-/".contains(*letter)).collect()
}

/// A text of at most so many characters, without line ends, in quotes.
fn quoted(text: &str, most: usize) -> String {
    let plain: String =
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(most).collect();
    format!("\"{}\"", plain.replace('"', "\"\""))
}

/// The text in Windows-1252; a letter that it does not have is a question mark.
fn encoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut room = [0_u8; 4];
    for letter in text.chars() {
        if letter.is_ascii() {
            bytes.extend_from_slice(letter.encode_utf8(&mut room).as_bytes());
            continue;
        }
        let (found, _, is_missing) = WINDOWS_1252.encode(letter.encode_utf8(&mut room));
        if is_missing {
            bytes.push(b'?');
        } else {
            bytes.extend_from_slice(&found);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(entries: Vec<Entry>) -> Batch {
        let day = |text: &str| text.parse::<Date>().unwrap();
        Batch {
            consultant: 29_098,
            client: 55_003,
            year_begins: day("2026-01-01"),
            account_length: 4,
            from: day("2026-11-01"),
            to: day("2026-11-30"),
            name: "Shop".into(),
            currency: "EUR".into(),
            chart: "03".into(),
            made: "2026-12-01T08:09:10.123".parse().unwrap(),
            entries,
        }
    }

    fn entry() -> Entry {
        Entry {
            cents: 1_190,
            account: "10000".into(),
            counter: "8400".into(),
            day: "2026-11-05".parse().unwrap(),
            document: "RE 1001".into(),
            text: "Käse \"mild\"\n€ 漢".into(),
            ..Entry::default()
        }
    }

    /// S-311: the head, the names and a row are what the published description says, byte by byte.
    #[test]
    fn s_311_a_batch_is_written_as_published() {
        let bytes = write(&batch(vec![entry()])).unwrap();
        let text = WINDOWS_1252.decode(&bytes).0.into_owned();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!((lines.len(), lines[3]), (4, ""));
        assert_eq!(
            lines[0],
            "\"EXTF\";700;21;\"Buchungsstapel\";13;20261201080910123;;\"RE\";\"\";\"\";29098;55003;20260101;4;20261101;20261130;\"Shop\";\"\";1;0;0;\"EUR\";;\"\";;;\"03\";;;\"\";\"\""
        );
        assert_eq!(columns::names().len(), columns::COUNT);
        assert!(lines[1].starts_with("Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;"));
        assert!(
            lines[1].contains(";Beleginfo - Inhalt 8;KOST1 - Kostenstelle;")
                && lines[1].contains(";Zusatzinformation- Inhalt 20;Stück;")
        );
        assert!(lines[2].starts_with("11,90;\"S\";\"EUR\";;;\"\";10000;8400;\"\";0511;\"RE1001\";\"\";;\"Käse \"\"mild\"\" € ?\";;\"\";"), "{}", lines[2]);
        assert!(bytes.contains(&0xe4) && bytes.contains(&0x80), "one byte a letter");
    }

    /// S-311: a tax key has four digits, a rate of another country its comma, and what cannot be written is refused.
    #[test]
    fn s_311_what_cannot_be_written_is_refused() {
        let abroad = Entry {
            key: "9".into(),
            destination: "FR".into(),
            destination_rate: Some(Decimal::new(55, 1)),
            ..entry()
        };
        let bytes = write(&batch(vec![abroad])).unwrap();
        let text = WINDOWS_1252.decode(&bytes).0.into_owned();
        let cells: Vec<&str> = text.split("\r\n").nth(2).unwrap().split(';').collect();
        assert_eq!((cells[8], cells[39], cells[40], cells.len()), ("\"0009\"", "\"FR\"", "05,50", 125));
        for (wrong, fault) in [
            (Entry { cents: 0, ..entry() }, BatchFault::Amount(0)),
            (Entry { account: "84-00".into(), ..entry() }, BatchFault::Account("84-00".into())),
            (Entry { counter: String::new(), ..entry() }, BatchFault::Account(String::new())),
        ] {
            assert_eq!(write(&batch(vec![wrong])), Err(fault));
        }
        let late = Batch { to: "2027-01-01".parse().unwrap(), ..batch(vec![]) };
        assert_eq!(write(&late), Err(BatchFault::TwoYears));
        assert_eq!(write(&batch(vec![entry(); MOST + 1])), Err(BatchFault::TooMany));
    }
}
