import type { Word } from './en.ts';

export const FR: Record<Word, string> = {
  title: 'Bandeau et fenêtre',
  bar: 'Bandeau d’annonce',
  barHelp:
    'Une ligne au-dessus de chaque page sauf le paiement. Les modèles des hébergeurs lui gardent une place et un style.',
  text: 'Texte',
  isShown: 'Afficher',
  link: 'Lien',
  newWindow: 'S’ouvre dans une nouvelle fenêtre',
  canClose: 'Les visiteurs peuvent le fermer définitivement',
  popup: 'Fenêtre',
  popupHelp:
    'Une fenêtre qui s’ouvre d’elle-même sur les pages de contenu, jamais dans le panier ni au paiement, et pas de nouveau pendant quelques jours après sa fermeture. Elle attend tant que quelqu’un écrit, et la réponse sur les cookies.',
  add: 'Ajouter une fenêtre',
  remove: 'Supprimer la fenêtre',
  heading: 'Titre',
  headingMissing: 'Sans titre elle ne s’ouvre pas : c’est ce que disent les lecteurs d’écran.',
  picture: 'Image',
  form: 'Formulaire, par exemple une liste de diffusion',
  noForm: 'Aucun',
  buttonText: 'Texte du bouton',
  buttonUrl: 'Lien du bouton',
  after: 'S’ouvre après (secondes)',
  again: 'S’ouvre de nouveau après (jours)',
  pages: 'Pages',
  app: 'Sur cet appareil',
  appHelp:
    'Installé comme application, l’éditeur s’ouvre dans sa propre fenêtre et, sur un téléphone, depuis l’écran d’accueil : choisissez « Installer » ou « Sur l’écran d’accueil » dans le menu du navigateur.',
  keep: 'Garder les dernières commandes sur cet appareil',
  keepHelp:
    'Elles se lisent sans connexion, par quiconque peut utiliser ce navigateur. Rien ne peut alors être modifié. Une fois désactivé, tout est oublié.',
  cannotKeep: 'Ce navigateur ne garde rien ici : il le fait pour les adresses https et sur la machine du serveur.',
  'pages.all': 'Toutes les pages de contenu',
  'pages.home': 'La page d’accueil seulement',
};
