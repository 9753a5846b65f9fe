import type { Word } from './en.ts';

/** The words of notes that name colleagues, in German. */
export const DE: Record<Word, string> = {
  help: 'Nur Mitarbeitende lesen sie. @ nennt jemanden aus dem Team; die Person erfährt davon.',
  people: 'Wen die Notiz nennt',
  found: 'Personen zur Auswahl: {n}',
  noneFound: 'Niemand, der Bestellungen sehen darf, heißt so.',
  title: 'Erwähnungen',
  titleCount: 'Erwähnungen ({n})',
  fresh: 'Neu',
  none: 'Noch nennt Sie keine Notiz.',
  onCustomer: 'Kunde {email}',
  customerNote: 'Notiz zum Kunden',
  seeCustomer: 'Kunden ansehen',
};
