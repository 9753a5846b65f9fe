/** The words of notes that name colleagues: they come with the notes, not with the desk. */
export const EN = {
  help: 'The staff alone read it. @ names somebody of the staff, who is told of it.',
  people: 'Whom the note names',
  found: 'People to choose from: {n}',
  noneFound: 'Nobody who may see orders is called so.',
  title: 'Mentions of you',
  titleCount: 'Mentions of you ({n})',
  fresh: 'New',
  none: 'No note names you yet.',
  onCustomer: 'Customer {email}',
  customerNote: 'Note on the customer',
  seeCustomer: 'See the customer',
} as const;
export type Word = keyof typeof EN;
