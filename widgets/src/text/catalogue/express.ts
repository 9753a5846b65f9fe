/** What stands around the buttons of wallets, above the form of a checkout. */
export const EXPRESS_TEXTS = {
  checkoutExpress: 'Express checkout',
  checkoutExpressOr: 'Or fill in the form.',
} as const;
