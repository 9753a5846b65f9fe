import type { Word } from './en.ts';

/** The same in French. */
export const FR: Record<Word, string> = {
  title: 'Aller à',
  label: 'Chercher des pages, produits, commandes et réglages',
  places: 'Endroits',
  pages: 'Pages',
  entries: 'Contenus',
  orders: 'Commandes',
  none: 'Rien ne s’appelle « {text} ».',
  failed: 'La recherche n’a pas eu de réponse. Tout n’est peut-être pas là.',
  searching: 'Recherche …',
  count: '{n} trouvés',
  keys: 'Touches',
  'key.find': 'Aller à une page, un produit, une commande ou un réglage',
  'key.undo': 'Annuler',
  'key.redo': 'Rétablir',
  'key.save': 'Enregistrer maintenant',
  'key.keys': 'Cette liste',
  'key.close': 'Fermer ce qui est ouvert',
  'key.parts': 'D’une partie à l’autre ; les flèches dans une liste',
  tour: 'Faire la visite',
  close: 'Fermer',
};
