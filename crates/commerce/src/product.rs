//! Products and variants, as the programs and the pages exchange them.
//!
//! A site's own item JSON, with its money nodes and defaults, is read by [`crate::product_from_item`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::id::{ItemId, Sku};
use crate::measure::Measure;
use crate::money::Cents;
use crate::subscription::SubscriptionPlan;

/// The kinds of products, by number (N-001).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[repr(u8)]
pub enum ProductType {
    /// 1: is shipped.
    #[default]
    Physical = 1,
    /// 2: is downloaded.
    Digital = 2,
    /// 3: is done for the shopper.
    Service = 3,
    /// 4: a gift card; its variants are denominations.
    GiftCard = 4,
    /// 5: opens pages to members.
    Paywall = 5,
}

/// A number that is no product type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a product type: 1 physical, 2 digital, 3 service, 4 gift card, 5 paywall")]
pub struct NotAProductType(pub u8);

impl ProductType {
    /// Every type, in the order of the codes.
    pub const ALL: [Self; 5] = [Self::Physical, Self::Digital, Self::Service, Self::GiftCard, Self::Paywall];

    /// The number of the type.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The name of the type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Physical => "physical",
            Self::Digital => "digital",
            Self::Service => "service",
            Self::GiftCard => "gift-card",
            Self::Paywall => "paywall",
        }
    }

    /// True for the types whose variants have stock: physical and service (C-025, C-027, C-028).
    #[must_use]
    pub const fn has_stock(self) -> bool {
        matches!(self, Self::Physical | Self::Service)
    }

    /// True for the types that may be sold as a subscription: physical and service (C-049).
    #[must_use]
    pub const fn may_be_subscribable(self) -> bool {
        matches!(self, Self::Physical | Self::Service)
    }

    /// True for the types priced by the product itself and not by its variants: digital and paywall (C-028, C-030).
    #[must_use]
    pub const fn is_priced_as_a_whole(self) -> bool {
        matches!(self, Self::Digital | Self::Paywall)
    }
}

impl TryFrom<u8> for ProductType {
    type Error = NotAProductType;

    fn try_from(code: u8) -> Result<Self, NotAProductType> {
        Self::ALL.into_iter().find(|product_type| product_type.code() == code).ok_or(NotAProductType(code))
    }
}

impl From<ProductType> for u8 {
    fn from(product_type: ProductType) -> Self {
        product_type.code()
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for ProductType {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .enum_values(Some(Self::ALL.map(Self::code)))
            .description(Some("1 physical, 2 digital, 3 service, 4 gift card, 5 paywall"))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for ProductType {}

/// A product. Amounts are minor units of the store currency.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Product {
    /// The item's id.
    #[cfg_attr(feature = "schema", schema(required))]
    pub id: ItemId,
    /// The collection it stands in.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub collection_id: String,
    /// What it is called in the cart and on the order.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub title: String,
    /// Its page, from the root.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub full_url: String,
    /// The address of its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_url: Option<String>,
    /// Decides stock, price, shipping and the button.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub product_type: ProductType,
    /// The options in the order of the selectors: `["Size", "Color"]`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub variant_option_ordering: Vec<String>,
    /// What can be bought. Digital and paywall products have exactly one once read from a site's item.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub variants: Vec<Variant>,
    /// Price of a product that is priced as a whole (digital, paywall).
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub price: Cents,
    /// Its price while on sale.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub sale_price: Cents,
    /// It is on sale.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub on_sale: bool,
    /// It is sold as a subscription.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub is_subscribable: bool,
    /// What the subscription asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription_plan: Option<SubscriptionPlan>,
    /// The form to be filled in before it can be added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub additional_fields_form_id: Option<String>,
    /// The button shows the text below.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub use_custom_add_button_text: bool,
    /// The button's own text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_add_button_text: Option<String>,
    /// Its tax class, such as `reduced` or `zero`; empty is `standard`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tax_class: String,
    /// Its shipping class, such as `bulky`: which rates of delivery it goes by; empty is `standard`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub shipping_class: String,
}

impl Product {
    /// The variant with this sku.
    #[must_use]
    pub fn variant(&self, sku: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.sku == *sku)
    }

    /// True when there is a choice to make; only then a selector is shown (W-096).
    #[must_use]
    pub fn has_variants(&self) -> bool {
        self.variants.len() > 1
    }
}

/// One way to buy a product. Amounts are minor units of the store currency.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Variant {
    /// Names the variant within its product.
    #[cfg_attr(feature = "schema", schema(required))]
    pub sku: Sku,
    /// Option name to chosen value: `{"Size": "Large"}`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub attributes: BTreeMap<String, String>,
    /// The same values in the order of the options.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub option_values: Vec<OptionValue>,
    /// The regular price.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub price: Cents,
    /// The price while on sale.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub sale_price: Cents,
    /// The sale price is asked.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub on_sale: bool,
    /// How many there are. In the catalogue: how many there were when the product was first imported.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub qty_in_stock: u32,
    /// There are always enough.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub unlimited: bool,
    /// Weight for shipping, in grams.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub shipping_weight: u32,
    /// How much one of it holds, and for how much of it the unit price is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
}

/// One value of a variant, in the order of the options.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OptionValue {
    /// The option.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub option_name: String,
    /// The value chosen for it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub value: String,
}
