//! The words of the pages: the widgets' catalogue, key by key, with the site's own strings before it.

use crate::error::ApiError;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Key and text, by key. Keys beginning with `plain` are these pages' own; every other text is the catalogue's, word for
/// word (a test compares them).
pub(super) const TEXTS: [(&str, &str); 160] = [
    ("addedAnnouncement", "{title} was added to your cart."),
    ("addressArea", "Area"),
    ("addressCounty", "County"),
    ("addressDepartment", "Department"),
    ("addressDistrict", "District"),
    ("addressDoSi", "Do or si"),
    ("addressEircode", "Eircode"),
    ("addressEmirate", "Emirate"),
    ("addressIsland", "Island"),
    ("addressNeighborhood", "Neighborhood"),
    ("addressOblast", "Oblast"),
    ("addressParish", "Parish"),
    ("addressPin", "PIN code"),
    ("addressPostTown", "Town or city"),
    ("addressPostcode", "Postcode"),
    ("addressPrefecture", "Prefecture"),
    ("addressProvince", "Province"),
    ("addressState", "State"),
    ("addressSuburb", "Suburb"),
    ("addressTownland", "Townland"),
    ("addressVillage", "Village or township"),
    ("addressZip", "ZIP code"),
    ("cartButtonText", "Checkout"),
    ("cartContinueShoppingText", "Continue Shopping"),
    ("cartEmptyText", "You have nothing in your shopping cart."),
    ("cartItemHeading", "Item"),
    ("cartOnlyLeft", "Only {n} left."),
    ("cartPriceHeading", "Price"),
    ("cartQuantityHeading", "Quantity"),
    ("cartQuantityOf", "Quantity of {title}"),
    ("cartRemove", "Remove"),
    ("cartRemoveItem", "Remove {title}"),
    ("cartSubtotalText", "Subtotal"),
    ("cartTitle", "Shopping Cart"),
    ("cartUnitPrice", "{price} each"),
    ("cartUpdated", "Cart updated. Subtotal {subtotal}."),
    ("checkoutArrives", "Arrives between {from} and {to}"),
    ("checkoutArrivesOn", "Arrives on {from}"),
    ("checkoutBilling", "Billing address"),
    ("checkoutBillingAdd", "Add a billing address"),
    ("checkoutBillingOther", "Use another billing address"),
    ("checkoutChangedDelivery", "The delivery changed."),
    ("checkoutChangedDiscounts", "A discount changed."),
    ("checkoutChangedGiftCards", "What your gift cards pay changed."),
    ("checkoutChangedItems", "What is in your cart changed."),
    ("checkoutChangedPrices", "A price changed."),
    ("checkoutChangedTax", "The tax changed."),
    ("checkoutCity", "City"),
    ("checkoutCompany", "Company (optional)"),
    ("checkoutContact", "Contact"),
    ("checkoutCountry", "Country"),
    ("checkoutDiscount", "Discount"),
    ("checkoutEmail", "Email"),
    ("checkoutFree", "Free"),
    ("checkoutGiftAbout", "It lies in the parcel with a list of what is in it, without prices."),
    ("checkoutGiftCard", "Gift card"),
    ("checkoutGiftMessage", "Message for a gift (optional)"),
    ("checkoutInvoice", "Invoice: billing address, VAT number"),
    ("checkoutLine1", "Address"),
    ("checkoutLine2", "Apartment, floor (optional)"),
    ("checkoutName", "Full name"),
    ("checkoutNoShippingOption", "We do not deliver to that address yet."),
    ("checkoutNoWindows", "No time is free at the moment. Please choose another way of delivery."),
    ("checkoutNote", "Note to the shop (optional)"),
    ("checkoutNothingCharged", "Nothing was charged. Please look at it and pay again."),
    ("checkoutPay", "Pay {total}"),
    ("checkoutPayer", "Name"),
    ("checkoutPayment", "Payment"),
    ("checkoutPhone", "Phone"),
    ("checkoutPlaceOfTax", "Your country, for the tax"),
    ("checkoutPostalCode", "Postal code"),
    ("checkoutPriceChanged", "The total changed to {total}. Please look at it and pay again."),
    ("checkoutReady", "Ready to collect from {from}"),
    ("checkoutRegion", "State or region"),
    ("checkoutReverseCharge", "VAT 0 % – reverse charge"),
    ("checkoutShipping", "Shipping address"),
    ("checkoutShippingCost", "Delivery"),
    ("checkoutShippingOption", "Delivery"),
    ("checkoutStillPending", "Your payment is still being confirmed. We will write to you as soon as it is."),
    ("checkoutSummary", "Your order"),
    ("checkoutTax", "Tax"),
    ("checkoutTaxIncluded", "Including {name} {rate} %"),
    ("checkoutTaxOf", "{name} {rate} %"),
    ("checkoutTerms", "I agree to the terms of the shop"),
    ("checkoutTermsRead", "Read the terms"),
    ("checkoutTermsTitle", "Terms"),
    ("checkoutTitle", "Checkout"),
    ("checkoutTotal", "Total"),
    ("checkoutTotalIs", "The total is {total}."),
    ("checkoutTotalWas", "The total was {shown} and is now {total}."),
    ("checkoutVatDomestic", "VAT is charged: this number is of the shop’s own country."),
    ("checkoutVatElsewhere", "VAT is charged: this is not the number of the country where your order goes."),
    ("checkoutVatId", "VAT number (optional)"),
    ("checkoutVatOutside", "VAT is charged: this is no number of an EU member state."),
    ("checkoutVatRefused", "VAT is charged: the register of the EU (VIES) does not know this number."),
    (
        "checkoutVatUnconfirmed",
        "VAT is charged: the register of the EU (VIES) does not answer at the moment. You can try again later.",
    ),
    ("checkoutWindow", "Day and time"),
    ("confirmedNone", "There is no order to show here."),
    ("confirmedOrder", "Order {id}"),
    ("confirmedSent", "We have sent a confirmation to {email}."),
    ("confirmedTestMode", "This was a test order: nothing was charged."),
    ("confirmedTitle", "Thank you for your order"),
    ("couponApply", "Apply"),
    ("couponLabel", "Coupon or gift card code"),
    ("couponRemove", "Remove code {code}"),
    ("estimateButton", "Estimate"),
    ("estimateTitle", "Estimate delivery and tax"),
    ("estimateTotal", "Estimated total"),
    ("fieldAmpm", "AM/PM"),
    ("fieldAreacode", "Area code"),
    ("fieldCity", "City"),
    ("fieldCountry", "Country"),
    ("fieldDay", "DD"),
    ("fieldFirstName", "First Name"),
    ("fieldHour", "Hour"),
    ("fieldLastName", "Last Name"),
    ("fieldLine", "Line"),
    ("fieldLine1", "Address 1"),
    ("fieldLine2", "Address 2"),
    ("fieldMinute", "Minute"),
    ("fieldMonth", "MM"),
    ("fieldPhoneCountry", "Country code"),
    ("fieldPrefix", "Prefix"),
    ("fieldSecond", "Second"),
    ("fieldState", "State/Province"),
    ("fieldYear", "YYYY"),
    ("fieldZip", "Zip/Postal Code"),
    ("formSelect", "Select an option"),
    ("giftCardDeliveryOn", "On a day I choose"),
    ("giftCardMessage", "Message (optional)"),
    ("giftCardRecipientEmail", "Recipient's email"),
    ("giftCardRecipientName", "Recipient's name"),
    ("optionSoldOut", "{value} ({soldOut})"),
    ("plainConfirmAbout", "Shall {email} get our news? Nobody is on our mailing list who did not say so."),
    ("plainConfirmButton", "Yes, send me your news"),
    ("plainConfirmDone", "You are on our mailing list now."),
    ("plainConfirmTitle", "Our mailing list"),
    ("plainDecoy", "Leave this empty"),
    ("plainDeliverAtOnce", "Left empty, it is sent right away."),
    ("plainErrorMark", "Error:"),
    ("plainPayOn", "{name} (on a page of its own)"),
    ("plainPayOnAbout", "You are led to the page of {name} now, and come back when you have paid there."),
    ("plainPayOnGo", "Go to {name}"),
    (
        "plainPaymentNeedsScript",
        "Paying by card needs JavaScript. Please switch it on, or write to us with your order.",
    ),
    ("plainShowDelivery", "Show delivery options"),
    ("plainShowTax", "Show the tax"),
    ("plainTestDecline", "A test card that is declined"),
    ("plainTestMode", "Test mode: no card is charged."),
    ("plainTestPass", "A test card that pays"),
    (
        "plainUnsubscribeAbout",
        "{email} will get no more notices of goods that are back, and leaves our mailing list.",
    ),
    ("plainUnsubscribeButton", "Unsubscribe"),
    ("plainUnsubscribeDone", "You will get no more of these letters."),
    ("plainUnsubscribeTitle", "Unsubscribe"),
    ("plainUpdate", "Update"),
    ("productAddToCartText", "Add To Cart"),
    ("productPriceFromText", "from {fromPrice}"),
    ("productQuantityInputLabel", "Quantity"),
    ("productSoldOutText", "sold out"),
    ("productSubscribeText", "Subscribe"),
    ("productVariantSelectText", "Select {variantName}"),
];

/// The texts of one site.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a>(pub &'a BTreeMap<String, String>);

impl Words<'_> {
    /// The site's own text of a key, else the catalogue's.
    pub fn get(&self, key: &str) -> &str {
        let own = self.0.get(key).map(String::as_str).filter(|text| !text.is_empty());
        own.or_else(|| {
            let place = TEXTS.binary_search_by_key(&key, |(known, _)| known).ok()?;
            Some(TEXTS[place].1)
        })
        .unwrap_or_default()
    }

    /// A text with its one `{name}` filled in.
    pub fn with(&self, key: &str, name: &str, value: &str) -> String {
        self.get(key).replace(&format!("{{{name}}}"), value)
    }

    /// A refusal, with how many are left where there are fewer than asked for.
    pub fn refusal(&self, why: &ApiError) -> String {
        match why {
            ApiError::TooFew { available, .. } if *available > 0 => {
                format!("{why} {}", self.with("cartOnlyLeft", "n", &available.to_string()))
            }
            _ => why.to_string(),
        }
    }

    /// Every text, for a template.
    pub fn all(&self) -> Value {
        let texts: Map<String, Value> =
            TEXTS.iter().map(|(key, _)| ((*key).to_owned(), Value::from(self.get(key)))).collect();
        Value::Object(texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(TEXTS.is_sorted_by_key(|(key, _)| *key));
    }

    #[test]
    fn w_021_the_site_s_own_words_come_first() {
        let own = BTreeMap::from([("cartTitle".to_owned(), "Basket".to_owned())]);
        assert_eq!(Words(&own).get("cartTitle"), "Basket");
        assert_eq!(Words(&own).with("checkoutPay", "total", "$3.00"), "Pay $3.00");
    }

    /// The catalogue of the widgets says the same, letter for letter.
    #[test]
    fn w_021_the_pages_and_the_widgets_say_the_same() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../widgets/src/text/catalogue");
        let files = std::fs::read_dir(folder).unwrap();
        let catalogue: String =
            files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
        // A long text stands on the line after its key.
        let catalogue = catalogue.replace(":\n    ", ": ");
        for (key, text) in TEXTS.iter().filter(|(key, _)| !key.starts_with("plain")) {
            let quoted = if text.contains('\'') { format!("\"{text}\"") } else { format!("'{text}'") };
            assert!(
                catalogue.contains(&format!("  {key}: {quoted},")),
                "{key}: {quoted} is not in the catalogue"
            );
        }
    }
}
