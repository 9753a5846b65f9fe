#![doc = include_str!("../README.md")]

mod add_to_cart;
mod availability;
mod cart;
mod catalog;
mod country;
mod currency;
mod format;
mod gift_card;
mod id;
mod installment;
mod item;
pub mod labels;
pub mod limit;
mod merchandising;
mod money;
mod order;
mod page_data;
mod percent;
mod price;
mod problem;
mod product;
mod promise;
mod quantity;
mod refund;
mod region;
mod restock;
mod seller;
mod settings;
mod signature;
mod sold;
mod subscription;
mod variant;
mod withdrawal;

pub use add_to_cart::{
    Purchase, Shelf, Wish, check_add, check_additional_fields, check_answers, check_purchase,
    check_quantity_change, check_several, check_stock,
};
pub use availability::Mark;
pub use cart::{
    Accepted, AddEntryAnswer, Cart, CartAnswer, CartCoupon, CartEntry, CartPart, ChosenVariant, Coupon,
    CouponLimits, CouponUses, Discount, EntryTaxes, GIFT_CARDS_MAXIMUM, GiftCardBalance,
    OfferedShippingOption, ProductState, RateOf, Repricing, ShippingLocation, ShippingOption, StockAnswer,
    StockRecord, StocksAnswer, SubscriptionAnswer, TaxLine, TaxRule, Terms, US_TAX_TERRITORIES,
    UpdateEntryAnswer, VariantState, applicable_tax_rules,
};
pub use catalog::{
    Access, CATALOG_VERSION, Catalog, CatalogPage, CatalogWebsite, PageLock, data_folder, output_of_data,
    protected_folder,
};
pub use country::{countries, is_country};
pub use currency::{
    CURRENCIES, Currency, CurrencyCode, DEFAULT_CURRENCY, DEFAULT_FRACTION_DIGITS, DEFAULT_LOCALE,
    NotACurrencyCode, PageCurrency,
};
pub use format::{FreeLabelMissing, Trim, format_cents, format_or_free};
pub use gift_card::{GIFT_MESSAGE_MAXIMUM, GiftCardRecipient};
pub use id::{EntryId, ItemId, Sku};
pub use installment::InstallmentContext;
pub use item::{ItemProblem, ReadOptions, product_from_item};
pub use loggia_forms as forms;
pub use merchandising::{
    MerchandisingContext, RestockNotificationMessages, RestockNotificationView, ScarcityTemplateView,
};
pub use money::{CENTS_MAXIMUM, Cents, INTEGER_PLACES_MAXIMUM, Money, MoneyProblem};
pub use order::{Order, OrderItem};
pub use page_data::{PageContext, PageData, PageProduct, PageWebsite};
pub use percent::{NotAPercentage, Percent};
pub use problem::Problem;
pub use product::{NotAProductType, OptionValue, Product, ProductType, Variant};
pub use quantity::{check_quantity, parse_quantity, quantity_from_json};
pub use refund::{Funds, Giving, RefundProblem};
pub use restock::{RestockSignUp, check_restock};
pub use seller::{InvoiceMoment, SellerFault, SellerSettings, is_in_union};
pub use settings::{DEFAULT_TIME_ZONE, FeatureFlags, InstallmentSettings, StoreSettings};
pub use signature::{
    SIGNATURE_TOLERANCE_S, SignatureProblem, Signed, SignedBody, check_signature, signature_header,
};
pub use sold::{FileDigest, NotADigest, SoldFile, hand_over_path, hand_over_statement};
pub use subscription::{BillingPeriod, BillingUnit, Duration, SubscriptionPlan};
pub use withdrawal::withdrawal_link;
