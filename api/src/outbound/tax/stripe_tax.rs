//! Stripe Tax: a calculation for a cart, a transaction for an order that was paid, a reversal for what went back.

use super::service::{Reversal, TaxAnswer, TaxService};
use super::stripe_tax_wire::{Calculation, DELIVERY, Lines, Sent, Taxed, Transaction, read, reference};
use crate::outbound::payment::{Answer, NoAnswer, Reply, Stripe, to_wire, unexpected};
use loggia_commerce::{Cents, ProductType, TaxQuestion, TaxedLine, region_code};
use reqwest::Method;

const CALCULATIONS: &str = "/v1/tax/calculations";
/// The tax code of delivery.
const SHIPPING_CODE: &str = "txcd_92010001";
/// The tax class of what is never taxed, and its code.
const ZERO: (&str, &str) = ("zero", "txcd_00000000");
/// What the codes of Stripe's begin with.
const CODE: &str = "txcd_";
/// The most pages of lines of one calculation.
const PAGES: usize = 20;

/// The service.
pub struct StripeTax {
    stripe: Stripe,
    /// Its codes by the shop's tax classes.
    codes: Vec<(String, String)>,
}

impl StripeTax {
    /// Stripe Tax of an account, with its codes for the shop's tax classes.
    pub fn new(stripe: Stripe, codes: Vec<(String, String)>) -> Self {
        StripeTax { stripe, codes }
    }

    fn code<'a>(&'a self, line: &'a TaxedLine) -> &'a str {
        let class = line.class.trim();
        let known = self.codes.iter().find(|(known, _)| known.eq_ignore_ascii_case(class));
        match (known, line.product_type) {
            (Some((_, code)), _) => code,
            (None, _) if class.starts_with(CODE) => class,
            (None, _) if class.eq_ignore_ascii_case(ZERO.0) => ZERO.1,
            (None, ProductType::Service) => "txcd_20030000",
            (None, ProductType::Digital | ProductType::Paywall) => "txcd_10000000",
            (None, ProductType::Physical | ProductType::GiftCard) => "txcd_99999999",
        }
    }

    async fn ask(&self, question: &TaxQuestion) -> Result<TaxAnswer, NoAnswer> {
        let (fields, sent) = self.fields(question);
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut calculation =
            match self.stripe.call::<Calculation>(Method::POST, CALCULATIONS, &fields, None).await? {
                Reply::Done(calculation) => calculation,
                Reply::Refused(_, fault)
                    if fault.code.as_deref() == Some("customer_tax_location_invalid") =>
                {
                    return Ok(TaxAnswer::NoSuchPlace);
                }
                Reply::Refused(status, fault) => return Err(unexpected(status, &fault)),
            };
        let first = calculation.line_items.take().unwrap_or_default();
        let lines = self.all_lines(calculation.id.as_deref().unwrap_or_default(), first).await?;
        Ok(TaxAnswer::Taxes(Box::new(read(question, (&calculation, &lines), &sent)?)))
    }

    /// An answer holds the first lines; of a long cart the rest is asked for.
    async fn all_lines(&self, id: &str, first: Lines) -> Result<Vec<Taxed>, NoAnswer> {
        let Lines { data: mut lines, mut has_more } = first;
        for _ in 0..PAGES {
            let Some(last) = lines.last().filter(|_| has_more) else { break };
            let (id, after) = (encoded(id), encoded(&last.id));
            let path = format!(
                "{CALCULATIONS}/{id}/line_items?limit=100&starting_after={after}&expand[]=data.tax_breakdown"
            );
            match self.stripe.call::<Lines>(Method::GET, &path, &[], None).await? {
                Reply::Done(more) => {
                    lines.extend(more.data);
                    has_more = more.has_more;
                }
                Reply::Refused(status, fault) => return Err(unexpected(status, &fault)),
            }
        }
        Ok(lines)
    }

    /// The form of a question, and the amounts that it asks about.
    fn fields(&self, question: &TaxQuestion) -> (Vec<(String, String)>, Sent) {
        let currency = question.currency.to_string();
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut set = |name: String, value: String| fields.push((name, value));
        set("currency".into(), currency.to_ascii_lowercase());
        let place = &question.place;
        let country = place.country_code();
        let region = region_code(&country, &place.region).map_or_else(|| place.region.clone(), Into::into);
        for (name, value) in [
            ("country", country.as_str()),
            ("state", region.as_str()),
            ("city", place.city.as_str()),
            ("postal_code", place.postal_code.as_str()),
            ("line1", place.line1.as_str()),
            ("line2", place.line2.as_str()),
        ] {
            if !value.trim().is_empty() {
                set(format!("customer_details[address][{name}]"), value.trim().to_owned());
            }
        }
        let source = if question.is_shipped { "shipping" } else { "billing" };
        set("customer_details[address_source]".into(), source.into());
        if !question.vat_id.is_empty() {
            set("customer_details[tax_ids][0][type]".into(), "eu_vat".into());
            set("customer_details[tax_ids][0][value]".into(), question.vat_id.clone());
        }
        let behavior = |included: bool| if included { "inclusive" } else { "exclusive" }.to_owned();
        // Coins that the currency does not have are rounded once, not for each line.
        let mut seen = Cents::ZERO;
        let mut wire = |cents: Cents| {
            let before = to_wire(seen.get(), &currency);
            seen = seen.saturating_add(cents);
            to_wire(seen.get(), &currency) - before
        };
        let mut sent = Sent::default();
        for (index, line) in question.lines.iter().enumerate() {
            let (amount, name) = (wire(line.cents), reference(line.entry));
            for (key, value) in [
                ("amount", amount.to_string()),
                ("quantity", line.quantity.to_string()),
                ("reference", name.clone()),
                ("tax_behavior", behavior(line.included)),
                ("tax_code", self.code(line).to_owned()),
            ] {
                set(format!("line_items[{index}][{key}]"), value);
            }
            sent.lines.push((name, amount));
        }
        if question.shipping_cents > Cents::ZERO {
            let (amount, how) = (wire(question.shipping_cents), behavior(question.shipping_included));
            let cost =
                [("amount", amount.to_string()), ("tax_behavior", how), ("tax_code", SHIPPING_CODE.into())];
            let alone = question.lines.is_empty();
            let part = if alone { "line_items[0]" } else { "shipping_cost" };
            for (key, value) in cost {
                set(format!("{part}[{key}]"), value);
            }
            if alone {
                set("line_items[0][reference]".into(), DELIVERY.into());
                sent.lines.push((DELIVERY.into(), amount));
            } else {
                sent.shipping = Some(amount);
            }
        }
        set("expand[0]".into(), "line_items.data.tax_breakdown".into());
        set("expand[1]".into(), "shipping_cost.tax_breakdown".into());
        (fields, sent)
    }

    async fn tell(&self, path: &str, fields: &[(&str, &str)], key: &str) -> Result<String, NoAnswer> {
        match self.stripe.call::<Transaction>(Method::POST, path, fields, Some(key)).await? {
            Reply::Done(made) => Ok(made.id),
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    async fn take_back(&self, reversal: Reversal) -> Result<String, NoAnswer> {
        let mut fields = vec![
            ("original_transaction", reversal.sale.as_str()),
            ("reference", reversal.id.as_str()),
            ("mode", if reversal.cents.is_some() { "partial" } else { "full" }),
        ];
        let amount = reversal.cents.map(|cents| (-to_wire(cents, &reversal.currency)).to_string());
        if let Some(amount) = &amount {
            fields.push(("flat_amount", amount));
        }
        let key = format!("tax-reversal-{}", reversal.id);
        self.tell("/v1/tax/transactions/create_reversal", &fields, &key).await
    }
}

fn encoded(name: &str) -> String {
    form_urlencoded::byte_serialize(name.as_bytes()).collect()
}

impl TaxService for StripeTax {
    fn calculate<'a>(&'a self, question: &'a TaxQuestion) -> Answer<'a, TaxAnswer> {
        Box::pin(self.ask(question))
    }

    fn record(&self, calculation: String, order_id: String) -> Answer<'_, String> {
        Box::pin(async move {
            let fields = [("calculation", calculation.as_str()), ("reference", order_id.as_str())];
            let key = format!("tax-sale-{order_id}");
            self.tell("/v1/tax/transactions/create_from_calculation", &fields, &key).await
        })
    }

    fn reverse(&self, reversal: Reversal) -> Answer<'_, String> {
        Box::pin(self.take_back(reversal))
    }
}
