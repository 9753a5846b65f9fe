#![doc = include_str!("../README.md")]

mod add_to_cart;
mod address;
mod availability;
mod buyer;
mod buying;
mod cart;
mod catalog;
mod country;
mod currency;
mod customer_group;
mod delivery;
mod detail;
mod direction;
mod discount;
mod format;
mod gift_card;
mod id;
mod installment;
mod item;
pub mod labels;
mod letter;
pub mod limit;
mod manual_payment;
mod measure;
mod merchandising;
mod money;
mod order;
mod order_settings;
mod page_data;
mod percent;
mod phone;
mod price;
mod price_history;
mod price_note;
mod problem;
mod product;
mod product_safety;
mod promise;
mod quantity;
mod refund;
mod refund_parts;
mod restock;
mod return_reason;
mod seller;
mod settings;
mod signature;
mod sold;
mod subscription;
mod variant;
mod vat;
mod window;
mod withdrawal;

pub use add_to_cart::{
    AddRequest, Purchase, StockLevel, check_add, check_additional_fields, check_answers, check_purchase,
    check_quantity_change, check_several, check_stock,
};
pub use address::{
    AddressField, AddressForm, AddressPart, AddressRegion, ShippingLocation, address_lines, check_address,
    country_on_letters, region_code,
};
pub use availability::Mark;
pub use buyer::{Asked, BillingAddress, Buyer, GIFT_NOTE_MAXIMUM, NAME_MAXIMUM, NOTE_MAXIMUM};
pub use buying::buying_button;
pub use cart::{
    Accepted, AddEntryAnswer, Agreed, AgreedLine, AgreedWith, CalculatedTax, Cart, CartAnswer, CartCoupon,
    CartEntry, CartPart, ChosenVariant, Coupon, CouponLimits, CouponUses, Discount, EntryTaxes, Estimate,
    GIFT_CARDS_MAXIMUM, GiftCardBalance, OfferedShippingOption, ProductCard, ProductCardsAnswer,
    ProductState, RateOf, Repricing, ServiceTerms, ShippingOption, StockAnswer, StockRecord, StocksAnswer,
    SubscriptionAnswer, TaxCalculation, TaxLine, TaxQuestion, TaxRule, TaxedLine, TaxesBy, Terms,
    US_TAX_TERRITORIES, UpdateEntryAnswer, VariantState, applicable_tax_rules, has_regions, has_same_taxes,
};
pub use catalog::{
    Access, CATALOG_VERSION, Catalog, CatalogPage, CatalogWebsite, PageLock, data_folder, output_of_data,
    protected_folder,
};
pub use country::{countries, is_country};
pub use currency::{
    AmountForm, CURRENCIES, Currency, CurrencyCode, DEFAULT_CURRENCY, DEFAULT_FRACTION_DIGITS,
    DEFAULT_LOCALE, NotACurrencyCode, PageCurrency,
};
pub use customer_group::{CustomerFacts, GROUPS_OF_DISCOUNT_MAXIMUM, GroupRule, GroupSpent, is_group_key};
pub use delivery::{
    BusinessDays, DELIVERY_DAYS_MAXIMUM, DeliveryDates, Fare, Load, Pickup, PickupPoint, Place, Rate,
    STANDARD_SHIPPING_CLASS, TransitDays,
};
pub use detail::{DetailProblem, Details};
pub use direction::is_right_to_left;
pub use discount::{
    AppliedDiscount, AutomaticDiscount, DISCOUNT_TEXT_MAXIMUM, DISCOUNTS_MAXIMUM, DiscountLimits, Effect,
    Goods, Step,
};
pub use format::{FreeLabelMissing, Trim, format_cents, format_or_free};
pub use gift_card::{GIFT_MESSAGE_MAXIMUM, GiftCardRecipient};
pub use id::{EntryId, ItemId, Sku};
pub use installment::InstallmentContext;
pub use item::{ItemProblem, ReadOptions, product_from_item};
pub use letter::{LETTER_BYTES_MAXIMUM, LETTER_KINDS, LetterTemplate};
pub use loggia_forms as forms;
pub use manual_payment::{MANUAL_HOLD_DAYS_MAXIMUM, MANUAL_PAYMENTS_MAXIMUM, ManualKind, ManualPayment};
pub use measure::{Measure, MeasureUnit, MeasuredAmount};
pub use merchandising::{
    MerchandisingContext, RestockNotificationMessages, RestockNotificationView, ScarcityTemplateView,
};
pub use money::{CENTS_MAXIMUM, Cents, INTEGER_PLACES_MAXIMUM, Money, MoneyProblem};
pub use order::{Order, OrderItem};
pub use order_settings::OrderSettings;
pub use page_data::{PageContext, PageData, PageProduct, PageWebsite};
pub use percent::{NotAPercentage, Percent};
pub use price_history::{PRICE_HISTORY_FILE, PriceHistory};
pub use price_note::{PriceWord, price_word};
pub use problem::Problem;
pub use product::{NotAProductType, OptionValue, Product, ProductType, Variant};
pub use product_safety::{ProductSafety, SafetyContact, safety_words};
pub use quantity::{check_quantity, parse_quantity, quantity_from_json};
pub use refund::{Funds, Giving, RefundProblem};
pub use refund_parts::{OrderParts, SoldLine, order_parts, part_of_line};
pub use restock::{RestockSignUp, check_restock};
pub use return_reason::ReturnReason;
pub use seller::{InvoiceMoment, SellerFault, SellerSettings, is_in_market, is_in_union, is_vat_country};
pub use settings::{
    CheckoutSettings, DEFAULT_TIME_ZONE, FeatureFlags, InstallmentSettings, ShopTerms, StoreSettings,
};
pub use signature::{
    SIGNATURE_TOLERANCE_S, SignatureProblem, Signed, SignedBody, check_signature, signature_header,
};
pub use sold::{FileDigest, NotADigest, SoldFile, upload_path, upload_statement};
pub use subscription::{BillingPeriod, BillingUnit, Duration, SubscriptionPlan};
pub use vat::{NotAVatId, VatId, VatIdState};
pub use window::{DeliveryWindow, WINDOW, WINDOW_DAYS_MAXIMUM, WindowHours, Windows};
pub use withdrawal::withdrawal_link;
