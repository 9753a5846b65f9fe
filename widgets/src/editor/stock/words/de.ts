import type { Word } from './en.ts';

/** The words of counting with a telephone, in German. */
export const DE: Record<Word, string> = {
  begin: 'Zählen',
  title: 'Bestand zählen',
  end: 'Zurück zur Liste',
  scan: 'Scannen oder suchen',
  scanHelp:
    'Scannen Sie einen Strichcode, oder schreiben Sie eine Artikelnummer (SKU), ein Produkt oder eine Option und drücken Sie die Eingabetaste.',
  camera: 'Mit der Kamera scannen',
  cameraOff: 'Kamera beenden',
  cameraView: 'Was die Kamera sieht',
  noCamera:
    'Die Kamera kann nicht benutzt werden: Erlauben Sie sie im Browser für diese Seite, oder schreiben Sie die Nummer.',
  notFound: 'Nichts im Shop hat diese Nummer oder diese Wörter: {text}.',
  notCounted: '{name} geht nie aus: Es wird nicht gezählt.',
  several: 'Wählen Sie, welches:',
  there: 'Der Shop sagt {n}',
  counted: 'Gezählt: {name}',
  less: 'Weniger als der Shop sagt: {n}',
  more: 'Mehr als der Shop sagt: {n}',
  equal: 'Wie der Shop sagt',
  remove: '{name} weglassen',
  reason: 'Notiz für das Verzeichnis der Änderungen',
  send: '{n} Zählungen speichern',
  sent: 'Gespeicherte Zählungen: {n}.',
  left: 'Nicht gespeichert: {n}. Der Grund steht bei jeder.',
  kept: 'Was gezählt ist, bleibt in diesem Browser, bis es gespeichert ist.',
  none: 'Noch ist nichts gezählt.',
  noNumber: 'Schreiben Sie eine ganze Stückzahl.',
};
