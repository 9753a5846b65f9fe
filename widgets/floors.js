/**
 * The floors of the house, top to bottom: an import may only go down, and rooms of one floor do not know each other.
 * A room is a folder or a file of `src`; a folder whose own rooms are listed has no other files but tests and stories.
 * ESLint (eslint.config.js) and a test (src/imports.test.ts) hold the imports against this list.
 */
export const floors = [
  // The owner's editor stands on top of all: nothing that a visitor gets knows it.
  ['editor/main.tsx', 'editor/worker.ts'],
  ['editor/Editor.tsx'],
  // The window: the bar, the rail, the frame of the site, and which panel is open.
  ['editor/shell'],
  ['editor/pages', 'editor/home', 'editor/find'],
  // The panels, each opened by itself.
  [
    'editor/analytics',
    'editor/code',
    'editor/collection',
    'editor/forms',
    'editor/item',
    'editor/marketing',
    'editor/publish',
    'editor/restock',
    'editor/comments',
    'editor/settings',
    'editor/store',
    'editor/style',
    'editor/tour',
  ],
  ['editor/importing'],
  ['editor/products'],
  [
    'editor/stock',
    'editor/cards',
    'editor/customers',
    'editor/accounting',
    'editor/systems',
    'editor/table',
    'editor/keys',
    'editor/drafts',
    'editor/inbox',
  ],
  // Opened from the shop, and from a customer.
  ['editor/subscriptions'],
  // Lists of another shop's customers and orders, opened from the customers.
  ['editor/bringing'],
  // What the browser tells of while the editor is closed.
  ['editor/notices'],
  ['editor/sections'],
  ['editor/books'],
  ['editor/blocks', 'editor/desk'],
  // Notes that name colleagues: the field, and how they are read.
  ['editor/mentions'],
  ['editor/chart', 'editor/gallery', 'editor/location', 'editor/locations', 'editor/product', 'editor/tags'],
  // Tables that are written in like a spreadsheet: of variants, and of anything.
  ['editor/variants'],
  ['editor/sheet'],
  // Fields that show one value of a file each.
  ['editor/values'],
  ['editor/richtext', 'editor/writing'],
  ['editor/link'],
  ['editor/files'],
  // What every panel stands on: its column, the page that is shown, and refusals in words.
  ['editor/panel'],
  ['editor/state', 'editor/ui'],
  ['editor/client', 'editor/text'],
  ['editor/core', 'editor/worker'],
  ['main.ts', 'tracker.ts', 'consent.ts'],
  // What asks before others learn of a visit: a script of its own, which knows no widget.
  ['consent'],
  // What scripts of templates call: scripts of their own, which know nothing of the widgets and no widget knows.
  ['shim'],
  ['islands'],
  ['mount.tsx'],
  ['checkout', 'search', 'social', 'account'],
  ['product', 'cart'],
  ['forms', 'restock', 'overlay', 'gallery', 'media'],
  ['tracking', 'state', 'receipts'],
  ['pageData.ts'],
  ['client'],
  ['text'],
  ['domain', 'ui'],
  ['platform'],
  ['contract', 'island.ts'],
];
