import type { Word } from './en.ts';

/** The words of the tour, in German. */
export const DE: Record<Word, string> = {
  help: 'Hilfe',
  helpText:
    'Die Tour zeigt in zwei Minuten, wo alles ist. Die Taste ? nennt alle Tasten, und die Suche oben findet alles nach seinem Namen.',
  offer: 'Neu hier?',
  offerText: 'Eine Tour von zwei Minuten zeigt, wo alles ist. Sie können sie bei jedem Schritt beenden.',
  begin: 'Tour beginnen',
  refuse: 'Nein, danke',
  lost: 'Die Tour ist nicht gekommen. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
  count: 'Schritt {at} von {all}',
  skip: 'Tour beenden',
  back: 'Zurück',
  next: 'Weiter',
  end: 'Fertig',
  'tools.title': 'Alles, was Sie tun können',
  'tools.text':
    'Hier sind die Teile Ihrer Website: Seiten, Design, Shop, Nachrichten und Einstellungen. Sie sehen die, die Ihre Rolle benutzen darf.',
  'site.title': 'Ihre Website, wie Besucher sie sehen',
  'site.text':
    'Drücken Sie auf einen Text der Seite, um ihn gleich dort zu ändern, oder auf etwas anderes, um seine Felder zu öffnen.',
  'undo.title': 'Gespeichert, und nie verloren',
  'undo.text':
    'Was Sie ändern, wird von selbst gespeichert. Rückgängig nimmt es Schritt für Schritt zurück, auch nach dem Speichern.',
  'shop.title': 'Ihr Shop',
  'shop.text':
    'Hier sind Produkte, Bestellungen und Kunden. Unter Produkte bringt Import alle aus Ihrem alten Shop oder einer Tabelle.',
  'find.title': 'Alles finden',
  'find.text':
    'Schreiben Sie den Namen einer Seite, eines Produkts, einer Bestellung oder Einstellung, um dorthin zu gehen. Auch Strg K öffnet die Suche (am Mac ⌘ K), und ? zeigt alle Tasten.',
  'publish.title': 'Veröffentlichen, wenn Sie so weit sind',
  'publish.text':
    'Besucher sehen Ihre Änderungen erst, wenn Sie veröffentlichen. Vorher wird Ihnen Seite für Seite gezeigt, was sich ändert.',
  'help.title': 'Wie es weitergeht',
  'help.text':
    'Die Übersicht nennt die nächsten Schritte, um Ihre Website einzurichten. Auch diese Tour steht dort, unter Hilfe.',
};
