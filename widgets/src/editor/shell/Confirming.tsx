import { useEffect, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { plainCall } from '../client/shop.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { Given } from './Proof.tsx';

type Wanted = components['schemas']['ConfirmationWanted'];
const PATH = '/api/site-users/account/session/confirmation';

/** Learns what proof the server wants, asks for it, and says whether it was given. */
export function Confirming({ onEnd }: { onEnd: (given: boolean) => void }) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  useEffect(() => {
    plainCall<Wanted>('POST', `${PATH}/challenge`, { json: {}, again: true }).then(setWanted, () => onEnd(false));
  }, [onEnd]);
  if (!wanted) return null;
  const give = async (given: Given) => {
    await plainCall('POST', PATH, { json: given });
    onEnd(true);
  };
  return <ConfirmDialog kinds={wanted.kinds} passkey={wanted.passkey} onGiven={give} onClose={() => onEnd(false)} />;
}
