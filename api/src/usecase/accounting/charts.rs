//! The usual accounts of a chart. They are a beginning: which ones a shop uses its tax advisor says.

use super::settings::{ANY, AccountingSettings, Chart, ClearingAccount, Place, TaxAccounts};

/// A row of what is sold: where, at which rate, revenue, tax, and whether the account works out the tax by itself.
type Row = (Place, &'static str, &'static str, &'static str, bool);

const SKR03: [Row; 8] = [
    (Place::Home, "19", "8400", "1776", true),
    (Place::Home, "7", "8300", "1771", true),
    (Place::Home, "", "8200", "1770", false),
    (Place::Home, ANY, "8200", "1770", false),
    // Distance sales that are taxed where they arrive.
    (Place::Eu, ANY, "8320", "1767", true),
    (Place::Eu, "", "8125", "1770", true),
    (Place::World, "", "8120", "1770", true),
    (Place::World, ANY, "8200", "1770", false),
];
const SKR04: [Row; 8] = [
    (Place::Home, "19", "4400", "3806", true),
    (Place::Home, "7", "4300", "3801", true),
    (Place::Home, "", "4200", "3800", false),
    (Place::Home, ANY, "4200", "3800", false),
    (Place::Eu, ANY, "4320", "3817", true),
    (Place::Eu, "", "4125", "3800", true),
    (Place::World, "", "4120", "3800", true),
    (Place::World, ANY, "4200", "3800", false),
];
const OWN: [Row; 3] = [
    (Place::Home, ANY, "4000", "2200", false),
    (Place::Eu, ANY, "4000", "2200", false),
    (Place::World, ANY, "4000", "2200", false),
];

fn row((place, rate, revenue, tax, automatic): Row) -> TaxAccounts {
    TaxAccounts {
        place,
        rate: rate.to_owned(),
        revenue: revenue.to_owned(),
        delivery: String::new(),
        tax: tax.to_owned(),
        automatic,
        key: String::new(),
    }
}

/// The usual accounts of a chart, for a shop in this country.
pub(super) fn usual(chart: Chart, country: &str) -> AccountingSettings {
    let (rows, receivable, gift_cards, clearing): (&[Row], _, _, [&str; 4]) = match chart {
        Chart::Skr03 => (&SKR03, "10000", "1700", ["1361", "1362", "1363", "1360"]),
        Chart::Skr04 => (&SKR04, "10000", "3500", ["1461", "1462", "1463", "1460"]),
        Chart::Own => (&OWN, "1200", "2300", ["1101", "1102", "1103", "1100"]),
    };
    let clearing = ["stripe", "paypal", "manual", ""].into_iter().zip(clearing);
    AccountingSettings {
        chart,
        country: if country.is_empty() { "DE".to_owned() } else { country.to_ascii_uppercase() },
        receivable: receivable.to_owned(),
        gift_cards: gift_cards.to_owned(),
        clearing: clearing
            .map(|(provider, account)| ClearingAccount {
                provider: provider.to_owned(),
                account: account.to_owned(),
            })
            .collect(),
        taxes: rows.iter().copied().map(row).collect(),
        consultant: 0,
        client: 0,
        account_length: 4,
        year_begins: 1,
    }
}
