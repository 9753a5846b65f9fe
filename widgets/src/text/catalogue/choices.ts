/** What a checkout asks in shops that have it: a day and a time, a message for a gift, terms to agree to. */
export const CHOICES_TEXTS = {
  checkoutWindow: 'Day and time',
  checkoutWindowDay: 'Day',
  checkoutWindowTime: 'Time',
  checkoutWindowsLoading: 'Looking for free times…',
  checkoutNoWindows: 'No time is free at the moment. Please choose another way of delivery.',
  checkoutGiftMessage: 'Message for a gift (optional)',
  checkoutGiftAbout: 'It lies in the parcel with a list of what is in it, without prices.',
  checkoutTermsTitle: 'Terms',
  checkoutTerms: 'I agree to the terms of the shop',
  checkoutTermsRead: 'Read the terms',
} as const;
