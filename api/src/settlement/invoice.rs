//! Invoices and credit notes, each in the transaction of what it is for.

use super::taxes;
use super::went_back::went_back;
use crate::error::ApiError;
use crate::published::{Publications, Published};
use crate::repository::invoice::{self, StoredInvoice};
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::{Connection, catalog};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use loggia_commerce::{
    Cents, EntryTaxes, InvoiceMoment, ProductType, RateOf, SellerSettings, ShippingLocation, TaxLine, VatId,
    is_in_union,
};
use loggia_invoice::{
    Address, Buyer, Category, Contact, Invoice, Kind, Rate, Sale, SaleLine, SaleTax, Seller, ShippingShare,
    Untaxed, credit_note, faults,
};

/// The series of orders that moved no money: their numbers are none of the shop's.
const TEST: &str = "test";
const REAL: &str = "shop";
/// The longest beginning of a number, in characters.
const LONGEST_PREFIX: usize = 30;
/// Why a delivery to another part of the world is not taxed.
const EXPORT: &str = "Export: not taxed (Directive 2006/112/EC, article 146)";
/// Why goods that went to a firm in another member state are not taxed.
const INTRA_COMMUNITY: &str = "Intra-Community supply: exempt (Directive 2006/112/EC, article 138)";
/// Why a service to one, such as a file, is not taxed.
const REVERSE_CHARGE: &str =
    "Reverse charge: the tax is owed by the recipient (Directive 2006/112/EC, article 196)";

/// An order was paid: its invoice, where the shop makes them then.
pub(super) async fn on_payment(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    issue_at(connection, publications, (order_id, InvoiceMoment::Paid), now).await
}

/// An order was sent: its invoice, where the shop makes them then.
///
/// # Errors
/// Faults of the database.
pub async fn invoice_sent(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    issue_at(connection, publications, (order_id, InvoiceMoment::Sent), now).await
}

async fn issue_at(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (order_id, moment): (&str, InvoiceMoment),
    now: i64,
) -> Result<(), ApiError> {
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    let Some(seller) = published.catalog.seller.as_ref().filter(|seller| seller.invoices == moment) else {
        return Ok(());
    };
    if !invoice::of_order(connection, order_id).await?.is_empty() {
        return Ok(());
    }
    let Some(order) = order::read(connection, order_id).await? else { return Ok(()) };
    let lines = order::lines(connection, order_id).await?;
    let basis = invoice::basis(connection, order_id).await?;
    let basis: Vec<EntryTaxes> =
        basis.map(|text| serde_json::from_str(&text)).transpose()?.unwrap_or_default();
    let mut sale = sale_of(&published, seller, (&order, &lines, &basis), now)?;
    let untaxed = match between_firms(seller, &mut sale, (&order, &lines))? {
        Some(untaxed) => Some(untaxed),
        None => untaxed(seller, &sale, &lines),
    };
    let (number, place) = number(connection, &order, seller).await?;
    keep(connection, &order, &sale.invoice(&number, untaxed.as_ref()), (place, now)).await?;
    // What went back before there was an invoice.
    credit(connection, &published, order_id, now).await
}

/// After something went back of an order: its credit note. It comes before the record of what was done, which is held last.
///
/// # Errors
/// Faults of the database.
pub async fn credit_given_back(
    connection: &mut Connection<'_>,
    publications: &Publications,
    order_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    credit(connection, &published, order_id, now).await
}

/// Writes a credit note for what went back of an invoiced order and has none yet; the tax service is told of it as well.
pub(super) async fn credit(
    connection: &mut Connection<'_>,
    published: &Published,
    order_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    let Some(order) = order::read(connection, order_id).await? else { return Ok(()) };
    taxes::given_back(connection, &order, now).await?;
    let documents = invoice::of_order(connection, order_id).await?;
    let Some(first) = documents.iter().find(|document| document.kind == "invoice") else { return Ok(()) };
    let Some(seller) = published.catalog.seller.as_ref() else { return Ok(()) };
    let credited: i64 = documents
        .iter()
        .filter(|document| document.kind != "invoice")
        .map(|document| document.gross_cents)
        .sum();
    let whole: Invoice = serde_json::from_str(first.body()?)?;
    // Of what was never paid everything is taken back.
    let is_closed = order.status == "cancelled";
    let back = if is_closed { whole.totals.gross_cents } else { went_back(connection, &order).await? };
    if back.min(whole.totals.gross_cents) <= credited {
        return Ok(());
    }
    let (number, place) = number(connection, &order, seller).await?;
    let day = day(published, now);
    if let Some(note) = credit_note(&whole, (&number, day), (credited, back - credited), "") {
        keep(connection, &order, &note, (place, now)).await?;
    }
    Ok(())
}

/// The next number, and its place in the series.
async fn number(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    seller: &SellerSettings,
) -> Result<(String, i64), ApiError> {
    let place = invoice::next(connection, series(order)).await?;
    let prefix = seller.number_prefix.trim();
    let mut number: String = if order.test_mode { "TEST-" } else { "" }.to_owned();
    // A number stands in addresses and names of files.
    let plain = |letter: char| if letter.is_alphanumeric() || "-._".contains(letter) { letter } else { '-' };
    number.extend(prefix.chars().map(plain).take(LONGEST_PREFIX));
    // The digits at the end are the place alone, so that no two prefixes make one number.
    if number.ends_with(|last: char| last.is_ascii_digit()) {
        number.push('-');
    }
    number.push_str(&place.to_string());
    Ok((number, place))
}

fn series(order: &StoredOrder) -> &'static str {
    if order.test_mode { TEST } else { REAL }
}

async fn keep(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    made: &Invoice,
    (sequence, now): (i64, i64),
) -> Result<(), ApiError> {
    for fault in faults(made) {
        // The money is taken; what the owner must look into is said, and the document kept.
        tracing::error!(number = made.number, rule = fault.0, "a document breaks a rule of EN 16931");
    }
    let body = serde_json::to_string(made)?;
    let kind = match made.kind {
        Kind::Invoice => "invoice",
        Kind::CreditNote => "credit-note",
    };
    let stored = StoredInvoice {
        number: made.number.clone(),
        series: series(order).to_owned(),
        sequence,
        kind: kind.to_owned(),
        order_id: order.id.clone(),
        issued_at: now,
        currency: order.currency.clone(),
        net_cents: made.totals.net_cents,
        tax_cents: made.totals.tax_cents,
        gross_cents: made.totals.gross_cents,
        digest: invoice::digest(&body),
        body,
    };
    invoice::add(connection, &stored).await
}

/// The day of a moment, where the shop is.
fn day(published: &Published, at: i64) -> Date {
    let zone = TimeZone::get(&published.catalog.website.time_zone).unwrap_or(TimeZone::UTC);
    let moment = jiff::Timestamp::from_millisecond(at).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    moment.to_zoned(zone).date()
}

/// Who bought, as far as the order tells.
/// Who pays, as the checkout asked: the billing address where one was given, else the recipient at the address of the delivery.
/// Orders from before names were asked have the address of their letters for one.
fn buyer_of(order: &StoredOrder) -> Result<Buyer, ApiError> {
    let known = order.buyer()?;
    let delivery = delivered_to(order)?;
    let (person, company, place) = match known.billing {
        Some(billing) => (billing.name, billing.company, Some(billing.address)),
        None => (known.name, known.company, delivery),
    };
    let names: Vec<String> = [company, person].into_iter().filter(|name| !name.is_empty()).collect();
    let mut names = names.into_iter();
    Ok(Buyer {
        name: names.next().unwrap_or_else(|| order.email.clone()),
        person: names.next().unwrap_or_default(),
        address: place.map(address_of).unwrap_or_default(),
        vat_id: known.vat_id,
        email: order.email.clone(),
    })
}

fn delivered_to(order: &StoredOrder) -> Result<Option<ShippingLocation>, ApiError> {
    Ok(order.shipping_location.as_deref().map(serde_json::from_str).transpose()?)
}

fn is(line: &StoredLine, product_type: ProductType) -> bool {
    line.product_type == i64::from(product_type.code())
}

fn address_of(location: ShippingLocation) -> Address {
    Address {
        country: location.country_code(),
        line1: location.line1,
        line2: location.line2,
        city: location.city,
        postal_code: location.postal_code,
        region: location.region,
    }
}

fn seller_of(seller: &SellerSettings) -> Seller {
    Seller {
        name: seller.name.clone(),
        address: Address {
            line1: seller.line1.clone(),
            line2: seller.line2.clone(),
            city: seller.city.clone(),
            postal_code: seller.postal_code.clone(),
            region: seller.region.clone(),
            country: seller.country.trim().to_ascii_uppercase(),
        },
        vat_id: seller.vat_id.split_whitespace().collect(),
        tax_number: seller.tax_number.trim().to_owned(),
        register: seller.register.clone(),
        legal: seller.legal.clone(),
        contact: Contact {
            name: seller.contact.clone(),
            phone: seller.phone.clone(),
            email: seller.email.clone(),
        },
    }
}

fn sale_of(
    published: &Published,
    seller: &SellerSettings,
    (order, lines, basis): (&StoredOrder, &[StoredLine], &[EntryTaxes]),
    now: i64,
) -> Result<Sale, ApiError> {
    let buyer = buyer_of(order)?;
    let taxes = order.tax_lines()?;
    let known = basis.len() == lines.len();
    let line = |(index, line): (usize, &StoredLine)| {
        let basis = basis.get(index).filter(|_| known);
        SaleLine {
            name: line.title.clone(),
            sku: line.sku.clone(),
            quantity: line.quantity,
            unit_cents: line.unit_price_cents,
            discount_cents: basis.map_or(0, |basis| basis.coupon_cents.get()),
            rates: basis.map(|basis| rates(&basis.rates)).unwrap_or_default(),
            is_voucher: is(line, ProductType::GiftCard),
            relief_cents: basis.map_or(0, |basis| basis.relief_cents.get()),
            held: basis
                .map(|basis| basis.relieved.iter().map(|held| held.rate.get()).sum())
                .unwrap_or_default(),
            untaxed: None,
        }
    };
    let mut shipping: Vec<ShippingShare> = Vec::new();
    for basis in basis.iter().filter(|basis| known && basis.shipping_cents > Cents::ZERO) {
        let (rates, cents) =
            (rates(&basis.shipping_rates), basis.shipping_cents.get() - basis.shipping_relief_cents.get());
        match shipping.iter_mut().find(|share| share.rates == rates) {
            Some(share) => share.cents += cents,
            None => shipping.push(ShippingShare { cents, rates }),
        }
    }
    if !known {
        shipping = vec![ShippingShare { cents: order.shipping_cents, rates: Vec::new() }];
    }
    let tax = |tax: TaxLine| SaleTax {
        rate: Rate { percent: tax.rate.get(), included: tax.included },
        name: tax.name.unwrap_or_default(),
        net_cents: tax.net_cents.get(),
        tax_cents: tax.tax_cents.get(),
    };
    Ok(Sale {
        order: order.id.clone(),
        issued_on: day(published, now),
        delivered_on: day(published, order.fulfilled_at.or(order.paid_at).unwrap_or(now)),
        currency: order.currency.clone(),
        language: published.catalog.website.locale.clone(),
        seller: seller_of(seller),
        deliver_to: delivered_to(order)?.map(address_of),
        buyer,
        lines: lines.iter().enumerate().map(line).collect(),
        shipping,
        taxes: taxes.into_iter().map(tax).collect(),
        total_cents: order.grand_total_cents + order.gift_card_cents,
        cards_cents: order.gift_card_cents,
    })
}

fn rates(rates: &[RateOf]) -> Vec<Rate> {
    rates.iter().map(|rate| Rate { percent: rate.rate.get(), included: rate.included }).collect()
}

/// What an invoice says of an order that nothing was taxed of, of a firm in another member state of the union than the shop,
/// with a VAT number of the place where it bought; `None` of every other order. Goods that went there are exempt; of all else
/// the firm owes the tax, and their lines say so.
fn between_firms(
    seller: &SellerSettings,
    sale: &mut Sale,
    (order, lines): (&StoredOrder, &[StoredLine]),
) -> Result<Option<Untaxed>, ApiError> {
    let is_exempt = !seller.exemption.trim().is_empty() && !order.reverse_charge;
    if is_exempt || !sale.taxes.is_empty() || sale.seller.vat_id.is_empty() {
        return Ok(None);
    }
    let buyer = order.buyer()?;
    let Ok(id) = VatId::parse(&buyer.vat_id) else { return Ok(None) };
    let (from, to) = (sale.seller.address.country.as_str(), id.iso_country());
    let is_other_member = from != to && is_in_union(from) && is_in_union(to);
    // Where it was taxed is where the goods went, and else where who pays is.
    let goods = lines.iter().any(|line| is(line, ProductType::Physical));
    if goods && order.option()?.is_some_and(|option| option.is_collected()) {
        return Ok(None);
    }
    let arrived = sale.deliver_to.as_ref().map(|place| place.country.as_str());
    let place = if goods { arrived } else { Some(sale.buyer.address.country.as_str()) };
    let may_be = is_other_member && place == Some(to) && buyer.vat_id_confirmed != Some(false);
    // What was charged was decided with the order.
    if !order.reverse_charge && !may_be {
        return Ok(None);
    }
    let owed = Untaxed { category: Category::ReverseCharge, reason: REVERSE_CHARGE.to_owned() };
    if !goods {
        return Ok(Some(owed));
    }
    for (told, line) in sale.lines.iter_mut().zip(lines) {
        told.untaxed = (!is(line, ProductType::Physical)).then(|| owed.clone());
    }
    Ok(Some(Untaxed { category: Category::IntraCommunity, reason: INTRA_COMMUNITY.to_owned() }))
}

/// What an invoice says of what is not taxed; `None` where the order gets a receipt alone: from a shop without value added
/// tax, and for what is not goods and went to another part of the world.
fn untaxed(seller: &SellerSettings, sale: &Sale, lines: &[StoredLine]) -> Option<Untaxed> {
    if !seller.is_in_vat_country() {
        return None;
    }
    let some = |category, reason: &str| Some(Untaxed { category, reason: reason.to_owned() });
    let exemption = seller.exemption.trim();
    if !exemption.is_empty() {
        return some(Category::Exempt, exemption);
    }
    let (from, to) = (&sale.seller.address.country, &sale.buyer.address.country);
    let is_abroad = !to.is_empty() && from != to && !(is_in_union(from) && is_in_union(to));
    if is_abroad && sale.taxes.is_empty() {
        let is_goods = lines.iter().all(|line| is(line, ProductType::Physical));
        return if is_goods { some(Category::Export, EXPORT) } else { None };
    }
    some(Category::Zero, "")
}
