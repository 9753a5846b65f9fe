import type { Word } from './en.ts';

export const DE: Record<Word, string> = {
  title: 'Leiste und Popup',
  bar: 'Ankündigungsleiste',
  barHelp:
    'Eine Zeile über jeder Seite außer der Kasse. Vorlagen gehosteter Baukästen haben dafür einen eigenen Platz und ein eigenes Aussehen.',
  text: 'Text',
  isShown: 'Anzeigen',
  link: 'Link',
  newWindow: 'Öffnet in einem neuen Fenster',
  canClose: 'Besucher dürfen sie dauerhaft schließen',
  popup: 'Popup',
  popupHelp:
    'Ein Fenster, das sich auf Seiten mit Inhalt von selbst öffnet, nie im Warenkorb oder an der Kasse, und nach dem Schließen einige Tage lang nicht wieder. Es wartet, solange jemand schreibt, und auf die Antwort zu Cookies.',
  add: 'Popup hinzufügen',
  remove: 'Popup entfernen',
  heading: 'Titel',
  headingMissing: 'Ohne Titel öffnet es sich nicht: Ihn sagen Screenreader an.',
  picture: 'Bild',
  form: 'Formular darin, etwa eine Mailingliste',
  noForm: 'Keines',
  buttonText: 'Text der Schaltfläche',
  buttonUrl: 'Link der Schaltfläche',
  after: 'Öffnet sich nach Sekunden',
  again: 'Öffnet sich wieder nach Tagen',
  pages: 'Seiten',
  'pages.all': 'Alle Seiten mit Inhalt',
  'pages.home': 'Nur die Startseite',
};
