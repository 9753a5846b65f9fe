import type { Reason } from './en.ts';

/** Why publishing did not succeed, in French. */
export const FR: Record<Reason, string> = {
  'why.place-not-allowed':
    'Ce site est réglé pour être publié hors de son propre dossier, et la personne qui gère ce programme n’a pas encore autorisé cet endroit. Rien n’a été publié. Demandez-lui de l’autoriser : le journal du programme dit comment.',
  'why.server-not-allowed':
    'Ce site est réglé pour être publié sur un serveur à lui, et la personne qui gère ce programme n’a pas encore autorisé ce serveur. Rien n’a été publié. Demandez-lui de l’autoriser : le journal du programme dit comment.',
  'why.place-unusable':
    'L’endroit où ce site est publié n’est pas utilisable tel qu’il est réglé. Rien n’a été publié. La personne qui gère ce programme trouve la raison dans son journal.',
  'why.place-failed':
    'Les fichiers n’ont pas pu être écrits là où ce site est publié. Ce qui était en ligne l’est encore. La personne qui gère ce programme trouve la raison dans son journal.',
  'why.place-unknown': 'Ce site n’est plus publié à cet endroit. Fermez cette fenêtre et rouvrez-la.',
  'why.no-place': 'Il n’est pas encore réglé où ce site est publié. Demandez à la personne qui l’a mis en place.',
  'why.publish-busy': 'Ce site est déjà en cours de publication. Attendez la fin, puis regardez de nouveau.',
  'why.publish-changed':
    'Quelque chose a changé pendant la construction du site. Rien n’a été publié. Publiez de nouveau.',
};
