import type { FaultWord } from './en.ts';

/** What cannot be taken over of a list as it is written, in German. */
export const DE: Record<FaultWord, string> = {
  'open-quote':
    'Ein Anführungszeichen beginnt und endet nie; mehrere Zeilen können deshalb als eine gelesen sein. Exportieren Sie die Liste noch einmal, oder schließen Sie das Zeichen.',
  'too-many-rows': 'Eine Liste darf {most} Zeilen haben; die ab hier bleiben weg. Geben Sie die Liste in Teilen.',
  'unreadable-line': 'Diese Zeile lässt sich nicht lesen. Exportieren Sie die Liste noch einmal als CSV in UTF-8.',
  'more-cells':
    'Diese Zeile hat mehr Zellen als die Liste Spalten; was darüber hinausgeht, bleibt weg. Setzen Sie Texte mit Komma in Anführungszeichen.',
  'unreadable-feed': 'Ab hier lässt sich die Datei nicht lesen. Exportieren Sie sie noch einmal.',
  'broken-letters':
    'Einige Zeichen lassen sich nicht lesen; an ihrer Stelle steht �. Exportieren Sie die Liste noch einmal als UTF-8.',
  'guessed-letters':
    'Die Liste sagt nicht, wie ihre Buchstaben geschrieben sind; sehen Sie sich Namen mit Umlauten an. Exportieren Sie sie als UTF-8, wenn sie falsch sind.',
  above: 'Was über Zeile {line} steht, bleibt weg: Die Namen der Spalten beginnen dort.',
  'columns-left':
    'Diese Spalten werden nicht übernommen: {columns}. Bewahren Sie die Liste auf, wenn Sie sie brauchen.',
  'no-parent':
    'Das Produkt „{product}“ dieser Variante steht nicht in der Liste; die Variante bleibt weg. Exportieren Sie alle Produkte auf einmal.',
  'product-twice': '„{product}“ steht schon in der Liste; diese Zeile bleibt weg.',
  'unknown-row': '„{kind}“ ist weder ein Produkt noch eine Variante; diese Zeile bleibt weg.',
  'asked-text':
    'Der alte Shop fragt Käufer nach „{text}“; das wird nicht übernommen. Stellen Sie die Frage hier am Produkt.',
  'discount-over': 'Ein Rabatt von {percent} % ist mehr als der Preis; er bleibt weg.',
  'unknown-discount':
    '„{kind}“ ist keine bekannte Art von Rabatt; er bleibt weg. Schreiben Sie den Angebotspreis ins Produkt.',
  'hidden-variant':
    'Diese Variante ist im alten Shop verborgen; hier wird sie als ausverkauft gezeigt. Löschen Sie sie, wenn niemand sie sehen soll.',
  'percent-rounded':
    '{percent} % weniger ergibt keinen ganzen Betrag; der nächste wird genommen. Sehen Sie sich den Angebotspreis an.',
  'too-many-variants':
    'Die Auswahl dieses Produkts ergibt mehr als {most} Varianten; sie bleiben weg. Fügen Sie hier die hinzu, die Sie verkaufen.',
  'too-open': 'Diese Variante lässt so viel offen, dass es mehr als {most} Varianten sind; sie bleibt weg.',
  'shared-stock':
    'Mehrere Varianten haben im alten Shop einen gemeinsamen Bestand; hier hat ihn jede. Verteilen Sie die Stücke.',
  'variant-before': 'Eine Variante steht vor jedem Produkt; sie bleibt weg.',
  'unknown-type':
    '„{text}“ ist keine bekannte Art von Produkt; es gilt als eines, das verschickt wird. Ändern Sie es am Produkt.',
  'shared-price':
    'Die Liste hat einen Preis und einen Bestand für alle Varianten dieses Produkts; hier hat sie jede. Prüfen Sie beides.',
  'shared-sku': '„{sku}“ sagt nicht, welche Variante welche Nummer (SKU) hat; die Nummern bleiben weg.',
  'no-name': 'Diese Zeile hat keinen Namen und bleibt weg. Geben Sie dem Produkt einen Namen.',
  heading:
    '„{title}“ steht allein in seiner Zeile und gilt als Überschrift. Schreiben Sie einen Preis daneben, wenn es ein Produkt ist.',
  'says-nothing': 'Zeilen unter diesem Produkt nennen weder Preis noch Auswahl; nur ihre Bilder werden genommen.',
  'net-prices':
    'Die Preise dieser Liste sind ohne Steuer; sie werden genommen, wie sie sind. Prüfen Sie die Steuern Ihres Shops.',
  'base-price': 'Diese Variante hat keinen eigenen Preis; sie hat den ihres Produkts.',
  currency:
    'Die Beträge sind in {other}, Ihr Shop verkauft in {currency}; die Zahlen werden genommen, wie sie sind. Rechnen Sie sie in der Liste um.',
  'always-enough':
    'Das wird weiter verkauft, wenn nichts mehr da ist; hier geht es deshalb nie aus. Setzen Sie den Bestand am Produkt.',
  'unknown-stock': '„{text}“ sagt nicht, ob etwas da ist; es bleibt weg. Schreiben Sie eine Zahl.',
  'unknown-visibility': '„{text}“ sagt nicht, ob das gezeigt wird; es gilt als gezeigt.',
  'numbered-categories':
    'Die Kategorien dieser Liste sind Zahlen, mit denen niemand etwas anfangen kann; sie bleiben weg. Exportieren Sie sie mit Namen.',
  'picture-no-address':
    'Das Bild „{name}“ ist ohne Adresse genannt und kann nicht geholt werden. Fügen Sie es hier dem Produkt hinzu.',
  'picture-old-folder':
    'Das Bild „{name}“ liegt im Ordner des alten Shops und kann nicht geholt werden. Fügen Sie es hier dem Produkt hinzu.',
  untracked: '„{quantity}“ Stück sind genannt, aber der alte Shop hat sie nicht gezählt: Hier geht es nie aus.',
  'partly-sent': 'Einige Varianten dieses Produkts werden verschickt, andere nicht; alles gilt als verschickt.',
  'sold-elsewhere':
    'Das wird in einem anderen Shop verkauft; hier wird es als ausverkauft gezeigt, mit einem Link dorthin.',
  group:
    'Das ist eine Gruppe anderer Produkte ({products}); sie wird als ausverkauft gezeigt, und jene werden einzeln verkauft.',
  parts: 'Dieses Produkt besteht aus Teilen, die einzeln verkauft werden; es wird als ausverkauft gezeigt.',
  'no-variations':
    'Keine Variante dieses Produkts steht in der Liste; es wird als ausverkauft gezeigt. Exportieren Sie alle Produkte auf einmal.',
  'file-variants':
    'Dieses Produkt ist eine Datei in mehreren Varianten; hier hat eine Datei nur eine, deshalb gilt es als Dienstleistung.',
  'variation-text':
    'Varianten haben hier keinen eigenen Text; der von dieser bleibt weg. Schreiben Sie ihn in den Text des Produkts.',
  'not-day': '„{text}“ ist kein Tag; er bleibt weg. Schreiben Sie ihn als 2026-11-21.',
  'sale-days': 'Dieser Angebotspreis gilt nur einige Tage; hier gilt er, bis Sie ihn ändern.',
  'sale-ahead': 'Dieses Angebot hat noch nicht begonnen; sein Preis ist aufgehoben und gilt noch nicht.',
  view: 'Diese Zeile gehört zur Ansicht „{view}“ des alten Shops; sie bleibt weg.',
  attributes:
    'Eigenschaften dieses Produkts, die keine Auswahl sind, bleiben weg. Bewahren Sie die Liste auf, wenn Sie sie brauchen.',
  'variant-missing':
    'Die Variante „{sku}“ dieses Produkts hat keine Zeile in der Liste; sie bleibt weg. Exportieren Sie alle Produkte auf einmal.',
  'not-yes-no': '„{text}“ ist weder Ja noch Nein; es bleibt weg.',
  rounded: '„{text}“ hat mehr Nachkommastellen, als man zahlen kann; genommen wird {taken}.',
  'not-amount':
    '„{text}“ ist kein Betrag; er bleibt weg. Korrigieren Sie ihn in der Liste, oder schreiben Sie ihn danach ins Produkt.',
  'not-number': '„{text}“ ist keine Zahl ab 0; sie bleibt weg.',
  'not-count': '„{text}“ ist keine Stückzahl; genommen wird {taken}. Prüfen Sie den Bestand.',
  'too-heavy': 'Ein Gewicht von {weight} ist zu viel; es bleibt weg.',
  'unit-kilograms':
    'Die Liste sagt nicht, in welcher Einheit ihre Gewichte sind; genommen werden Kilogramm. Sehen Sie sich ein Produkt an.',
  'unit-pounds':
    'Die Liste sagt nicht, in welcher Einheit ihre Gewichte sind; genommen werden Pfund (lb). Sehen Sie sich ein Produkt an.',
  'unit-centimetres':
    'Die Liste sagt nicht, in welcher Einheit ihre Maße sind; genommen werden Zentimeter. Sehen Sie sich ein Produkt an.',
  'unit-inches':
    'Die Liste sagt nicht, in welcher Einheit ihre Maße sind; genommen werden Zoll. Sehen Sie sich ein Produkt an.',
  'no-price':
    'Der Preis fehlt; das Produkt wird ein Entwurf und behält seinen Bestand. Schreiben Sie den Preis, und zeigen Sie es.',
  'no-title': 'Dieses Produkt hat keinen Namen; seine Adresse „{address}“ steht dafür.',
  unlisted:
    'Der alte Shop hat dieses Produkt nicht aufgeführt; hier steht es in der Liste. Verbergen Sie es, wenn es nicht soll.',
  recurring: 'Das wird im alten Shop immer wieder bezahlt; hier wird es einmal verkauft, bis Sie den Plan festlegen.',
  'choice-twice': 'Die Auswahl „{name}“ steht zweimal da; eine heißt jetzt „{own}“.',
  'sku-twice': 'Die Nummer (SKU) „{sku}“ steht zweimal in diesem Produkt; genommen wird „{taken}“.',
  'file-not-brought':
    'Die Datei „{name}“ wird verkauft und liegt im alten Shop ({address}); sie wird nicht geholt. Fügen Sie sie dem Produkt hinzu.',
  'price-here': 'Was dieses Produkt hier kostet, lässt sich nicht lesen; seine Preise bleiben, wie sie sind.',
  'other-choices':
    'Dieses Produkt hat hier eine andere Auswahl als in der Liste; Varianten, die hier fehlen, bleiben weg.',
  'variant-no-price':
    'Diese Variante ist neu und hat keinen Preis; sie bleibt weg. Schreiben Sie ihren Preis in die Liste.',
  'twice-here': '„{product}“ ist ein Produkt des Shops, das auch eine Zeile darüber ist; diese Zeile bleibt weg.',
  refused: '„{product}“ wäre ein Fehler der Website und bleibt weg. Prüfen Sie Preis, Auswahl und Texte.',
  more: 'Das gilt für {more} weitere Zeilen.',
  moreOne: 'Das gilt für eine weitere Zeile.',
};
