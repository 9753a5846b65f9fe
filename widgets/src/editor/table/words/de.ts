import type { Word } from './en.ts';

/** The words of the table of products, in German. */
export const DE: Record<Word, string> = {
  title: 'Produkte',
  name: 'Produkt',
  filter: 'Zeigen',
  all: 'Alle',
  sortBy: 'Reihenfolge',
  ownOrder: 'Wie im Shop',
  up: '{column}, aufsteigend',
  down: '{column}, absteigend',
  columns: 'Spalten',
  columnsHelp: 'Die Spalten, die die Tabelle in diesem Browser hat.',
  toProduct: 'Produkt öffnen',
  count: 'Produkte: {n} von {all}',
  none: 'Kein Produkt gefunden. Ändern Sie die Wörter oder die Liste darüber.',
  ofVariants: 'Dieses Produkt hat Varianten: Klappen Sie seine Zeile auf und ändern Sie jede einzeln.',
  ofProduct: 'Das gilt für das Produkt: Ändern Sie es in der Zeile darüber.',
  optionsElsewhere: 'Die Optionen einer Variante werden im Produkt geändert.',
  noVariant: 'Dieses Produkt hat noch keine Variante. Öffnen Sie das Produkt, um eine anzulegen.',
  notOpened:
    'Die Datei dieses Produkts konnte nicht gelesen werden. Nichts darin wurde geändert. Bitte noch einmal versuchen.',
  titleNeeded: 'Ein Produkt braucht einen Namen.',
  statusUnknown: 'Schreiben Sie eines davon: {all}.',
  statusNot: 'Von hier geht es nur nach: {all}.',
};
