/** The words of the bar over every page and of the popup, in English. */
export const EN = {
  title: 'Bar and popup',
  bar: 'Announcement bar',
  barHelp:
    'A line over every page but the checkout. Templates of hosted builders have their own place and look for it.',
  text: 'Text',
  isShown: 'Show it',
  link: 'Link',
  newWindow: 'Opens in a new window',
  canClose: 'Visitors may close it for good',
  popup: 'Popup',
  popupHelp:
    'A window that opens by itself on pages with content, never in the shop’s cart or checkout, and not again for some days once it was closed. It waits while somebody writes, and for the answer about cookies.',
  add: 'Add a popup',
  remove: 'Remove the popup',
  heading: 'Title',
  headingMissing: 'Without a title it does not open: it is what screen readers say.',
  picture: 'Picture',
  form: 'Form in it, such as a mailing list',
  noForm: 'None',
  buttonText: 'Words on the button',
  buttonUrl: 'Button link',
  after: 'Opens after seconds',
  again: 'Opens again after days',
  pages: 'Pages',
  app: 'On this device',
  appHelp:
    'Installed as an app the editor opens in a window of its own, on a telephone from the home screen: choose “Install” or “Add to home screen” in the menu of the browser.',
  keep: 'Keep the last orders on this device',
  keepHelp:
    'They can be read without a connection, by anybody who can use this browser. Nothing can be changed then. Switched off, all of it is forgotten.',
  cannotKeep: 'This browser keeps nothing here: it does so for addresses with https, and on the machine of the server.',
  'pages.all': 'All pages with content',
  'pages.home': 'The front page alone',
} as const;
export type Word = keyof typeof EN;
