import type { FaultCode } from './en.ts';

/** What needs a look in a file that is brought, in German. */
export const DE: Record<FaultCode, string> = {
  'broken-letters':
    'Einige Zeichen lassen sich nicht lesen; an ihrer Stelle steht �. Exportieren Sie die Liste noch einmal als UTF-8.',
  'card-balance':
    'Der Rest auf einem Gutschein, „{text}“, ist kein Betrag; der Gutschein bleibt weg. Berichtigen Sie ihn in der Liste.',
  'card-ends':
    'Dieser Gutschein endet am {day}, und Gutscheine haben hier kein Ende. Entwerten Sie ihn an dem Tag, wenn er später nicht mehr gelten soll.',
  'card-hash':
    'Dieser Gutschein ist an dem, was die Liste sagt, nicht zu erkennen; er bleibt weg. Exportieren Sie die Gutscheine noch einmal.',
  'card-more':
    'Auf diesem Gutschein ist mehr, als eine andere Liste sagte; der kleinere Betrag gilt. Wurde er aufgeladen, geben Sie dem Besitzer einen neuen.',
  'card-no-code':
    'Die Liste nennt nur das Ende vom Code dieses Gutscheins; er kann hier nicht eingelöst werden und bleibt weg. Fragen Sie den alten Shop nach ganzen Codes, oder geben Sie dem Besitzer einen neuen Gutschein.',
  'card-over':
    'Dieser Gutschein ist gesperrt oder abgelaufen; er bleibt weg. Machen Sie einen neuen, wenn er noch gilt.',
  'card-spent-twice':
    'Ein Gutschein wurde hier und im alten Shop für mehr eingelöst, als darauf war; nichts ist übrig. Schließen Sie erst die Gutscheine im alten Shop.',
  'column-unknown':
    'Die Spalte „{column}“ ist nicht bekannt; was darin steht, bleibt weg. Heben Sie die Liste auf, wenn Sie es brauchen.',
  'comment-no-page':
    'Ein Kommentar zu {path} bleibt weg: Keine Seite mit dieser Adresse ist veröffentlicht. Veröffentlichen Sie sie, und versuchen Sie es noch einmal.',
  'consent-undated':
    '{count} Personen sind als Abonnenten vermerkt, ohne Zeitpunkt, zu dem sie darum baten. Sie bleiben und bekommen keine Briefe; exportieren Sie die Liste mit den Daten, oder fragen Sie neu.',
  'coupon-end':
    'Der Code „{code}“ bleibt weg: „{text}“ ist kein Zeitpunkt, zu dem er endet, und er würde nie enden. Berichtigen Sie ihn in der Liste.',
  'coupon-kind':
    'Der Code „{code}“ bleibt weg: Rabatte der Art „{kind}“ sind nicht bekannt. Machen Sie ihn unter Rabatte neu.',
  'coupon-no-code': 'Dieser Rabatt hat keinen Code; er bleibt weg. Machen Sie ihn unter Rabatte neu.',
  'coupon-over': 'Der Code „{code}“ ist abgelaufen oder abgeschaltet; er bleibt weg.',
  'coupon-own': 'Der Code „{code}“ wurde hier gemacht oder geändert und bleibt, wie er ist.',
  'coupon-removed': 'Der Code „{code}“ wurde hier entfernt und bleibt es.',
  'coupon-some-only':
    'Der Code „{code}“ galt nur für einige Einkäufe ({column}: {text}); er bleibt weg, sonst würde er für mehr gelten. Machen Sie ihn unter Rabatte neu.',
  'coupon-time': '„{text}“ beim Code „{code}“ ist kein Zeitpunkt; er hat nun keinen. Setzen Sie ihn unter Rabatte.',
  'coupon-used-up': 'Der Code „{code}“ ist aufgebraucht; er bleibt weg.',
  'coupon-value': 'Der Code „{code}“ bleibt weg: „{text}“ ist kein Wert eines Rabatts.',
  'guessed-letters':
    'Die Liste sagt nicht, wie ihre Buchstaben geschrieben sind; sehen Sie sich Namen mit Umlauten an. Exportieren Sie sie als UTF-8, wenn sie falsch sind.',
  'more-cells':
    'Diese Zeile hat mehr Zellen als die Liste Spalten; was darüber hinausgeht, bleibt weg. Setzen Sie Texte mit Komma in Anführungszeichen.',
  'no-list':
    'Dies ist keine Liste von Bestellungen, Kunden, Abonnenten, Rabatten, Gutscheinen oder Bewertungen. Geben Sie die Datei so, wie der alte Shop sie exportiert hat, mit ihrer ersten Zeile; Produkte gehören unter Produkte.',
  'not-json': 'Diese Datei ist in Zeile {line} beschädigt. Exportieren Sie sie noch einmal.',
  'open-quote':
    'Ein Anführungszeichen beginnt und endet nie; mehrere Zeilen können deshalb als eine gelesen sein. Exportieren Sie die Liste noch einmal, oder schließen Sie das Zeichen.',
  'order-bad-amount':
    '„{text}“ in Bestellung {number} ist kein Betrag; 0 gilt. Sehen Sie sich die Bestellung im alten Shop an.',
  'order-bad-time':
    '„{text}“ in Bestellung {number} ist kein Zeitpunkt; er bleibt weg. Exportieren Sie die Bestellungen noch einmal.',
  'order-day-month':
    'Kein Tag dieser Liste zeigt, ob 5/6 im Mai oder im Juni liegt; der Monat gilt als vorn. Exportieren Sie Tage wie 2024-05-06, wenn das falsch ist.',
  'order-fine-amounts':
    'Bestellung {number} hat Beträge, die feiner sind als ein Hundertstel; das nächste Hundertstel gilt. Nichts ist zu tun.',
  'order-line-amount': '„{text}“ bei „{title}“ in Bestellung {number} ist kein Betrag; 0 gilt.',
  'order-line-count': 'Die Anzahl von „{title}“ in Bestellung {number} ist nicht zu lesen; 1 gilt.',
  'order-line-of': 'Diese Zeile hat keine Bestellnummer; sie gilt als Zeile der Bestellung {number} davor.',
  'order-lines-unreadable': 'Die Zeilen dieser Bestellung sind nicht zu lesen; sie bleibt ohne sie.',
  'order-no-number': 'Diese Zeile hat keine Bestellnummer; sie bleibt weg.',
  'order-no-time': 'Bestellung {number} sagt nicht, wann sie aufgegeben wurde; sie zählt in keinem Bericht.',
  'order-refund-alone': 'Die Erstattung {number} gehört zu keiner Bestellung dieser Liste; sie bleibt weg.',
  'order-sums':
    'Die Beträge der Bestellung {number} ergeben zusammen nicht die Summe; sie bleibt, wie sie angegeben ist.',
  'orders-no-currency':
    '{count} Bestellungen nennen keine Währung; {currency}, die des Shops, gilt. Exportieren Sie sie mit ihr, wenn es eine andere war.',
  'person-bad-email': '„{email}“ ist keine E-Mail-Adresse; die Zeile bleibt weg. Berichtigen Sie sie in der Liste.',
  'person-no-email': 'Diese Zeile hat keine E-Mail-Adresse; sie bleibt weg.',
  'record-unreadable': 'Nummer {number} ist nicht zu lesen; sie bleibt weg. Exportieren Sie noch einmal.',
  'review-no-product':
    'Eine Bewertung von „{product}“ bleibt weg: Kein solches Produkt ist veröffentlicht. Veröffentlichen Sie es, und versuchen Sie es noch einmal.',
  'review-rating': 'Diese Bewertung hat keine Note von 1 bis 5; sie bleibt weg.',
  'too-many-rows': 'Die Liste hat zu viele Zeilen; die ersten {most} werden gelesen. Geben Sie sie in Teilen.',
  'unreadable-line':
    'Diese Zeile ist nicht zu lesen; sie bleibt weg. Exportieren Sie die Liste noch einmal, als CSV in UTF-8.',
};
