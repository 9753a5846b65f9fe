import type { Word } from './en.ts';

/** The words of the cells of variants, in Spanish. */
export const ES: Record<Word, string> = {
  price: 'Precio ({currency})',
  salePrice: 'Precio de oferta ({currency})',
  weight: 'Peso (g)',
  barcode: 'Código de barras',
  wholeOnly: 'Este tipo de producto no tiene ese valor.',
  noStock: 'Este tipo de producto no se agota: no tiene existencias.',
  countComes: 'Se pregunta a la tienda cuántos hay. Inténtelo de nuevo en un momento.',
  countNotYours: 'La tienda cuenta esto. Su función no puede cambiar las existencias.',
  counted: 'Variantes cuyas existencias cambiaron en la tienda: {n}. «Deshacer» no lo revierte.',
  takeBack: 'Revertir',
  takenBack: 'Las existencias están como antes.',
  'wrong.amount': 'Escriba un importe, como 12,50.',
  'wrong.too-precise': 'Un importe tiene como máximo dos cifras tras la coma, como 1234,50.',
  'wrong.too-large': 'Este importe es demasiado grande.',
  'wrong.negative': 'Un importe no puede ser menor que 0.',
  'wrong.stock': 'Escriba un número entero de piezas, o ∞ para lo que no se agota.',
  'wrong.weight': 'Escriba gramos enteros, como 250.',
  'wrong.skuNeeded': 'Una variante necesita una referencia (SKU).',
  'wrong.skuTaken': 'Otra variante de este producto tiene esa referencia (SKU).',
  stockLost: 'La tienda no dice cuántos hay. Las existencias no se pueden cambiar ahora.',
  optionNeeded: 'Una variante necesita un valor aquí.',
  optionTwice: 'Otra variante de este producto tiene las mismas opciones.',
  variants: 'Variantes',
};
