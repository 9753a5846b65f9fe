/** The page of a gift card. */
export const GIFT_CARD_TEXTS = {
  giftCardTitle: 'Gift card',
  giftCardRecipientName: "Recipient's name",
  giftCardRecipientEmail: "Recipient's email",
  giftCardMessage: 'Message (optional)',
  giftCardDelivery: 'Send it',
  giftCardDeliveryNow: 'Right away',
  giftCardDeliveryOn: 'On a day I choose',
  giftCardDeliveryDate: 'Day',
  giftCardContinue: 'Continue to payment',
  giftCardNone: 'This gift card is not available.',
} as const;
