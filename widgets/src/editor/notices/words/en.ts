/** The words of notices on a device, in English. */
export const EN = {
  title: 'Notices on this device',
  help: 'The browser tells you of what happens in the shop, also while the editor is closed. A notice says the number and the total of an order, never who bought.',
  off: 'Whoever runs the server has not set notices up yet (LOGGIA_WEB_PUSH_CONTACT), or nobody is signed in here.',
  none: 'Your roles open nothing that notices tell of.',
  no: 'This browser has no notices: it needs an address with https.',
  install:
    'On an iPhone or iPad notices come to the app alone: choose “Add to Home Screen” in the share menu, open the editor from there, and come back to this place.',
  blocked:
    'Notices of this site are blocked in the browser. Allow them in its settings for this site, then load the page again.',
  refused: 'The browser was not allowed to show notices. Nothing was switched on.',
  'kind.order': 'New orders',
  'kind.payment': 'Refused and disputed payments',
  'kind.stock': 'Low stock',
  'kind.message': 'Answers to forms',
  'kind.review': 'Reviews and comments that wait',
  'kind.mention': 'Notes that name you',
  try: 'Send a test notice',
  tried: 'It is on its way.',
  devices: 'Your devices',
  noDevices: 'No device of yours has notices.',
  this: 'this device',
  over: 'must be switched on again',
  remove: 'Remove {name}',
  seen: 'last opened {when}',
} as const;
export type Word = keyof typeof EN;
