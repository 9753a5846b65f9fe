import type { Word } from './en.ts';

/** The same in German. */
export const DE: Record<Word, string> = {
  title: 'Gehe zu',
  label: 'Seiten, Produkte, Bestellungen und Einstellungen suchen',
  places: 'Orte',
  pages: 'Seiten',
  entries: 'Inhalte',
  orders: 'Bestellungen',
  none: 'Nichts heißt „{text}“.',
  failed: 'Die Suche bekam keine Antwort. Vielleicht ist das nicht alles.',
  searching: 'Suche …',
  count: '{n} gefunden',
  keys: 'Tasten',
  'key.find': 'Zu einer Seite, einem Produkt, einer Bestellung oder Einstellung',
  'key.undo': 'Rückgängig',
  'key.redo': 'Wiederholen',
  'key.save': 'Jetzt speichern',
  'key.keys': 'Diese Liste',
  'key.close': 'Schließen, was offen ist',
  'key.parts': 'Von Teil zu Teil; Pfeiltasten in einer Liste',
  tour: 'Tour beginnen',
  close: 'Schließen',
};
