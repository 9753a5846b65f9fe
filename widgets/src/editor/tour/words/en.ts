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
  'tools.title': 'Everything you can do',
  'tools.text':
    'Here are the parts of your site: pages, design, shop, messages and settings. You see those that your role may use.',
  'site.title': 'Your site, as visitors see it',
  'site.text': 'Press a text on the page to change it right there, or anything else to open its fields.',
  'undo.title': 'Saved, and never lost',
  'undo.text': 'What you change is saved by itself. Undo takes it back, step by step, also after it was saved.',
  'shop.title': 'Your shop',
  'shop.text':
    'Products, orders and customers are here. Under Products, Import brings all of them from your old shop or a spreadsheet.',
  'find.title': 'Find anything',
  'find.text':
    'Type the name of a page, a product, an order or a setting to go there. Ctrl K opens it as well (on a Mac ⌘ K), and ? shows all keys.',
  'publish.title': 'Publish when you are ready',
  'publish.text':
    'Visitors see your changes only after you publish. Before that you are shown what changes, page by page.',
  'help.title': 'What to do next',
  'help.text': 'Home lists the next steps to set up your site. This tour is there too, under Help.',
};
export type Word = keyof typeof EN;
/** The steps that it has. */
export type StepName = Extract<Word, `${string}.title`> extends `${infer Name}.title` ? Name : never;
