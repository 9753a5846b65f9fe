/** The words of the tour, in English. */
export const EN = {
  help: 'Help',
  helpText:
    'The tour shows in two minutes where everything is. The key ? lists all keys, and the search at the top finds everything by its name.',
  offer: 'New here?',
  offerText: 'A tour of two minutes shows where everything is. You can end it at any step.',
  begin: 'Take the tour',
  refuse: 'No, thanks',
  lost: 'The tour did not come. Look at your connection, and try again.',
  count: 'Step {at} of {all}',
  skip: 'End the tour',
  back: 'Back',
  next: 'Next',
  end: 'Done',
  'title.tools': 'Everything you can do',
  'text.tools':
    'Here are the parts of your site: pages, design, shop, messages and settings. You see those that your role may use.',
  'title.site': 'Your site, as visitors see it',
  'text.site': 'Press a text on the page to change it right there, or anything else to open its fields.',
  'title.undo': 'Saved, and never lost',
  'text.undo': 'What you change is saved by itself. Undo takes it back, step by step, also after it was saved.',
  'title.shop': 'Your shop',
  'text.shop':
    'Products, orders and customers are here. Under Products, Import brings all of them from your old shop or a spreadsheet.',
  'title.find': 'Find anything',
  'text.find':
    'Type the name of a page, a product, an order or a setting to go there. Ctrl K opens it as well (on a Mac ⌘ K), and ? shows all keys.',
  'title.publish': 'Publish when you are ready',
  'text.publish':
    'Visitors see your changes only after you publish. Before that you are shown what changes, page by page.',
  'title.help': 'What to do next',
  'text.help': 'Home lists the next steps to set up your site. This tour is there too, under Help.',
};
export type Word = keyof typeof EN;
/** The steps that it has. */
export type StepName = Extract<Word, `title.${string}`> extends `title.${infer Name}` ? Name : never;
