/** The installment message and its popup. */
export const INSTALLMENT_TEXTS = {
  installmentInRangeText: 'or {count} interest-free payments of {amount} with {brand}',
  installmentOutOfRangeText: '{brand} available for orders between {min} and {max}',
  installmentAbout: 'About {brand}',
} as const;
