import type { Word } from './en.ts';

/** The words of a sheet, in German. */
export const DE: Record<Word, string> = {
  open: '{name} aufklappen',
  close: '{name} zuklappen',
  refused: 'Abgelehnte Zellen: {n}. {reason}',
  toRefused: 'Zur nächsten',
  forget: 'Verwerfen',
  lost: 'Zeilen oder Spalten, die hier keinen Platz haben: {n}.',
  fill: 'Nach unten ausfüllen: bis zur letzten Zeile ziehen',
  keys: 'Eingabe oder F2 bearbeitet, Entf leert, Umschalt und Pfeile wählen aus, Strg+C und Strg+V kopieren und fügen ein, Strg+D füllt nach unten aus, die Leertaste klappt eine Zeile auf.',
  many: 'Ausgewählte Zellen: {n}. Was alle sagen sollen',
  writeAll: 'Eintragen',
};
