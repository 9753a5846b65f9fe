/** What stands on product pages and on every page with a cart. */
export const SHOP_TEXTS = {
  // Product: labels
  productAddToCartText: 'Add To Cart',
  productSubscribeText: 'Subscribe',
  productQuantityInputLabel: 'Quantity',
  productSoldOutText: 'sold out',
  giftCardVariantSelectText: 'Select Value',
  productVariantSelectText: 'Select {variantName}',
  giftCardValueDisplayText: 'Value',
  productPriceFromText: 'from {fromPrice}',
  salePriceText: 'Sale Price:',
  originalPriceText: 'Original Price:',
  optionSoldOut: '{value} ({soldOut})',
  // Product: the button
  productAddingText: 'Adding…',
  productAddedText: 'Added!',
  addedAnnouncement: '{title} was added to your cart.',
  addedAnnouncementUntitled: 'Added to your cart.',
  // Product: alert titles; the refusals stand in problem.ts
  productUnableToAddTitle: 'Unable to Add Item',
  productUnableToPurchaseTitle: 'Unable to Purchase Item',
  giftCardUnableToPurchaseTitle: 'Unable to purchase Gift Card',
  joinTwo: '{first} and {last}',
  // Calls
  networkErrorText: 'Please check your internet connection.',
  unknownErrorText: 'Something went wrong',
  // Dialogs and faults
  cartCloseText: 'Close',
  ok: 'OK',
  cancel: 'Cancel',
  cartTitle: 'Shopping Cart',
  cartItemSuffixOne: 'item',
  cartItemSuffixOther: 'items',
  cartPillAboveMaximumText: '{n}+',
  cartPillLabelOne: 'One item in cart',
  cartPillLabelOther: '{n} items in cart',
  cartPillLabelAboveMaximum: 'More than {n} items in cart',
  cartEmptyText: 'You have nothing in your shopping cart.',
} as const;
