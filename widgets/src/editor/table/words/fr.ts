import type { Word } from './en.ts';

/** The words of the table of products, in French. */
export const FR: Record<Word, string> = {
  title: 'Produits',
  name: 'Produit',
  filter: 'Afficher',
  all: 'Tous',
  sortBy: 'Ordre',
  ownOrder: 'Comme dans la boutique',
  up: '{column}, croissant',
  down: '{column}, décroissant',
  columns: 'Colonnes',
  columnsHelp: 'Les colonnes du tableau dans ce navigateur.',
  toProduct: 'Ouvrir le produit',
  count: 'Produits : {n} sur {all}',
  none: 'Aucun produit trouvé. Changez les mots ou la liste ci-dessus.',
  ofVariants: 'Ce produit a des variantes : ouvrez sa ligne et modifiez chacune.',
  ofProduct: 'Cela vaut pour le produit : modifiez-le dans la ligne au-dessus.',
  optionsElsewhere: 'Les options d’une variante se modifient dans le produit.',
  noVariant: 'Ce produit n’a pas encore de variante. Ouvrez le produit pour en créer une.',
  notOpened: 'Le fichier de ce produit n’a pas pu être lu. Rien n’y a été modifié. Réessayez.',
  titleNeeded: 'Un produit a besoin d’un nom.',
  statusUnknown: 'Écrivez l’un de ceux-ci : {all}.',
  statusNot: 'De là il ne peut aller que vers : {all}.',
};
