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
  app: 'Auf diesem Gerät',
  appHelp:
    'Als App installiert öffnet sich der Editor in einem eigenen Fenster, auf dem Telefon vom Startbildschirm: Wählen Sie im Menü des Browsers „Installieren“ oder „Zum Startbildschirm“.',
  keep: 'Die letzten Bestellungen auf diesem Gerät behalten',
  keepHelp:
    'Sie lassen sich ohne Verbindung lesen, von jedem, der diesen Browser benutzen kann. Ändern lässt sich dann nichts. Ausgeschaltet wird alles vergessen.',
  cannotKeep: 'Dieser Browser behält hier nichts: Das tut er bei Adressen mit https und auf dem Rechner des Servers.',
  'pages.all': 'Alle Seiten mit Inhalt',
  'pages.home': 'Nur die Startseite',
};
