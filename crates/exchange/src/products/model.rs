//! What a list of products says, whatever platform wrote it.

use loggia_commerce::{Cents, CurrencyCode};
use rust_decimal::Decimal;
use serde::Serialize;

use crate::fault::Fault;

/// The platform whose columns a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Squarespace.
    Squarespace,
    /// Shopify, with the column names of before 2024 or of today.
    Shopify,
    /// WooCommerce, in English or one of the languages it translates its columns to.
    WooCommerce,
    /// Wix Stores.
    Wix,
    /// Magento, or Adobe Commerce.
    Magento,
    /// Any other list whose columns say a name and a price: a spreadsheet, a feed, a platform without a reader of its own.
    Plain,
}

impl Dialect {
    /// The platform's name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Squarespace => "Squarespace",
            Dialect::Shopify => "Shopify",
            Dialect::WooCommerce => "WooCommerce",
            Dialect::Wix => "Wix",
            Dialect::Magento => "Magento",
            Dialect::Plain => "a list",
        }
    }
}

/// What kind of good it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It is sent in a parcel.
    #[default]
    Physical,
    /// A file.
    Digital,
    /// Something that is done, or anything else that is not sent.
    Service,
    /// A voucher.
    GiftCard,
    /// Something that is paid for again and again.
    Subscription,
}

/// Who sees it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Everybody, in the shop's lists as well.
    #[default]
    Visible,
    /// Whoever knows its address.
    Unlisted,
    /// Nobody but those who run the shop.
    Hidden,
}

/// How many there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stock {
    /// There are always enough, or nobody counts them.
    #[default]
    Unlimited,
    /// So many.
    Count(u32),
}

/// A unit of weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum WeightUnit {
    /// Gram.
    #[serde(rename = "g")]
    Gram,
    /// Kilogram.
    #[serde(rename = "kg")]
    Kilogram,
    /// Ounce.
    #[serde(rename = "oz")]
    Ounce,
    /// Pound.
    #[serde(rename = "lb")]
    Pound,
}

impl WeightUnit {
    /// How many grams one of it is.
    #[must_use]
    pub const fn in_grams(self) -> Decimal {
        match self {
            WeightUnit::Gram => Decimal::ONE,
            WeightUnit::Kilogram => Decimal::ONE_THOUSAND,
            WeightUnit::Ounce => Decimal::from_parts(2_579_719_349, 6, 0, false, 9),
            WeightUnit::Pound => Decimal::from_parts(45_359_237, 0, 0, false, 5),
        }
    }
}

/// A unit of length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum LengthUnit {
    /// Millimetre.
    #[serde(rename = "mm")]
    Millimetre,
    /// Centimetre.
    #[serde(rename = "cm")]
    Centimetre,
    /// Metre.
    #[serde(rename = "m")]
    Metre,
    /// Inch.
    #[serde(rename = "in")]
    Inch,
    /// Yard.
    #[serde(rename = "yd")]
    Yard,
}

impl LengthUnit {
    /// How many millimetres one of it is.
    #[must_use]
    pub const fn in_millimetres(self) -> Decimal {
        match self {
            LengthUnit::Millimetre => Decimal::ONE,
            LengthUnit::Centimetre => Decimal::TEN,
            LengthUnit::Metre => Decimal::ONE_THOUSAND,
            LengthUnit::Inch => Decimal::from_parts(254, 0, 0, false, 1),
            LengthUnit::Yard => Decimal::from_parts(9_144, 0, 0, false, 1),
        }
    }
}

/// A weight as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Weight {
    /// How many units.
    pub value: Decimal,
    /// The unit.
    pub unit: WeightUnit,
}

impl Weight {
    /// Whole grams, half a gram rounded up; `None` for more than can be counted.
    #[must_use]
    pub fn grams(self) -> Option<u32> {
        use rust_decimal::prelude::ToPrimitive;
        let grams = self.value.checked_mul(self.unit.in_grams())?;
        grams.round_dp_with_strategy(0, rust_decimal::RoundingStrategy::MidpointAwayFromZero).to_u32()
    }
}

/// The size of a parcel as it is written; 0 where nothing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Size {
    /// Length.
    pub length: Decimal,
    /// Width.
    pub width: Decimal,
    /// Height.
    pub height: Decimal,
    /// The unit of all three.
    pub unit: LengthUnit,
}

/// A picture.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// Its address.
    pub url: String,
    /// What it shows, for those who do not see it; empty when nothing is said.
    pub alt: String,
}

/// A file that buyers get.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Download {
    /// What it is called; may be empty.
    pub name: String,
    /// Where it lies.
    pub url: String,
}

/// One way to buy a product.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Variant {
    /// The line of the list that says it.
    pub line: usize,
    /// What the source calls it; may be empty.
    pub source_id: String,
    /// Stock keeping unit; may be empty.
    pub sku: String,
    /// The chosen values, one for each of the product's options, in their order.
    pub values: Vec<String>,
    /// The regular price, in hundredths of the shop's currency; `None` when none is said or it cannot be read. What has no
    /// price is not for sale: its stock is 0.
    pub price: Option<Cents>,
    /// The price while on sale, in hundredths.
    pub sale_price: Option<Cents>,
    /// Whether the sale price is asked now.
    pub on_sale: bool,
    /// How many there are.
    pub stock: Stock,
    /// Its weight.
    pub weight: Option<Weight>,
    /// Its size.
    pub size: Option<Size>,
    /// GTIN, EAN, UPC or ISBN; may be empty.
    pub barcode: String,
    /// Whether it is sent, where that is said.
    pub needs_shipping: Option<bool>,
    /// Whether tax is asked, where that is said.
    pub taxable: Option<bool>,
    /// The address of its own picture; may be empty.
    pub picture: String,
}

/// One product.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Product {
    /// The line of the list where it begins.
    pub line: usize,
    /// What the source calls it; may be empty.
    pub source_id: String,
    /// What kind of good it is.
    pub kind: Kind,
    /// Its name; may be empty.
    pub title: String,
    /// The path of its page's folder in the old shop, without slashes at the ends, such as `shop` or `products`.
    pub page: String,
    /// The last part of its address there.
    pub url_id: String,
    /// What it is, at length: HTML.
    pub description: String,
    /// What it is, in short: HTML. Empty where a list has one text alone.
    pub excerpt: String,
    /// More to know, by name: HTML. Tabs, and attributes that are no choice.
    pub details: Vec<(String, String)>,
    /// Categories, each with those around it: `["Clothing", "Shirts"]`.
    pub categories: Vec<Vec<String>>,
    /// Tags.
    pub tags: Vec<String>,
    /// Who makes it; may be empty.
    pub vendor: String,
    /// A word or two on its picture, such as `New!`; may be empty.
    pub ribbon: String,
    /// Who sees it.
    pub visibility: Visibility,
    /// Whether it is put forward.
    pub featured: bool,
    /// The title for search engines; may be empty.
    pub seo_title: String,
    /// The description for search engines; may be empty.
    pub seo_description: String,
    /// Pictures in their order.
    pub pictures: Vec<Picture>,
    /// The names of the choices, in their order.
    pub options: Vec<String>,
    /// What can be bought; at least one.
    pub variants: Vec<Variant>,
    /// Files that buyers get.
    pub downloads: Vec<Download>,
    /// When it was published, milliseconds since 1970 (UTC).
    pub publish_on: Option<i64>,
}

/// What a list does not say of the shop it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shop {
    /// The currency of its amounts.
    pub currency: CurrencyCode,
    /// Whether weights and sizes without a unit are metric; by the currency when nobody knows.
    pub metric: Option<bool>,
    /// The clock, milliseconds since 1970 (UTC): a sale has begun, or is over.
    pub now: i64,
}

impl Shop {
    /// Whether weights are in kilograms and sizes in centimetres where a list does not say.
    pub(super) fn is_metric(self) -> bool {
        self.metric.unwrap_or(self.currency.as_str() != "USD")
    }
}

/// What was read out of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// Whose list it is.
    pub dialect: Dialect,
    /// The products in their order.
    pub products: Vec<Product>,
    /// What was read otherwise than it is written, or not taken over, in the order of lines.
    pub faults: Vec<Fault>,
}
