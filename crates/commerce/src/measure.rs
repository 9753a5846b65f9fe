//! How much of something a product holds, and what a kilogram or a litre of it costs: Directive 98/6/EC, articles 2(b) and 3.

use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::currency::CurrencyCode;
use crate::money::Cents;

/// The most that a measure says, in its own unit.
const MOST: u32 = 1_000_000_000;
/// The decimals that a measure may have.
const DECIMALS: u32 = 6;

/// A unit in which goods are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MeasureUnit {
    /// Milligram.
    Mg,
    /// Gram.
    G,
    /// Kilogram.
    Kg,
    /// Millilitre.
    Ml,
    /// Centilitre.
    Cl,
    /// Litre.
    L,
    /// Cubic metre.
    M3,
    /// Millimetre.
    Mm,
    /// Centimetre.
    Cm,
    /// Metre.
    M,
    /// Square centimetre.
    Cm2,
    /// Square metre.
    M2,
    /// One piece.
    Piece,
}

/// What is measured in it, so much of the smallest unit of that, its sign, its name in content, its code in UN/CEFACT
/// recommendation 20.
type Row = (MeasureUnit, u8, u32, &'static str, &'static str, &'static str);

const UNITS: [Row; 13] = [
    (MeasureUnit::Mg, 0, 1, "mg", "mg", "MGM"),
    (MeasureUnit::G, 0, 1_000, "g", "g", "GRM"),
    (MeasureUnit::Kg, 0, 1_000_000, "kg", "kg", "KGM"),
    (MeasureUnit::Ml, 1, 1, "ml", "ml", "MLT"),
    (MeasureUnit::Cl, 1, 10, "cl", "cl", "CLT"),
    (MeasureUnit::L, 1, 1_000, "l", "l", "LTR"),
    (MeasureUnit::M3, 1, 1_000_000, "m³", "m3", "MTQ"),
    (MeasureUnit::Mm, 2, 1, "mm", "mm", "MMT"),
    (MeasureUnit::Cm, 2, 10, "cm", "cm", "CMT"),
    (MeasureUnit::M, 2, 1_000, "m", "m", "MTR"),
    (MeasureUnit::Cm2, 3, 1, "cm²", "cm2", "CMK"),
    (MeasureUnit::M2, 3, 10_000, "m²", "m2", "MTK"),
    (MeasureUnit::Piece, 4, 1, "", "piece", "C62"),
];

impl MeasureUnit {
    fn row(self) -> &'static Row {
        // Each unit has its row; a test goes through them.
        UNITS.iter().find(|row| row.0 == self).unwrap_or(&UNITS[12])
    }

    /// Its sign, the same in every language; empty for a piece.
    #[must_use]
    pub fn sign(self) -> &'static str {
        self.row().3
    }

    /// Its code in UN/CEFACT recommendation 20, as structured data names it.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().5
    }

    /// The unit that prices are said for: the kilogram, litre, metre, square metre or piece (article 2(b)); the cubic metre for
    /// what is measured in it.
    #[must_use]
    pub fn reference(self) -> Self {
        match (self, self.row().1) {
            (Self::M3, _) => Self::M3,
            (_, 0) => Self::Kg,
            (_, 1) => Self::L,
            (_, 2) => Self::M,
            (_, 3) => Self::M2,
            _ => Self::Piece,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        UNITS
            .iter()
            .find(|row| row.4.eq_ignore_ascii_case(text) || (!row.3.is_empty() && row.3 == text))
            .map(|row| row.0)
    }
}

/// So much of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MeasuredAmount {
    /// How much, as a decimal text: `0.75`.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub amount: Decimal,
    /// Of what.
    pub unit: MeasureUnit,
}

impl MeasuredAmount {
    /// In the smallest unit of what is measured.
    fn smallest(self) -> Option<Decimal> {
        self.amount.checked_mul(Decimal::from(self.unit.row().2))
    }

    fn read(node: &Value) -> Result<Self, String> {
        let unit = node.get("unit").and_then(Value::as_str).and_then(MeasureUnit::parse);
        let unit = unit.ok_or_else(|| {
            let known: Vec<&str> = UNITS.iter().map(|row| row.4).collect();
            format!("the unit is one of {}", known.join(", "))
        })?;
        let text = match node.get("amount") {
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::String(text)) => text.trim().to_owned(),
            _ => String::new(),
        };
        let amount = Decimal::from_str_exact(&text).ok().map(|amount| amount.normalize());
        let is_fine = |amount: &Decimal| {
            *amount > Decimal::ZERO && *amount <= Decimal::from(MOST) && amount.scale() <= DECIMALS
        };
        let amount = amount.filter(is_fine).ok_or_else(|| {
            format!("the amount is a number above 0 with at most {DECIMALS} decimals, such as \"0.75\"")
        })?;
        Ok(Self { amount, unit })
    }
}

/// How much one of a product holds, and for how much of it its unit price is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Measure {
    /// What one of it holds.
    #[serde(flatten)]
    pub holds: MeasuredAmount,
    /// For how much the unit price is said, such as one kilogram.
    pub per: MeasuredAmount,
}

impl Measure {
    /// Reads `{"amount": "250", "unit": "g", "per": {"amount": "100", "unit": "g"}}`; `per` may be left out.
    ///
    /// # Errors
    /// What is wrong, in plain words.
    pub fn read(node: &Value) -> Result<Self, String> {
        let holds = MeasuredAmount::read(node)?;
        let per = match node.get("per").filter(|per| !per.is_null()) {
            Some(per) => MeasuredAmount::read(per).map_err(|why| format!("in 'per' {why}"))?,
            None => MeasuredAmount { amount: Decimal::ONE, unit: holds.unit.reference() },
        };
        if per.unit.row().1 != holds.unit.row().1 {
            return Err("'per' measures something else than the amount does".to_owned());
        }
        Ok(Self { holds, per })
    }

    /// How many times the price the unit price is: 4 for 250 g and a price per kilogram; as a fraction, over and under the
    /// line. `None` beyond what can be counted.
    fn times(self) -> Option<(Decimal, Decimal)> {
        Some((self.per.smallest()?, self.holds.smallest()?))
    }

    /// The same as two whole numbers, for who counts with them; `None` beyond what can be counted.
    #[must_use]
    pub fn ratio(self) -> Option<(Decimal, Decimal)> {
        let (over, under) = self.times()?;
        let (over, under) = (over.normalize(), under.normalize());
        let whole = Decimal::from(10_u64.pow(over.scale().max(under.scale())));
        Some((over.checked_mul(whole)?.normalize(), under.checked_mul(whole)?.normalize()))
    }

    /// The price of the reference amount at this price, half a unit of the currency rounded up; `None` beyond what can be
    /// counted.
    #[must_use]
    pub fn unit_price(self, price: Cents, currency: CurrencyCode) -> Option<Cents> {
        let (over, under) = self.times()?;
        let digits = u32::from(currency.fraction_digits()).min(2);
        let exact = price.to_major().checked_mul(over)?.checked_div(under)?;
        Cents::from_major(exact.round_dp_with_strategy(digits, RoundingStrategy::MidpointAwayFromZero))
    }

    /// Whether the unit price is the price: then it need not be said (article 3(1)).
    #[must_use]
    pub fn is_the_price(self) -> bool {
        self.times().is_some_and(|(over, under)| over == under)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn measure(node: Value) -> Measure {
        Measure::read(&node).unwrap()
    }

    fn price(cents: i64, node: Value) -> i64 {
        let euro = CurrencyCode::parse("EUR").unwrap();
        measure(node).unit_price(Cents::new(cents).unwrap(), euro).unwrap().get()
    }

    /// S-780: by the example of the directive's own units; what is left out is the kilogram, litre, metre, square metre, piece.
    #[test]
    fn s_780_a_unit_price_is_exact() {
        assert_eq!(price(200, json!({"amount": 250, "unit": "g"})), 800);
        assert_eq!(price(199, json!({"amount": "0.75", "unit": "l"})), 265);
        assert_eq!(
            price(1299, json!({"amount": "70", "unit": "cl", "per": {"amount": 100, "unit": "ml"}})),
            186
        );
        assert_eq!(price(1000, json!({"amount": 3, "unit": "m"})), 333);
        assert_eq!(price(2000, json!({"amount": 3, "unit": "m"})), 667);
        assert_eq!(price(990, json!({"amount": "2.5", "unit": "m²"})), 396);
        assert_eq!(price(500, json!({"amount": 12, "unit": "piece"})), 42);
        // Half a cent goes up: 0.005 for 1 g of 200 g at 1.00.
        assert_eq!(price(100, json!({"amount": 200, "unit": "g", "per": {"amount": 1, "unit": "g"}})), 1);
        let yen = CurrencyCode::parse("JPY").unwrap();
        let exact = measure(json!({"amount": 400, "unit": "g"})).unit_price(Cents::new(10_100).unwrap(), yen);
        assert_eq!(exact.map(Cents::get), Some(25_300));
        assert!(measure(json!({"amount": 1000, "unit": "g"})).is_the_price());
        assert!(!measure(json!({"amount": 999, "unit": "g"})).is_the_price());
        for row in UNITS {
            assert_eq!(row.0.row().4, row.4);
            let read = measure(json!({"amount": 1, "unit": row.4}));
            assert_eq!(read.per.unit, row.0.reference());
            assert_eq!(serde_json::to_value(row.0).unwrap(), row.4);
        }
    }

    /// S-780: the home and the browser's twin count alike.
    #[test]
    fn s_780_the_vectors() {
        let file: Value = serde_json::from_str(include_str!("../vectors/unit_price.json")).unwrap();
        for case in file["cases"].as_array().unwrap() {
            let (given, expect) = (&case["given"], &case["expect"]);
            let measure = measure(given["measure"].clone());
            let (over, under) = measure.ratio().unwrap();
            assert_eq!(format!("{over}/{under}"), expect["ratio"].as_str().unwrap(), "{case}");
            let currency = CurrencyCode::parse(given["currency"].as_str().unwrap()).unwrap();
            let price = Cents::new(given["cents"].as_i64().unwrap()).unwrap();
            assert_eq!(
                measure.unit_price(price, currency).map(Cents::get),
                expect["cents"].as_i64(),
                "{case}"
            );
        }
    }

    /// S-780: what is no measure is said in plain words.
    #[test]
    fn s_780_what_is_no_measure() {
        for wrong in [
            json!({"amount": 0, "unit": "g"}),
            json!({"amount": -1, "unit": "g"}),
            json!({"amount": "1e3", "unit": "g"}),
            json!({"amount": "0.0000001", "unit": "g"}),
            json!({"amount": 1, "unit": "stone"}),
            json!({"amount": 1}),
            json!({"unit": "g"}),
            json!("250 g"),
            json!({"amount": 1, "unit": "g", "per": {"amount": 1, "unit": "l"}}),
            json!({"amount": 1, "unit": "g", "per": {"amount": 0, "unit": "g"}}),
        ] {
            assert!(Measure::read(&wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        /// S-780: never further from the exact amount than half a cent, whatever is measured.
        #[test]
        fn s_780_no_unit_price_is_off_by_more_than_half_a_cent(
            cents in 0_i64..100_000_000, grams in 1_u32..100_000,
        ) {
            let shown = price(cents, json!({"amount": grams, "unit": "g"}));
            let exact = i128::from(cents) * 1000;
            let off = (i128::from(shown) * i128::from(grams) - exact).abs() * 2;
            prop_assert!(off <= i128::from(grams), "{cents} for {grams} g: {shown}");
        }

        /// S-780: a measure is read again as it was written.
        #[test]
        fn s_780_a_measure_is_read_as_it_was_written(amount in 1_u32..1_000_000, scale in 0_u32..4) {
            let amount = Decimal::new(i64::from(amount), scale).normalize();
            let read = measure(json!({"amount": amount.to_string(), "unit": "ml"}));
            prop_assert_eq!(read.holds.amount, amount);
            let written = serde_json::to_value(read).unwrap();
            prop_assert_eq!(serde_json::from_value::<Measure>(written.clone()).unwrap(), read);
            prop_assert_eq!(measure(written), read);
            let (over, under) = read.ratio().unwrap();
            prop_assert_eq!((over.scale(), under.scale()), (0, 0));
            prop_assert_eq!(over * amount, under * Decimal::from(1000));
        }
    }
}
