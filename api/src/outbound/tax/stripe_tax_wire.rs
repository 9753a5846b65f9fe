//! What the calls of Stripe Tax look like, as far as we make and read them.

use crate::outbound::payment::{NoAnswer, from_wire};
use loggia_commerce::{CalculatedTax, Cents, Percent, TaxCalculation, TaxQuestion};
use serde::Deserialize;
use serde_json::Value;

/// A calculation.
#[derive(Debug, Deserialize)]
pub(super) struct Calculation {
    pub id: Option<String>,
    #[serde(default)]
    pub amount_total: i64,
    #[serde(default)]
    pub currency: String,
    #[serde(default)]
    pub tax_amount_exclusive: i64,
    #[serde(default)]
    pub tax_amount_inclusive: i64,
    #[serde(default)]
    pub line_items: Option<Lines>,
    #[serde(default)]
    pub shipping_cost: Option<Taxed>,
}

/// A page of its lines.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Lines {
    #[serde(default)]
    pub data: Vec<Taxed>,
    #[serde(default)]
    pub has_more: bool,
}

/// A line, or what delivery costs.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Taxed {
    #[serde(default)]
    pub id: String,
    /// Delivery has none.
    #[serde(default)]
    pub reference: Option<String>,
    #[serde(default)]
    pub amount: i64,
    #[serde(default)]
    pub amount_tax: i64,
    #[serde(default)]
    pub tax_breakdown: Option<Vec<Part>>,
}

/// One tax of it.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Part {
    #[serde(default)]
    amount: i64,
    #[serde(default)]
    taxable_amount: i64,
    #[serde(default)]
    taxability_reason: String,
    #[serde(default)]
    jurisdiction: Option<Jurisdiction>,
    #[serde(default)]
    tax_rate_details: Option<Details>,
}

/// Who takes it.
#[derive(Debug, Default, Deserialize)]
struct Jurisdiction {
    #[serde(default)]
    display_name: String,
    #[serde(default)]
    level: String,
}

/// Its rate.
#[derive(Debug, Default, Deserialize)]
struct Details {
    #[serde(default)]
    display_name: String,
    /// A text; a number is read as well.
    #[serde(default)]
    percentage_decimal: Value,
}

/// A sale, or what went back of one.
#[derive(Debug, Deserialize)]
pub(super) struct Transaction {
    pub id: String,
}

/// The amounts that were asked about.
#[derive(Debug, Default)]
pub(super) struct Sent {
    /// Of the lines, by their references.
    pub lines: Vec<(String, i64)>,
    /// Of delivery, where it stands beside them.
    pub shipping: Option<i64>,
}

/// How a line is named in the question: two of one product are told apart.
pub(super) fn reference(entry: usize) -> String {
    format!("line-{entry}")
}

/// The name of the line that stands for delivery where nothing else is paid for.
pub(super) const DELIVERY: &str = "delivery";

impl Part {
    fn is_taken(&self) -> bool {
        self.amount != 0
    }

    fn name(&self) -> String {
        let tax =
            self.tax_rate_details.as_ref().map(|details| details.display_name.trim()).unwrap_or_default();
        let place = self.jurisdiction.as_ref().filter(|place| place.level != "country");
        let place = place.map(|place| place.display_name.trim()).unwrap_or_default();
        format!("{place} {tax}").trim().to_owned()
    }

    fn read(&self, currency: &str) -> Result<CalculatedTax, NoAnswer> {
        let rate = self.tax_rate_details.as_ref().map(|details| match &details.percentage_decimal {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        // A fee of an amount has no rate.
        let rate = rate.unwrap_or_else(|| "0".to_owned());
        let rate = Percent::parse(four_digits(&rate)).map_err(|fault| unfit(&fault.to_string()))?;
        let cents = |amount: i64| cents(amount, currency);
        Ok(CalculatedTax {
            name: self.name(),
            rate,
            net_cents: cents(self.taxable_amount)?,
            tax_cents: cents(self.amount)?,
        })
    }
}

/// A rate is shown, and taken from nothing: more than four digits after the point are not needed for that.
fn four_digits(rate: &str) -> &str {
    let end = rate.find('.').map_or(rate.len(), |point| rate.len().min(point + 5));
    rate.get(..end).unwrap_or(rate)
}

fn cents(amount: i64, currency: &str) -> Result<Cents, NoAnswer> {
    Cents::new(from_wire(amount, currency))
        .filter(|_| amount >= 0)
        .ok_or_else(|| unfit("an amount is out of range"))
}

/// An answer that is not one to the question.
fn unfit(why: &str) -> NoAnswer {
    NoAnswer(format!("the answer does not fit the question: {why}"))
}

impl Taxed {
    /// Its taxes; they must be what it says its tax is.
    fn taxes(&self, currency: &str) -> Result<Vec<CalculatedTax>, NoAnswer> {
        let parts = self.tax_breakdown.as_deref().unwrap_or_default();
        if parts.iter().map(|part| part.amount).sum::<i64>() != self.amount_tax {
            return Err(unfit("the taxes of a line are not its tax"));
        }
        parts.iter().filter(|part| part.is_taken()).map(|part| part.read(currency)).collect()
    }

    fn is_owed_by_buyer(&self) -> bool {
        self.tax_breakdown.iter().flatten().any(|part| part.taxability_reason == "reverse_charge")
    }
}

/// What a calculation with all its lines says to a question; `sent` is what was asked about.
///
/// # Errors
/// When it is not about what was asked, or does not add up: then nothing may be charged by it.
pub(super) fn read(
    question: &TaxQuestion,
    (calculation, lines): (&Calculation, &[Taxed]),
    sent: &Sent,
) -> Result<TaxCalculation, NoAnswer> {
    let id = calculation.id.clone().ok_or_else(|| unfit("it has no name"))?;
    let currency = question.currency.to_string();
    if !calculation.currency.eq_ignore_ascii_case(&currency) || lines.len() != sent.lines.len() {
        return Err(unfit("it is about something else"));
    }
    let find = |reference: &str, amount: i64| {
        let found =
            lines.iter().find(|line| line.reference.as_deref() == Some(reference) && line.amount == amount);
        found.ok_or_else(|| unfit("a line is missing"))
    };
    let found = sent
        .lines
        .iter()
        .map(|(reference, amount)| find(reference, *amount))
        .collect::<Result<Vec<_>, _>>()?;
    let is_alone = question.lines.is_empty();
    let taxed = found.iter().map(|line| line.taxes(&currency)).collect::<Result<Vec<_>, _>>()?;
    let shipping = calculation.shipping_cost.as_ref();
    let of_shipping = shipping.map(|cost| cost.taxes(&currency)).transpose()?.unwrap_or_default();
    if shipping.map(|cost| cost.amount) != sent.shipping {
        return Err(unfit("delivery is missing"));
    }
    let parts = || found.iter().copied().chain(shipping);
    let tax: i64 = parts().map(|part| part.amount_tax).sum();
    let amount: i64 = parts().map(|part| part.amount).sum();
    if tax != calculation.tax_amount_exclusive + calculation.tax_amount_inclusive
        || amount + calculation.tax_amount_exclusive != calculation.amount_total
    {
        return Err(unfit("its sums are not those of its lines"));
    }
    let (mut lines, mut shipping) = (taxed, of_shipping);
    if is_alone {
        shipping = lines.pop().unwrap_or_default();
    }
    Ok(TaxCalculation {
        id,
        asked: question.digest(),
        lines,
        shipping,
        reverse_charge: parts().any(Taxed::is_owed_by_buyer),
        total_cents: cents(calculation.amount_total, &currency)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use loggia_commerce::TaxedLine;
    use serde_json::json;

    fn question() -> TaxQuestion {
        let line = TaxedLine { cents: Cents::new(1000).unwrap(), quantity: 1, ..TaxedLine::default() };
        TaxQuestion { lines: vec![line], shipping_cents: Cents::new(500).unwrap(), ..TaxQuestion::default() }
    }

    fn answer() -> Value {
        let part = |amount: i64, net: i64| {
            json!([{"amount": amount, "taxable_amount": net, "taxability_reason": "standard_rated",
                "jurisdiction": {"country": "US", "display_name": "Washington", "level": "state", "state": "WA"},
                "tax_rate_details": {"display_name": "Sales Tax", "percentage_decimal": "6.512345", "tax_type": "sales_tax"}}])
        };
        let line = json!({"id": "li_1", "reference": "line-0", "amount": 1000, "amount_tax": 65, "tax_breakdown": part(65, 1000)});
        json!({"id": "taxcalc_1", "currency": "usd", "amount_total": 1598, "tax_amount_exclusive": 98, "tax_amount_inclusive": 0,
            "line_items": {"data": [line], "has_more": false},
            "shipping_cost": {"amount": 500, "amount_tax": 33, "tax_breakdown": part(33, 500)}})
    }

    fn said(answer: Value) -> Result<TaxCalculation, NoAnswer> {
        let mut calculation: Calculation = serde_json::from_value(answer).unwrap();
        let lines = calculation.line_items.take().unwrap_or_default().data;
        let sent = Sent { lines: vec![(reference(0), 1000)], shipping: Some(500) };
        read(&question(), (&calculation, &lines), &sent)
    }

    /// S-330: an answer that is about something else, or does not add up, is none.
    #[test]
    fn s_330_what_does_not_add_up_is_no_answer() {
        let right = said(answer()).unwrap();
        assert_eq!((right.total_cents.get(), right.asked), (1598, question().digest()));
        let tax = &right.lines[0][0];
        assert_eq!((tax.name.as_str(), tax.rate.to_string().as_str()), ("Washington Sales Tax", "6.5123"));
        for (member, value) in [
            ("/currency", json!("eur")),
            ("/amount_total", json!(1500)),
            ("/tax_amount_exclusive", json!(65)),
            ("/tax_amount_inclusive", json!(1)),
            ("/line_items/data/0/amount", json!(900)),
            ("/line_items/data/0/reference", json!("line-1")),
            ("/line_items/data/0/amount_tax", json!(64)),
            ("/line_items/data", json!([])),
            ("/shipping_cost", Value::Null),
            ("/shipping_cost/tax_breakdown/0/amount", json!(32)),
            ("/id", Value::Null),
        ] {
            let mut wrong = answer();
            *wrong.pointer_mut(member).unwrap() = value;
            assert!(said(wrong).is_err(), "{member}");
        }
    }
}
