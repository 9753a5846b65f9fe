import { useCallback, useEffect, useRef, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { plainCall, setConfirms } from '../client/shop.ts';
import type { ConfirmDialog } from './ConfirmDialog.tsx';
import type { Given } from './Proof.tsx';

type Wanted = components['schemas']['ConfirmationWanted'];
type Asked = Wanted & { Dialog: typeof ConfirmDialog };
const PATH = '/api/site-users/account/session/confirmation';

/** Asks for a fresh proof before what costs most; the call that wanted it waits, and goes on. */
export function Confirm() {
  const [wanted, setWanted] = useState<Asked | null>(null);
  const waiting = useRef<((given: boolean) => void)[]>([]);
  const end = useCallback((given: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(given);
    setWanted(null);
  }, []);
  useEffect(() => {
    setConfirms(async () => {
      const first = waiting.current.length === 0;
      const given = new Promise<boolean>((resolve) => waiting.current.push(resolve));
      if (first) {
        try {
          // Few are ever asked for a proof: the others do not load its dialog.
          const [challenge, room] = await Promise.all([
            plainCall<Wanted>('POST', `${PATH}/challenge`, { json: {}, again: true }),
            import('./ConfirmDialog.tsx'),
          ]);
          setWanted({ ...challenge, Dialog: room.ConfirmDialog });
        } catch {
          end(false);
        }
      }
      return given;
    });
    return () => setConfirms(undefined);
  }, [end]);
  const give = async (given: Given) => {
    await plainCall('POST', PATH, { json: given });
    end(true);
  };
  if (!wanted) return null;
  return <wanted.Dialog kinds={wanted.kinds} passkey={wanted.passkey} onGiven={give} onClose={() => end(false)} />;
}
