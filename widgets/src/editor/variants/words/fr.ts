import type { Word } from './en.ts';

/** The words of the cells of variants, in French. */
export const FR: Record<Word, string> = {
  price: 'Prix ({currency})',
  salePrice: 'Prix promotionnel ({currency})',
  weight: 'Poids (g)',
  barcode: 'Code-barres',
  wholeOnly: 'Ce genre de produit n’a pas cette valeur.',
  noStock: 'Ce genre de produit ne s’épuise pas : il n’a pas de stock.',
  countComes: 'La boutique est interrogée sur le stock. Réessayez dans un instant.',
  countNotYours: 'La boutique compte ce stock. Votre rôle ne peut pas le modifier.',
  counted: 'Variantes dont le stock de la boutique a changé : {n}. « Annuler » ne le rétablit pas.',
  takeBack: 'Rétablir',
  takenBack: 'Les stocks sont comme avant.',
  'wrong.amount': 'Écrivez un montant, comme 12,50.',
  'wrong.too-precise': 'Un montant a au plus deux chiffres après la virgule, comme 1234,50.',
  'wrong.too-large': 'Ce montant est trop grand.',
  'wrong.negative': 'Un montant ne peut pas être inférieur à 0.',
  'wrong.stock': 'Écrivez un nombre entier de pièces, ou ∞ pour ce qui ne s’épuise pas.',
  'wrong.weight': 'Écrivez des grammes entiers, comme 250.',
  'wrong.skuNeeded': 'Une variante a besoin d’une référence (SKU).',
  'wrong.skuTaken': 'Une autre variante de ce produit a cette référence (SKU).',
  stockLost: 'La boutique ne dit pas combien il y en a. Le stock ne peut pas être modifié maintenant.',
  optionNeeded: 'Une variante a besoin d’une valeur ici.',
  optionTwice: 'Une autre variante de ce produit a les mêmes options.',
  variants: 'Variantes',
};
