import type { Word } from './en.ts';

/** The words of counting with a telephone, in French. */
export const FR: Record<Word, string> = {
  begin: 'Compter',
  title: 'Compter le stock',
  end: 'Retour à la liste',
  scan: 'Scanner ou chercher',
  scanHelp: 'Scannez un code-barres, ou écrivez une référence (SKU), un produit ou une option, et appuyez sur Entrée.',
  camera: 'Scanner avec l’appareil photo',
  cameraOff: 'Arrêter l’appareil photo',
  cameraView: 'Ce que voit l’appareil photo',
  noCamera:
    'L’appareil photo ne peut pas servir : autorisez-le pour cette page dans le navigateur, ou écrivez la référence.',
  notFound: 'Rien dans la boutique n’a cette référence ou ces mots : {text}.',
  notCounted: '{name} ne s’épuise pas : il n’est pas compté.',
  several: 'Choisissez lequel :',
  there: 'La boutique dit {n}',
  counted: 'Compté : {name}',
  less: 'Moins que ne dit la boutique : {n}',
  more: 'Plus que ne dit la boutique : {n}',
  equal: 'Comme dit la boutique',
  remove: 'Laisser de côté {name}',
  reason: 'Note pour le registre',
  send: 'Enregistrer {n} comptages',
  sent: 'Comptages enregistrés : {n}.',
  left: 'Non enregistrés : {n}. La raison est indiquée pour chacun.',
  kept: 'Ce qui est compté reste dans ce navigateur jusqu’à son enregistrement.',
  none: 'Rien n’est encore compté.',
  noNumber: 'Écrivez un nombre entier de pièces.',
};
