import type { Reason } from './en.ts';

/** Why publishing did not succeed, in Spanish. */
export const ES: Record<Reason, string> = {
  'why.place-not-allowed':
    'Este sitio está configurado para publicarse en un lugar fuera de su propia carpeta, y quien gestiona este programa aún no ha permitido ese lugar. No se ha publicado nada. Pídale que lo permita: el registro del programa dice cómo.',
  'why.server-not-allowed':
    'Este sitio está configurado para publicarse en un servidor propio, y quien gestiona este programa aún no ha permitido ese servidor. No se ha publicado nada. Pídale que lo permita: el registro del programa dice cómo.',
  'why.place-unusable':
    'El lugar donde se publica este sitio no se puede usar como está configurado. No se ha publicado nada. Quien gestiona este programa encuentra el motivo en su registro.',
  'why.place-failed':
    'No se pudieron escribir los archivos donde se publica este sitio. Lo que estaba en línea sigue estándolo. Quien gestiona este programa encuentra el motivo en su registro.',
  'why.place-unknown': 'Este sitio ya no se publica en ese lugar. Cierre esta ventana y ábrala de nuevo.',
  'why.no-place': 'Aún no está configurado dónde se publica este sitio. Pregunte a quien lo preparó.',
  'why.publish-busy': 'Este sitio ya se está publicando. Espere a que termine y mire otra vez.',
  'why.publish-changed': 'Algo cambió mientras se preparaba el sitio. No se ha publicado nada. Publíquelo otra vez.',
};
