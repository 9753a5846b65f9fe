import type { FaultWord } from './en.ts';

/** What cannot be taken over of a list as it is written, in French. */
export const FR: Record<FaultWord, string> = {
  'open-quote':
    'Un guillemet s’ouvre et ne se ferme jamais ; plusieurs lignes peuvent être lues comme une seule. Exportez la liste de nouveau ou fermez le guillemet.',
  'too-many-rows':
    'Une liste peut compter {most} lignes ; celles qui suivent sont laissées de côté. Donnez la liste en plusieurs parties.',
  'unreadable-line': 'Cette ligne est illisible. Exportez la liste de nouveau en CSV, en UTF-8.',
  'more-cells':
    'Cette ligne a plus de cellules que la liste n’a de colonnes ; le surplus est laissé de côté. Mettez entre guillemets les textes qui contiennent des virgules.',
  'unreadable-feed': 'À partir d’ici le fichier est illisible. Exportez-le de nouveau.',
  'broken-letters': 'Certains caractères sont illisibles ; � les remplace. Exportez la liste de nouveau en UTF-8.',
  'guessed-letters':
    'La liste n’indique pas comment ses lettres sont écrites ; regardez les noms accentués. Exportez-la en UTF-8 s’ils sont faux.',
  above: 'Ce qui précède la ligne {line} est laissé de côté : les noms des colonnes commencent là.',
  'columns-left': 'Ces colonnes ne sont pas reprises : {columns}. Gardez la liste si vous en avez besoin.',
  'no-parent':
    'Le produit « {product} » de cette variante n’est pas dans la liste ; la variante est laissée de côté. Exportez tous les produits à la fois.',
  'product-twice': '« {product} » figure déjà dans la liste ; cette ligne est laissée de côté.',
  'unknown-row': '« {kind} » n’est ni un produit ni une variante ; cette ligne est laissée de côté.',
  'asked-text':
    'L’ancienne boutique demande « {text} » aux acheteurs ; ce n’est pas repris. Ajoutez ici la question au produit.',
  'discount-over': 'Une remise de {percent} % dépasse le prix ; elle est laissée de côté.',
  'unknown-discount':
    '« {kind} » n’est pas un type de remise connu ; elle est laissée de côté. Écrivez le prix soldé dans le produit.',
  'hidden-variant':
    'Cette variante est masquée dans l’ancienne boutique ; ici elle est montrée épuisée. Supprimez-la si personne ne doit la voir.',
  'percent-rounded':
    '{percent} % de moins ne donne pas un montant exact ; le plus proche est pris. Vérifiez le prix soldé.',
  'too-many-variants':
    'Les choix de ce produit donnent plus de {most} variantes ; elles sont laissées de côté. Ajoutez ici celles que vous vendez.',
  'too-open': 'Cette variante laisse tant de choix qu’elle en fait plus de {most} ; elle est laissée de côté.',
  'shared-stock':
    'Plusieurs variantes partagent un stock dans l’ancienne boutique ; ici chacune l’a. Répartissez les pièces.',
  'variant-before': 'Une variante précède tout produit ; elle est laissée de côté.',
  'unknown-type':
    '« {text} » n’est pas un type de produit connu ; il est pris pour un produit expédié. Changez-le dans le produit.',
  'shared-price': 'La liste a un prix et un stock pour toutes les variantes ; ici chacune les a. Vérifiez les deux.',
  'shared-sku': '« {sku} » ne dit pas quelle variante a quel numéro (SKU) ; ils sont laissés de côté.',
  'no-name': 'Cette ligne n’a pas de nom et est laissée de côté. Donnez un nom au produit.',
  heading: '« {title} » est seul sur sa ligne et lu comme un titre. Écrivez un prix à côté si c’est un produit.',
  'says-nothing': 'Des lignes sous ce produit n’indiquent ni prix ni choix ; seules leurs images sont prises.',
  'net-prices':
    'Les prix de cette liste sont hors taxes ; ils sont pris tels quels. Vérifiez les taxes de votre boutique.',
  'base-price': 'Cette variante n’a pas de prix propre ; elle a celui de son produit.',
  currency:
    'Les montants sont en {other} et votre boutique vend en {currency} ; les chiffres sont pris tels quels. Convertissez-les dans la liste.',
  'always-enough':
    'Ceci reste en vente quand il n’y en a plus ; ici il ne s’épuise jamais. Réglez le stock dans le produit.',
  'unknown-stock': '« {text} » ne dit pas s’il y en a ; c’est laissé de côté. Écrivez un nombre.',
  'unknown-visibility': '« {text} » ne dit pas si c’est visible ; c’est pris pour visible.',
  'numbered-categories':
    'Les catégories de cette liste sont des numéros que personne ne connaîtrait ; elles sont laissées de côté. Exportez-la avec leurs noms.',
  'picture-no-address':
    'L’image « {name} » est nommée sans adresse et ne peut être reprise. Ajoutez-la ici au produit.',
  'picture-old-folder':
    'L’image « {name} » est dans le dossier de l’ancienne boutique et ne peut être reprise. Ajoutez-la ici au produit.',
  untracked:
    '« {quantity} » pièces sont indiquées, mais l’ancienne boutique ne les comptait pas : ici ça ne s’épuise jamais.',
  'partly-sent': 'Certaines variantes de ce produit sont expédiées, d’autres non ; tout est pris pour expédié.',
  'sold-elsewhere': 'Ceci est vendu dans une autre boutique ; ici il est montré épuisé, avec un lien vers elle.',
  group: 'C’est un groupe d’autres produits ({products}) ; il est montré épuisé, et eux sont vendus seuls.',
  parts: 'Ce produit est fait de pièces vendues seules ; il est montré épuisé.',
  'no-variations':
    'Aucune variante de ce produit n’est dans la liste ; il est montré épuisé. Exportez tous les produits à la fois.',
  'file-variants':
    'Ce produit est un fichier en plusieurs variantes ; ici un fichier n’en a qu’une, il est donc pris pour un service.',
  'variation-text':
    'Ici les variantes n’ont pas de texte propre ; celui-ci est laissé de côté. Écrivez-le dans le texte du produit.',
  'not-day': '« {text} » n’est pas un jour ; il est laissé de côté. Écrivez-le ainsi : 2026-11-21.',
  'sale-days': 'Ce prix soldé ne vaut que quelques jours ; ici il vaut jusqu’à ce que vous le changiez.',
  'sale-ahead': 'Cette promotion n’a pas commencé ; son prix est gardé et ne vaut pas encore.',
  view: 'Cette ligne appartient à la vue « {view} » de l’ancienne boutique ; elle est laissée de côté.',
  attributes:
    'Les attributs de ce produit qui ne sont pas des choix sont laissés de côté. Gardez la liste si vous en avez besoin.',
  'variant-missing':
    'La variante « {sku} » de ce produit n’a pas de ligne dans la liste ; elle est laissée de côté. Exportez tous les produits à la fois.',
  'not-yes-no': '« {text} » n’est ni oui ni non ; c’est laissé de côté.',
  rounded: '« {text} » a plus de décimales qu’on ne peut payer ; {taken} est pris.',
  'not-amount':
    '« {text} » n’est pas un montant ; il est laissé de côté. Corrigez-le dans la liste ou écrivez-le ensuite dans le produit.',
  'not-number': '« {text} » n’est pas un nombre à partir de 0 ; il est laissé de côté.',
  'not-count': '« {text} » n’est pas un nombre de pièces ; {taken} est pris. Vérifiez le stock.',
  'too-heavy': 'Un poids de {weight} est excessif ; il est laissé de côté.',
  'unit-kilograms': 'La liste ne dit pas l’unité de ses poids ; elle est lue en kilogrammes. Regardez un produit.',
  'unit-pounds': 'La liste ne dit pas l’unité de ses poids ; elle est lue en livres. Regardez un produit.',
  'unit-centimetres':
    'La liste ne dit pas l’unité de ses dimensions ; elle est lue en centimètres. Regardez un produit.',
  'unit-inches': 'La liste ne dit pas l’unité de ses dimensions ; elle est lue en pouces. Regardez un produit.',
  'no-price':
    'Il manque le prix ; le produit devient un brouillon et garde son stock. Écrivez le prix, puis montrez-le.',
  'no-title': 'Ce produit n’a pas de nom ; son adresse « {address} » le remplace.',
  unlisted: 'L’ancienne boutique ne listait pas ce produit ; ici il est listé. Masquez-le s’il ne doit pas l’être.',
  recurring:
    'Ceci se paie régulièrement dans l’ancienne boutique ; ici c’est vendu une fois jusqu’à ce que vous régliez la formule.',
  'choice-twice': 'Le choix « {name} » figure deux fois ; l’un s’appelle « {own} ».',
  'sku-twice': 'Le numéro (SKU) « {sku} » figure deux fois dans ce produit ; « {taken} » est pris.',
  'file-not-brought':
    'Le fichier « {name} » est vendu et se trouve dans l’ancienne boutique ({address}) ; il n’est pas repris. Ajoutez-le au produit.',
  'price-here': 'Ce que ce produit coûte ici est illisible ; ses prix restent tels quels.',
  'other-choices':
    'Ce produit a ici d’autres choix que dans la liste ; les variantes absentes ici sont laissées de côté.',
  'variant-no-price':
    'Cette variante est nouvelle et n’a pas de prix ; elle est laissée de côté. Écrivez son prix dans la liste.',
  'twice-here':
    '« {product} » est un produit de la boutique qui correspond déjà à une ligne plus haut ; cette ligne est laissée de côté.',
  refused: '« {product} » serait une erreur du site et est laissé de côté. Vérifiez son prix, ses choix et ses textes.',
  more: 'Il en va de même pour {more} autres lignes.',
  moreOne: 'Il en va de même pour une autre ligne.',
};
