import type { Word } from './en.ts';

/** The words of the cells of variants, in German. */
export const DE: Record<Word, string> = {
  price: 'Preis ({currency})',
  salePrice: 'Angebotspreis ({currency})',
  weight: 'Gewicht (g)',
  barcode: 'Strichcode',
  wholeOnly: 'Diese Art Produkt hat keinen solchen Wert.',
  noStock: 'Diese Art Produkt geht nie aus: Sie hat keinen Bestand.',
  countComes: 'Der Shop wird gefragt, wie viele da sind. Bitte gleich noch einmal versuchen.',
  countNotYours: 'Der Shop zählt das. Ihre Rolle darf den Bestand nicht ändern.',
  counted: 'Varianten, deren Bestand im Shop geändert wurde: {n}. „Rückgängig“ nimmt das nicht zurück.',
  takeBack: 'Zurücknehmen',
  takenBack: 'Die Bestände sind wie zuvor.',
  'wrong.amount': 'Schreiben Sie einen Betrag, etwa 12,50.',
  'wrong.too-precise': 'Ein Betrag hat höchstens zwei Stellen hinter dem Komma, etwa 1234,50.',
  'wrong.too-large': 'Dieser Betrag ist zu groß.',
  'wrong.negative': 'Ein Betrag kann nicht unter 0 sein.',
  'wrong.stock': 'Schreiben Sie eine ganze Stückzahl, oder ∞ für das, was nie ausgeht.',
  'wrong.weight': 'Schreiben Sie ganze Gramm, etwa 250.',
  'wrong.skuNeeded': 'Eine Variante braucht eine Artikelnummer (SKU).',
  'wrong.skuTaken': 'Eine andere Variante dieses Produkts hat diese Artikelnummer (SKU).',
  stockLost: 'Der Shop sagt nicht, wie viele da sind. Der Bestand kann jetzt nicht geändert werden.',
  optionNeeded: 'Eine Variante braucht hier einen Wert.',
  optionTwice: 'Eine andere Variante dieses Produkts hat dieselben Optionen.',
  variants: 'Varianten',
};
