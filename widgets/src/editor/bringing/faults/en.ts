import type { components } from '../../../contract/schema.gen.ts';

/** What a fault is: the codes of the server. */
export type FaultCode = components['schemas']['BroughtFault']['code'];

/** What needs a look in a file that is brought, in English. */
export const EN = {
  'broken-letters': 'Some characters cannot be read; � stands in their place. Export the list again as UTF-8.',
  'card-balance':
    'What is left on a gift card, “{text}”, is not an amount; the card is left out. Correct it in the list.',
  'card-ends':
    'This gift card ends on {day}, and cards have no end here. Void it on that day if it should not be spent later.',
  'card-hash': 'This gift card cannot be recognised by what the list says; it is left out. Export the cards again.',
  'card-more':
    'This gift card has more on it than another list said; the smaller amount counts. If money was added, give its owner a new card.',
  'card-no-code':
    'The list has only the end of this gift card’s code, so it cannot be spent here and is left out. Ask the old shop for whole codes, or give its owner a new card.',
  'card-over': 'This gift card is disabled or expired; it is left out. Make a new one if it is still good.',
  'card-spent-twice':
    'A gift card was spent here and in the old shop for more than was on it; nothing is left. Close the old shop’s cards first.',
  'column-unknown': 'The column “{column}” is not known; what it says is left out. Keep the list if you need it.',
  'comment-no-page':
    'A comment on {path} is left out: no page with that address is published. Publish it, then try again.',
  'consent-undated':
    '{count} people are marked as subscribers without a time at which they asked for it. They are kept and get no letters; export the list with the dates, or ask them anew.',
  'coupon-end':
    'The code “{code}” is left out: “{text}” is not a time at which it ends, and it would never end. Correct it in the list.',
  'coupon-kind':
    'The code “{code}” is left out: discounts of the kind “{kind}” are not known. Make it anew under Discounts.',
  'coupon-no-code': 'This discount has no code; it is left out. Make it anew under Discounts.',
  'coupon-over': 'The code “{code}” has ended or is switched off; it is left out.',
  'coupon-own': 'The code “{code}” was made or changed here and stays as it is.',
  'coupon-removed': 'The code “{code}” was removed here and stays so.',
  'coupon-some-only':
    'The code “{code}” counted for some purchases only ({column}: {text}); it is left out, or it would count for more. Make it anew under Discounts.',
  'coupon-time': '“{text}” of the code “{code}” is not a time; it has none now. Set it under Discounts.',
  'coupon-used-up': 'The code “{code}” is used up; it is left out.',
  'coupon-value': 'The code “{code}” is left out: “{text}” is not a value of a discount.',
  'guessed-letters':
    'The list does not say how its letters are written; look at names with accents. Export it as UTF-8 if they are wrong.',
  'more-cells':
    'This row has more cells than the list has columns; what stands beyond is left out. Put texts with commas into quotation marks.',
  'no-list':
    'This is no list of orders, customers, subscribers, discounts, gift cards or reviews. Give the file as the old shop exported it, with its first line; products belong under Products.',
  'not-json': 'This file is damaged at line {line}. Export it again.',
  'open-quote':
    'A quotation mark opens and never closes, so several rows may be read as one. Export the list again, or close the mark.',
  'order-bad-amount': '“{text}” in order {number} is not an amount; 0 is taken. Look at the order in the old shop.',
  'order-bad-time': '“{text}” in order {number} is not a time; it is left out. Export the orders again.',
  'order-day-month':
    'No day in this list tells whether 5/6 is in May or in June; the month is taken to come first. Export days as 2024-05-06 if that is wrong.',
  'order-fine-amounts':
    'Order {number} has amounts finer than a hundredth; the nearest hundredth counts. Nothing needs to be done.',
  'order-line-amount': '“{text}” of “{title}” in order {number} is not an amount; 0 is taken.',
  'order-line-count': 'The number of “{title}” in order {number} cannot be read; 1 is taken.',
  'order-line-of': 'This row has no order number; it is taken as a line of order {number} before it.',
  'order-lines-unreadable': 'The lines of this order cannot be read; it is kept without them.',
  'order-no-number': 'This row has no order number; it is left out.',
  'order-no-time': 'Order {number} does not say when it was placed; it counts in no report.',
  'order-refund-alone': 'What went back by {number} belongs to no order of this list; it is left out.',
  'order-sums': 'The amounts of order {number} do not add up; it is kept as it was stated.',
  'orders-no-currency':
    '{count} orders name no currency; {currency}, the shop’s own, is taken. Export them with it if it was another.',
  'person-bad-email': '“{email}” is not an email address; the row is left out. Correct it in the list.',
  'person-no-email': 'This row has no email address; it is left out.',
  'record-unreadable': 'Number {number} cannot be read; it is left out. Export it again.',
  'review-no-product': 'A review of “{product}” is left out: no such product is published. Publish it, then try again.',
  'review-rating': 'This review has no rating from 1 to 5; it is left out.',
  'too-many-rows': 'The list has too many rows; the first {most} are read. Give it in parts.',
  'unreadable-line': 'This row cannot be read; it is left out. Export the list again, as CSV in UTF-8.',
} satisfies Record<FaultCode, string>;
