#![doc = include_str!("../README.md")]

mod cart;
mod catalog;
mod currency;
mod id;
mod installment;
pub mod labels;
pub mod limit;
mod merchandising;
mod money;
mod order;
mod page_data;
mod problem;
mod product;
mod settings;
mod subscription;

pub use cart::{
    AddEntryAnswer, Cart, CartAnswer, CartCoupon, CartEntry, CartIndicator, ChosenVariant, Coupon, Discount,
    OfferedShippingOption, ShippingLocation, ShippingOption, StockAnswer, StockRecord, SubscriptionAnswer,
    TaxRule, UpdateEntryAnswer,
};
pub use catalog::{Access, CATALOG_VERSION, Catalog, CatalogPage, CatalogWebsite};
pub use currency::{
    CURRENCIES, Currency, CurrencyCode, DEFAULT_CURRENCY, DEFAULT_FRACTION_DIGITS, DEFAULT_LOCALE,
    NotACurrencyCode, PageCurrency,
};
pub use id::{EntryId, ItemId, Sku};
pub use installment::InstallmentContext;
pub use loggia_forms as forms;
pub use merchandising::{
    MerchandisingContext, RestockNotificationMessages, RestockNotificationView, ScarcityTemplateView,
};
pub use money::{
    CENTS_MAXIMUM, Cents, FreeLabelMissing, INTEGER_PLACES_MAXIMUM, Money, MoneyProblem, NotAPercentage,
    Percent, Trim, format_cents, format_or_free,
};
pub use order::{Order, OrderItem};
pub use page_data::{PAGE_DATA_ID, PageContext, PageData, PageProduct, PageWebsite};
pub use problem::Problem;
pub use product::{NotAProductType, OptionValue, Product, ProductType, Variant};
pub use settings::{FeatureFlags, InstallmentSettings, StoreSettings};
pub use subscription::{BillingPeriod, BillingUnit, Duration, SubscriptionPlan};

/// The time zone of a site that names none (N-078).
pub const DEFAULT_TIME_ZONE: &str = "America/New_York";
