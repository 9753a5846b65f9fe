//! Every text a widget shows that is no refusal, by its `localizedStrings` key (W-021).
//! A site replaces any of them in `localizedStrings`.

use std::collections::BTreeMap;

/// What replaces a restock sign-up form.
pub const SIGNED_UP: &str = "Signed up!";

/// Key and default text, by key. `{…}` is replaced where the text is shown.
pub const LABELS: [(&str, &str); 52] = [
    ("cartButtonText", "Checkout"),
    ("cartCloseText", "Close"),
    ("cartContinueShoppingText", "Continue Shopping"),
    ("cartEmptyText", "You have nothing in your shopping cart."),
    ("cartItemHeading", "Item"),
    ("cartItemSuffixOne", "item"),
    ("cartItemSuffixOther", "items"),
    ("cartPillAboveMaximumText", "{n}+"),
    ("cartPillLabelAboveMaximum", "More than {n} items in cart"),
    ("cartPillLabelOne", "One item in cart"),
    ("cartPillLabelOther", "{n} items in cart"),
    ("cartPriceHeading", "Price"),
    ("cartQuantityHeading", "Quantity"),
    ("cartRemoveQuestion", "Remove this item from your cart?"),
    ("cartSubtotalText", "Subtotal"),
    ("cartUnableToOpenFormText", "Unable to open form"),
    ("cartUnableToRemoveText", "Unable to remove item"),
    ("cartUnableToUpdateFormText", "Unable to update form"),
    ("cartUnableToUpdateQuantityText", "Unable to update quantity"),
    ("formDefaultButtonText", loggia_forms::DEFAULT_BUTTON_TEXT),
    ("formSavingText", "Saving…"),
    ("formSubmittingText", "Submitting…"),
    ("giftCardUnableToPurchaseTitle", "Unable to purchase Gift Card"),
    ("giftCardValueDisplayText", "Value"),
    ("giftCardVariantSelectText", "Select Value"),
    ("installmentInRangeText", "or {count} interest-free payments of {amount} with {brand}"),
    ("installmentOutOfRangeText", "{brand} available for orders between {min} and {max}"),
    ("networkErrorText", "Please check your internet connection."),
    ("originalPriceText", "Original Price:"),
    ("productAddToCartText", "Add To Cart"),
    ("productAddedText", "Added!"),
    ("productAddingText", "Adding…"),
    ("productAnswerMapAgree", "Agree"),
    ("productAnswerMapDisagree", "Disagree"),
    ("productAnswerMapNeutral", "Neutral"),
    ("productAnswerMapStronglyAgree", "Strongly Agree"),
    ("productAnswerMapStronglyDisagree", "Strongly Disagree"),
    ("productPriceFromText", "from {fromPrice}"),
    ("productPriceUnavailable", "Unavailable"),
    ("productQuantityInputLabel", "Quantity"),
    ("productQuickViewText", "Quick View"),
    ("productSaleText", "sale"),
    ("productSoldOutText", "sold out"),
    ("productSubscribeText", "Subscribe"),
    ("productSummaryFormNoAnswerText", "N/A"),
    ("productUnableToAddTitle", "Unable to Add Item"),
    ("productUnableToPurchaseTitle", "Unable to Purchase Item"),
    ("productVariantSelectText", "Select {variantName}"),
    ("restockSignedUpText", SIGNED_UP),
    ("salePriceText", "Sale Price:"),
    ("searchPlaceholderText", "Search"),
    ("unknownErrorText", "Something went wrong"),
];

/// The default text of a label.
#[must_use]
pub fn label(key: &str) -> Option<&'static str> {
    LABELS.binary_search_by_key(&key, |(key, _)| key).ok().map(|index| LABELS[index].1)
}

/// Every label, with the site's own texts in place of the defaults and beside them.
#[must_use]
pub fn localized_strings(own: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut strings: BTreeMap<String, String> =
        LABELS.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect();
    strings.extend(own.iter().map(|(key, text)| (key.clone(), text.clone())));
    strings
}
