import type { FaultCode } from './en.ts';

/** What needs a look in a file that is brought, in French. */
export const FR: Record<FaultCode, string> = {
  'broken-letters': 'Certains caractères sont illisibles ; � les remplace. Exportez la liste de nouveau en UTF-8.',
  'card-balance':
    'Le solde d’une carte cadeau, « {text} », n’est pas un montant ; la carte est laissée de côté. Corrigez-le dans la liste.',
  'card-ends':
    'Cette carte cadeau expire le {day}, et ici les cartes n’expirent pas. Annulez-la ce jour-là si elle ne doit plus servir.',
  'card-hash':
    'Cette carte cadeau n’est pas reconnaissable à ce que dit la liste ; elle est laissée de côté. Exportez de nouveau les cartes.',
  'card-more':
    'Cette carte cadeau porte plus que ne le disait une autre liste ; le plus petit montant compte. Si elle a été rechargée, donnez-en une nouvelle.',
  'card-no-code':
    'La liste n’a que la fin du code de cette carte cadeau : elle ne peut pas être dépensée ici et est laissée de côté. Demandez les codes entiers à l’ancienne boutique, ou donnez une nouvelle carte.',
  'card-over':
    'Cette carte cadeau est désactivée ou expirée ; elle est laissée de côté. Faites-en une nouvelle si elle vaut encore.',
  'card-spent-twice':
    'Une carte cadeau a été dépensée ici et dans l’ancienne boutique au-delà de son solde ; il n’en reste rien. Fermez d’abord les cartes de l’ancienne boutique.',
  'column-unknown':
    'La colonne « {column} » est inconnue ; son contenu est laissé de côté. Gardez la liste si vous en avez besoin.',
  'comment-no-page':
    'Un commentaire sur {path} est laissé de côté : aucune page n’est publiée à cette adresse. Publiez-la, puis réessayez.',
  'consent-undated':
    '{count} personnes sont marquées comme abonnées sans le moment où elles l’ont demandé. Elles sont gardées et ne reçoivent pas de lettres ; exportez la liste avec les dates, ou demandez-leur de nouveau.',
  'coupon-end':
    'Le code « {code} » est laissé de côté : « {text} » n’est pas un moment où il se termine, et il ne finirait jamais. Corrigez-le dans la liste.',
  'coupon-kind':
    'Le code « {code} » est laissé de côté : les réductions de type « {kind} » sont inconnues. Refaites-le sous Réductions.',
  'coupon-no-code': 'Cette réduction n’a pas de code ; elle est laissée de côté. Refaites-la sous Réductions.',
  'coupon-over': 'Le code « {code} » est terminé ou désactivé ; il est laissé de côté.',
  'coupon-own': 'Le code « {code} » a été fait ou modifié ici et reste tel quel.',
  'coupon-removed': 'Le code « {code} » a été supprimé ici et le reste.',
  'coupon-some-only':
    'Le code « {code} » ne valait que pour certains achats ({column} : {text}) ; il est laissé de côté, sinon il vaudrait pour plus. Refaites-le sous Réductions.',
  'coupon-time': '« {text} » du code « {code} » n’est pas un moment ; il n’en a plus. Réglez-le sous Réductions.',
  'coupon-used-up': 'Le code « {code} » est épuisé ; il est laissé de côté.',
  'coupon-value': 'Le code « {code} » est laissé de côté : « {text} » n’est pas une valeur de réduction.',
  'guessed-letters':
    'La liste n’indique pas comment ses lettres sont écrites ; regardez les noms accentués. Exportez-la en UTF-8 s’ils sont faux.',
  'more-cells':
    'Cette ligne a plus de cellules que la liste n’a de colonnes ; le surplus est laissé de côté. Mettez entre guillemets les textes qui contiennent des virgules.',
  'no-list':
    'Ce n’est pas une liste de commandes, de clients, d’abonnés, de réductions, de cartes cadeaux ni d’avis. Donnez le fichier tel que l’ancienne boutique l’a exporté, avec sa première ligne ; les produits vont sous Produits.',
  'not-json': 'Ce fichier est endommagé à la ligne {line}. Exportez-le de nouveau.',
  'open-quote':
    'Un guillemet s’ouvre et ne se ferme jamais ; plusieurs lignes peuvent être lues comme une seule. Exportez la liste de nouveau ou fermez le guillemet.',
  'order-bad-amount':
    '« {text} » dans la commande {number} n’est pas un montant ; 0 est retenu. Regardez la commande dans l’ancienne boutique.',
  'order-bad-time':
    '« {text} » dans la commande {number} n’est pas un moment ; il est laissé de côté. Exportez de nouveau les commandes.',
  'order-day-month':
    'Aucun jour de cette liste ne dit si 5/6 est en mai ou en juin ; le mois est pris en premier. Exportez des jours comme 2024-05-06 si c’est faux.',
  'order-fine-amounts':
    'La commande {number} a des montants plus fins qu’un centième ; le centième le plus proche compte. Rien n’est à faire.',
  'order-line-amount': '« {text} » de « {title} » dans la commande {number} n’est pas un montant ; 0 est retenu.',
  'order-line-count': 'Le nombre de « {title} » dans la commande {number} est illisible ; 1 est retenu.',
  'order-line-of':
    'Cette ligne n’a pas de numéro de commande ; elle est prise pour une ligne de la commande {number} avant elle.',
  'order-lines-unreadable': 'Les lignes de cette commande sont illisibles ; elle est gardée sans elles.',
  'order-no-number': 'Cette ligne n’a pas de numéro de commande ; elle est laissée de côté.',
  'order-no-time': 'La commande {number} ne dit pas quand elle a été passée ; elle ne compte dans aucun rapport.',
  'order-refund-alone':
    'Le remboursement {number} ne correspond à aucune commande de cette liste ; il est laissé de côté.',
  'order-sums': 'Les montants de la commande {number} ne concordent pas ; elle est gardée telle qu’indiquée.',
  'orders-no-currency':
    '{count} commandes ne nomment pas de monnaie ; {currency}, celle de la boutique, est retenue. Exportez-les avec la leur si c’en était une autre.',
  'person-bad-email':
    '« {email} » n’est pas une adresse e-mail ; la ligne est laissée de côté. Corrigez-la dans la liste.',
  'person-no-email': 'Cette ligne n’a pas d’adresse e-mail ; elle est laissée de côté.',
  'record-unreadable': 'Le numéro {number} est illisible ; il est laissé de côté. Exportez de nouveau.',
  'review-no-product':
    'Un avis sur « {product} » est laissé de côté : aucun produit de ce nom n’est publié. Publiez-le, puis réessayez.',
  'review-rating': 'Cet avis n’a pas de note de 1 à 5 ; il est laissé de côté.',
  'too-many-rows': 'La liste a trop de lignes ; les {most} premières sont lues. Donnez-la en plusieurs parties.',
  'unreadable-line':
    'Cette ligne est illisible ; elle est laissée de côté. Exportez la liste de nouveau, en CSV et en UTF-8.',
};
