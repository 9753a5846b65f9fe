//! `availability.json` and `add_to_cart.json`.

use std::collections::BTreeMap;

use loggia_commerce::{
    Mark, Product, StockLevel, StockRecord, StoreSettings, check_stock, quantity_from_json,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{refusal, strict};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OnShelf {
    product: Value,
    multiple_quantity_allowed_for_services: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AdditionalFields {
    stock: Vec<Value>,
    in_cart: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OfAdditionalFields {
    additional_fields: AdditionalFields,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Available {
    OnShelf(OnShelf),
    AdditionalFields(OfAdditionalFields),
}

pub fn availability(given: Value) -> Value {
    match serde_json::from_value(given).unwrap() {
        Available::AdditionalFields(OfAdditionalFields { additional_fields }) => {
            let records: Vec<StockRecord> = additional_fields.stock.into_iter().map(strict).collect();
            // The form opens where one more could be added.
            let in_cart = additional_fields.in_cart;
            let may_open = |stock: &StockRecord| check_stock(StockLevel { stock, in_cart }, 1).is_ok();
            json!({ "mayOpen": records.iter().any(may_open) })
        }
        Available::OnShelf(given) => {
            let product: Product = strict(given.product);
            let settings = StoreSettings {
                multiple_quantity_allowed_for_services: given.multiple_quantity_allowed_for_services,
                ..StoreSettings::default()
            };
            let mark = product.mark().map(|mark| match mark {
                Mark::SoldOut => "sold-out",
                Mark::Sale => "sale",
            });
            json!({
                "soldOut": product.is_sold_out(), "onSale": product.is_on_sale(), "mark": mark,
                "stockTotal": product.stock_total(), "variedPrices": product.has_varied_prices(),
                "quantityShown": product.shows_quantity_input(&settings), "hasVariants": product.has_variants(),
            })
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Choice {
    product: Value,
    chosen: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Stock {
    record: Value,
    in_cart: u64,
    quantity: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Add {
    Choose(Choice),
    Quantity(Value),
    Stock(Stock),
}

pub fn add_to_cart(given: Value) -> Value {
    match serde_json::from_value(given).unwrap() {
        Add::Choose(given) => {
            let product: Product = strict(given.product);
            match product.choose_variant(&given.chosen) {
                Ok(variant) => json!({ "sku": variant.sku }),
                Err(problem) => refusal(&problem),
            }
        }
        Add::Quantity(value) => match quantity_from_json(&value) {
            Ok(quantity) => json!({ "quantity": quantity }),
            Err(problem) => refusal(&problem),
        },
        Add::Stock(given) => {
            let stock: StockRecord = strict(given.record);
            match check_stock(StockLevel { stock: &stock, in_cart: given.in_cart }, given.quantity) {
                Ok(()) => json!({ "ok": true }),
                Err(problem) => refusal(&problem),
            }
        }
    }
}
