/** The page that confirms an order. */
export const CONFIRMED_TEXTS = {
  confirmedTitle: 'Thank you for your order',
  confirmedOrder: 'Order {id}',
  confirmedHowToPay: 'How to pay: {name}',
  confirmedReference: 'Reference: {reference}',
  confirmedSent: 'We have sent a confirmation to {email}.',
  confirmedTestMode: 'This was a test order: nothing was charged.',
  confirmedSee: 'See your order',
  confirmedNone: 'There is no order to show here.',
} as const;
