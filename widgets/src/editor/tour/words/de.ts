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
  'title.tools': 'Alles, was Sie tun können',
  'text.tools':
    'Hier sind die Teile Ihrer Website: Seiten, Design, Shop, Nachrichten und Einstellungen. Sie sehen die, die Ihre Rolle benutzen darf.',
  'title.site': 'Ihre Website, wie Besucher sie sehen',
  'text.site':
    'Drücken Sie auf einen Text der Seite, um ihn gleich dort zu ändern, oder auf etwas anderes, um seine Felder zu öffnen.',
  'title.undo': 'Gespeichert, und nie verloren',
  'text.undo':
    'Was Sie ändern, wird von selbst gespeichert. Rückgängig nimmt es Schritt für Schritt zurück, auch nach dem Speichern.',
  'title.shop': 'Ihr Shop',
  'text.shop':
    'Hier sind Produkte, Bestellungen und Kunden. Unter Produkte bringt Import alle aus Ihrem alten Shop oder einer Tabelle.',
  'title.find': 'Alles finden',
  'text.find':
    'Schreiben Sie den Namen einer Seite, eines Produkts, einer Bestellung oder Einstellung, um dorthin zu gehen. Auch Strg K öffnet die Suche (am Mac ⌘ K), und ? zeigt alle Tasten.',
  'title.publish': 'Veröffentlichen, wenn Sie so weit sind',
  'text.publish':
    'Besucher sehen Ihre Änderungen erst, wenn Sie veröffentlichen. Vorher wird Ihnen Seite für Seite gezeigt, was sich ändert.',
  'title.help': 'Wie es weitergeht',
  'text.help':
    'Die Übersicht nennt die nächsten Schritte, um Ihre Website einzurichten. Auch diese Tour steht dort, unter Hilfe.',
};
