import type { Word } from './en.ts';

/** The words of notices on a device, in French. */
export const FR: Record<Word, string> = {
  title: 'Notifications sur cet appareil',
  help: 'Le navigateur vous dit ce qui se passe dans la boutique, même quand l’éditeur est fermé. Une notification donne le numéro et le total d’une commande, jamais le nom de l’acheteur.',
  off: 'La personne qui gère le serveur n’a pas encore configuré les notifications (LOGGIA_WEB_PUSH_CONTACT), ou personne n’est connecté ici.',
  none: 'Vos rôles n’ouvrent rien de ce que les notifications annoncent.',
  no: 'Ce navigateur n’a pas de notifications : il lui faut une adresse en https.',
  install:
    'Sur iPhone et iPad, les notifications n’arrivent que dans l’application : choisissez « Sur l’écran d’accueil » dans le menu de partage, ouvrez l’éditeur depuis là, puis revenez ici.',
  blocked:
    'Les notifications de ce site sont bloquées dans le navigateur. Autorisez-les dans ses réglages pour ce site, puis rechargez la page.',
  refused: 'Le navigateur n’a pas le droit d’afficher des notifications. Rien n’a été activé.',
  'kind.order': 'Nouvelles commandes',
  'kind.payment': 'Paiements refusés ou contestés',
  'kind.stock': 'Stock faible',
  'kind.message': 'Réponses aux formulaires',
  'kind.review': 'Avis et commentaires en attente',
  'kind.mention': 'Notes qui vous mentionnent',
  try: 'Envoyer une notification d’essai',
  tried: 'Elle est en route.',
  devices: 'Vos appareils',
  noDevices: 'Aucun de vos appareils n’a de notifications.',
  this: 'cet appareil',
  over: 'à activer de nouveau',
  remove: 'Retirer {name}',
  seen: 'ouvert la dernière fois {when}',
};
