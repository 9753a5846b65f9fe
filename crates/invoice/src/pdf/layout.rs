//! What stands where on a document.

use jiff::civil::Date;
use loggia_locale::{DateFormat, DateOptions, Locale, Moment, MoneyFormat, MoneyOptions, Width, Zone};
use rust_decimal::Decimal;

use super::font::{Fonts, Style};
use super::sheet::{A4, LEFT, Mark, RIGHT, Sheets};
use crate::amount::main_unit;
use crate::model::{Address, Category, Form, Invoice, Kind, Line, Seller};
use crate::words::Words;

const PLAIN: Style = Style { size: 9.0, is_bold: false, is_quiet: false };
const STRONG: Style = Style { is_bold: true, ..PLAIN };
const SMALL: Style = Style { size: 8.0, is_bold: false, is_quiet: true };
const TITLE: Style = Style { size: 18.0, is_bold: true, is_quiet: false };
/// Where the second column of the head begins.
const SECOND: f32 = 340.0;
/// Where the columns of amounts end: the rightmost is [`RIGHT`].
const QUANTITY_ENDS: f32 = 292.0;
const UNIT_ENDS: f32 = 372.0;
const RATE_ENDS: f32 = 412.0;
const NET_ENDS: f32 = 480.0;
/// The fraction digits of a unit price that is no whole number of minor units.
const DIGITS_OF_SHOWN_PRICE: u32 = 4;

/// What the document is called.
pub fn title(invoice: &Invoice, words: &'static Words) -> &'static str {
    match (invoice.form, invoice.kind) {
        (Form::Vat, Kind::Invoice) => words.invoice,
        (Form::Vat, Kind::CreditNote) => words.credit_note,
        (Form::Receipt, Kind::Invoice) => words.receipt,
        (Form::Receipt, Kind::CreditNote) => words.refund_receipt,
    }
}

/// The marks of each sheet.
pub fn pages(invoice: &Invoice, fonts: &Fonts<'_>) -> Vec<Vec<Mark>> {
    let words = Words::of(&invoice.language);
    let locale = Locale::resolve(words.locale);
    let money = MoneyFormat::new(&locale, &invoice.currency, &MoneyOptions::default());
    let mut paper = Paper { sheets: Sheets::new(fonts, A4), invoice, words, locale, money };
    paper.head();
    paper.parties();
    paper.table();
    paper.sums();
    paper.notes();
    paper.foot();
    paper.sheets.number_pages(words.page, SMALL);
    paper.sheets.pages
}

struct Paper<'a> {
    sheets: Sheets<'a>,
    invoice: &'a Invoice,
    words: &'static Words,
    locale: Locale,
    money: MoneyFormat,
}

impl Paper<'_> {
    fn money(&self, cents: i64) -> String {
        self.decimal_money(&main_unit(cents))
    }

    fn decimal_money(&self, amount: &Decimal) -> String {
        // Both write decimals in the same plain way.
        amount.to_string().parse().map_or_else(|_| amount.to_string(), |amount| self.money.format(&amount))
    }

    /// A unit price: with more digits than the currency has where it is no whole number of them.
    fn unit_price(&self, price: Decimal) -> String {
        if price.normalize().scale() <= 2 {
            return self.decimal_money(&price);
        }
        let mut options = MoneyOptions::default();
        options.digits.maximum_fraction = Some(DIGITS_OF_SHOWN_PRICE as _);
        let form = MoneyFormat::new(&self.locale, &self.invoice.currency, &options);
        let text = price.round_dp(DIGITS_OF_SHOWN_PRICE).to_string();
        text.parse().map_or(text, |amount| form.format(&amount))
    }

    fn percent(&self, rate: Decimal) -> String {
        let text = rate.normalize().to_string();
        let text = if self.words.locale.starts_with("en") { text } else { text.replace('.', ",") };
        format!("{text}\u{a0}%")
    }

    fn day(&self, day: Date) -> String {
        let noon = day.at(12, 0, 0, 0).in_tz("UTC").map_or(0, |moment| moment.timestamp().as_millisecond());
        let options = DateOptions { date: Some(Width::Medium), ..DateOptions::default() };
        DateFormat::new(&self.locale, &options).format(&Moment::clamped(noon, &Zone::utc()))
    }

    fn head(&mut self) {
        let seller = self.invoice.seller.clone();
        let top = self.sheets.y;
        self.block(LEFT, &lines_of_seller(&seller), SECOND - LEFT - 20.0);
        let left_end = self.sheets.y;
        self.sheets.y = top;
        let contact = &seller.contact;
        let mut told = vec![contact.name.clone(), contact.phone.clone(), contact.email.clone()];
        for (word, number) in
            [(self.words.vat_id, &seller.vat_id), (self.words.tax_number, &seller.tax_number)]
        {
            if !number.trim().is_empty() {
                told.push(format!("{word} {number}"));
            }
        }
        told.retain(|line| !line.trim().is_empty());
        for line in told {
            self.paragraph(SECOND, &line, SMALL, RIGHT - SECOND);
        }
        self.sheets.y = self.sheets.y.max(left_end) + 24.0;
    }

    /// Lines below each other, the first one bold.
    fn block(&mut self, x: f32, lines: &[String], width: f32) {
        for (index, line) in lines.iter().enumerate() {
            self.paragraph(x, line, if index == 0 { STRONG } else { PLAIN }, width);
        }
    }

    fn paragraph(&mut self, x: f32, text: &str, style: Style, width: f32) {
        for line in self.sheets.lines(text, width, style) {
            self.sheets.make_room(style.size * 2.0);
            self.sheets.text(x, false, &line, style);
            self.sheets.next(style);
        }
    }

    fn parties(&mut self) {
        let (invoice, words) = (self.invoice, self.words);
        let top = self.sheets.y;
        let buyer = &invoice.buyer;
        let mut lines = vec![buyer.name.clone(), buyer.person.clone()];
        lines.extend(lines_of(&buyer.address, &self.country(&buyer.address)));
        lines.push(if buyer.email == buyer.name { String::new() } else { buyer.email.clone() });
        if !buyer.vat_id.is_empty() {
            lines.push(format!("{} {}", words.vat_id, buyer.vat_id));
        }
        lines.retain(|line| !line.trim().is_empty());
        self.paragraph(LEFT, words.bill_to, SMALL, SECOND - LEFT);
        self.block(LEFT, &lines, SECOND - LEFT - 20.0);
        if let Some(to) = invoice.deliver_to.as_ref().filter(|to| **to != buyer.address) {
            let lines = lines_of(to, &self.country(to));
            if !lines.is_empty() {
                self.sheets.y += 6.0;
                self.paragraph(LEFT, words.ship_to, SMALL, SECOND - LEFT);
                lines.iter().for_each(|line| self.paragraph(LEFT, line, PLAIN, SECOND - LEFT - 20.0));
            }
        }
        let left_end = self.sheets.y;
        self.sheets.y = top;
        let mut facts = vec![
            (words.number, invoice.number.clone()),
            (words.date, self.day(invoice.issued_on)),
            (words.delivered, self.day(invoice.delivered_on)),
            (words.order, invoice.order.clone()),
        ];
        if let Some(preceding) = &invoice.preceding {
            facts.push((
                words.for_invoice,
                format!("{}, {}", preceding.number, self.day(preceding.issued_on)),
            ));
        }
        for (word, value) in facts {
            self.sheets.text(SECOND, false, word, SMALL);
            self.paragraph(SECOND + 82.0, &value, PLAIN, RIGHT - SECOND - 82.0);
        }
        self.sheets.y = self.sheets.y.max(left_end) + 22.0;
        self.sheets.text(LEFT, false, title(invoice, words), TITLE);
        self.sheets.next(TITLE);
        self.sheets.y += 8.0;
    }

    /// The country of a buyer elsewhere, by its code.
    fn country(&self, address: &Address) -> String {
        if address.country == self.invoice.seller.address.country {
            String::new()
        } else {
            address.country.clone()
        }
    }

    fn has_gross(&self) -> bool {
        self.invoice.lines.iter().all(|line| line.gross_cents.is_some())
    }

    fn table_head(&mut self) {
        let words = self.words;
        let quiet = SMALL;
        self.sheets.text(LEFT, false, words.item, quiet);
        self.sheets.text(QUANTITY_ENDS, true, words.quantity, quiet);
        if self.invoice.form == Form::Vat {
            self.sheets.text(UNIT_ENDS, true, words.unit_net, quiet);
            self.sheets.text(RATE_ENDS, true, words.vat, quiet);
            let net_ends = if self.has_gross() { NET_ENDS } else { RIGHT };
            self.sheets.text(net_ends, true, words.net, quiet);
            if self.has_gross() {
                self.sheets.text(RIGHT, true, words.gross, quiet);
            }
        } else {
            self.sheets.text(NET_ENDS, true, words.unit, quiet);
            self.sheets.text(RIGHT, true, words.amount, quiet);
        }
        self.sheets.next(quiet);
        self.sheets.y += 2.0;
        self.sheets.rule(LEFT);
        self.sheets.y += 4.0;
    }

    fn table(&mut self) {
        self.table_head();
        let invoice = self.invoice;
        for line in &invoice.lines {
            let quantity = line.quantity.to_string();
            let price = self.unit_price(line.unit_price);
            self.row(line, (&quantity, &price));
        }
        for charge in &invoice.charges {
            let line = Line {
                name: charge.reason.clone(),
                sku: String::new(),
                quantity: 1,
                unit_price: Decimal::ZERO,
                discount_cents: 0,
                net_cents: charge.net_cents,
                gross_cents: charge.gross_cents,
                category: charge.category,
                rate: charge.rate,
            };
            self.row(&line, ("", ""));
        }
        self.sheets.rule(LEFT);
        self.sheets.y += 6.0;
    }

    fn row(&mut self, line: &Line, (quantity, price): (&str, &str)) {
        let name = self.sheets.lines(&line.name, QUANTITY_ENDS - LEFT - 40.0, PLAIN);
        if self.sheets.make_room(30.0) {
            self.table_head();
        }
        self.sheets.text(QUANTITY_ENDS, true, quantity, PLAIN);
        let net = self.money(line.net_cents);
        if self.invoice.form == Form::Vat {
            self.sheets.text(UNIT_ENDS, true, price, PLAIN);
            self.sheets.text(RATE_ENDS, true, &self.percent(line.rate), PLAIN);
            self.sheets.text(if self.has_gross() { NET_ENDS } else { RIGHT }, true, &net, PLAIN);
            if let Some(gross) = line.gross_cents.filter(|_| self.has_gross()) {
                self.sheets.text(RIGHT, true, &self.money(gross), PLAIN);
            }
        } else {
            self.sheets.text(NET_ENDS, true, price, PLAIN);
            self.sheets.text(RIGHT, true, &net, PLAIN);
        }
        for part in name {
            if self.sheets.make_room(14.0) {
                self.table_head();
            }
            self.sheets.text(LEFT, false, &part, PLAIN);
            self.sheets.next(PLAIN);
        }
        let mut more = Vec::new();
        if !line.sku.trim().is_empty() {
            more.push(line.sku.clone());
        }
        if line.discount_cents > 0 {
            more.push(format!("{} {}", self.words.discount, self.money(line.discount_cents)));
        }
        if !more.is_empty() {
            self.paragraph(LEFT, &more.join(" · "), SMALL, QUANTITY_ENDS - LEFT);
        }
        self.sheets.y += 3.0;
    }

    fn sum(&mut self, word: &str, amount: &str, style: Style) {
        self.sheets.make_room(style.size * 2.0);
        let width = RIGHT - SECOND - 70.0;
        let lines = self.sheets.lines(word, width + 90.0, style);
        self.sheets.text(RIGHT, true, amount, style);
        for line in lines {
            self.sheets.text(SECOND - 90.0, false, &line, style);
            self.sheets.next(style);
        }
    }

    fn sums(&mut self) {
        let (invoice, words) = (self.invoice, self.words);
        let totals = invoice.totals;
        if invoice.form == Form::Vat {
            self.sum(words.total_net, &self.money(totals.net_cents), PLAIN);
        }
        for tax in &invoice.taxes {
            let name = if tax.name.is_empty() { words.vat } else { &tax.name };
            let rate = self.percent(tax.rate);
            let of = self.money(tax.net_cents);
            let word = if tax.included {
                format!("{name} {rate} ({of}, {})", words.included)
            } else {
                format!("{name} {rate} ({of})")
            };
            if tax.category == Category::Standard || invoice.form == Form::Receipt {
                self.sum(&word, &self.money(tax.tax_cents), PLAIN);
            }
        }
        self.sheets.y += 2.0;
        self.sheets.rule(SECOND - 90.0);
        self.sheets.y += 4.0;
        let word = if invoice.form == Form::Vat { words.total_gross } else { words.total };
        self.sum(word, &self.money(totals.gross_cents), STRONG);
        for means in invoice.means.iter().filter(|means| means.cents > 0) {
            let word = match (invoice.kind, means.is_gift_card) {
                (Kind::CreditNote, _) => words.returned,
                (Kind::Invoice, true) => words.paid_card,
                (Kind::Invoice, false) => words.paid_online,
            };
            self.sum(word, &self.money(means.cents), PLAIN);
        }
        self.sum(words.due, &self.money(totals.due_cents), PLAIN);
        self.sheets.y += 14.0;
    }

    fn notes(&mut self) {
        let invoice = self.invoice;
        let reasons = invoice.taxes.iter().map(|tax| &tax.reason);
        let mut told: Vec<String> =
            reasons.chain(&invoice.notes).filter(|text| !text.is_empty()).cloned().collect();
        if invoice.taxes.iter().any(|tax| tax.category == Category::ReverseCharge) {
            told.push(self.words.reverse.to_owned());
        }
        for note in told {
            self.paragraph(LEFT, &note, PLAIN, RIGHT - LEFT);
        }
    }

    fn foot(&mut self) {
        let seller = &self.invoice.seller;
        let parts: Vec<&str> = [&seller.legal, &seller.register]
            .into_iter()
            .map(String::as_str)
            .filter(|text| !text.is_empty())
            .collect();
        if !parts.is_empty() {
            self.sheets.y += 10.0;
            self.paragraph(LEFT, &parts.join(" · "), SMALL, RIGHT - LEFT);
        }
    }
}

fn lines_of_seller(seller: &Seller) -> Vec<String> {
    let mut lines = vec![seller.name.clone()];
    lines.extend(lines_of(&seller.address, &seller.address.country));
    lines.retain(|line| !line.trim().is_empty());
    lines
}

/// An address in lines: street, what is more, place, country.
fn lines_of(address: &Address, country: &str) -> Vec<String> {
    let is_british = matches!(address.country.as_str(), "GB" | "US" | "CA" | "AU" | "IE");
    let place = if is_british {
        [&address.city, &address.region, &address.postal_code]
    } else {
        [&address.postal_code, &address.city, &address.region]
    };
    let place: Vec<&str> = place.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let mut lines = vec![address.line1.clone(), address.line2.clone(), place.join(" "), country.to_owned()];
    lines.retain(|line| !line.trim().is_empty());
    lines
}
