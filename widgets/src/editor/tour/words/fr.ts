import type { Word } from './en.ts';

/** The words of the tour, in French. */
export const FR: Record<Word, string> = {
  help: 'Aide',
  helpText:
    'La visite montre en deux minutes où tout se trouve. La touche ? liste toutes les touches, et la recherche en haut trouve tout par son nom.',
  offer: 'Nouveau ici ?',
  offerText: 'Une visite de deux minutes montre où tout se trouve. Vous pouvez l’arrêter à chaque étape.',
  begin: 'Faire la visite',
  refuse: 'Non, merci',
  lost: 'La visite n’est pas arrivée. Vérifiez votre connexion et réessayez.',
  count: 'Étape {at} sur {all}',
  skip: 'Arrêter la visite',
  back: 'Précédent',
  next: 'Suivant',
  end: 'Terminé',
  'title.tools': 'Tout ce que vous pouvez faire',
  'text.tools':
    'Voici les parties de votre site : pages, design, boutique, messages et réglages. Vous voyez celles que votre rôle peut utiliser.',
  'title.site': 'Votre site, tel que le voient les visiteurs',
  'text.site': 'Appuyez sur un texte de la page pour le changer sur place, ou sur autre chose pour ouvrir ses champs.',
  'title.undo': 'Enregistré, et jamais perdu',
  'text.undo':
    'Ce que vous changez s’enregistre tout seul. Annuler le reprend étape par étape, même une fois enregistré.',
  'title.shop': 'Votre boutique',
  'text.shop':
    'Ici se trouvent produits, commandes et clients. Sous Produits, Importer les reprend tous de votre ancienne boutique ou d’un tableur.',
  'title.find': 'Tout trouver',
  'text.find':
    'Tapez le nom d’une page, d’un produit, d’une commande ou d’un réglage pour y aller. Ctrl K l’ouvre aussi (sur un Mac ⌘ K), et ? montre toutes les touches.',
  'title.publish': 'Publiez quand vous êtes prêt',
  'text.publish':
    'Les visiteurs ne voient vos changements qu’une fois publiés. Avant, on vous montre page par page ce qui change.',
  'title.help': 'Et maintenant',
  'text.help':
    'L’accueil liste les prochaines étapes pour mettre en place votre site. Cette visite s’y trouve aussi, sous Aide.',
};
