/** The words of the search over everything and of the list of keys, in English. */
export const EN = {
  title: 'Go to',
  label: 'Search pages, products, orders and settings',
  places: 'Places',
  pages: 'Pages',
  entries: 'Content',
  orders: 'Orders',
  none: 'Nothing is called “{text}”.',
  failed: 'The search got no answer. What is shown may not be everything.',
  searching: 'Searching …',
  count: '{n} found',
  keys: 'Keys',
  'key.find': 'Go to a page, product, order or setting',
  'key.undo': 'Undo',
  'key.redo': 'Redo',
  'key.save': 'Save now',
  'key.keys': 'This list',
  'key.close': 'Close what is open',
  'key.parts': 'From part to part; arrow keys inside of a list',
  tour: 'Take the tour',
  close: 'Close',
} as const;

export type Word = keyof typeof EN;
