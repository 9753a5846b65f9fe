import { useCallback, useEffect, useRef, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { plainCall, setConfirms } from '../client/shop.ts';
import { t } from '../text/text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import type { Given, Proof } from './Proof.tsx';

type Wanted = components['schemas']['ConfirmationWanted'];
type Asked = Wanted & { Proof: typeof Proof };
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
          // Few are ever asked for a proof: the others do not carry its fields.
          const [challenge, room] = await Promise.all([
            plainCall<Wanted>('POST', `${PATH}/challenge`, { json: {}, again: true }),
            import('./Proof.tsx'),
          ]);
          setWanted({ ...challenge, Proof: room.Proof });
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
  return (
    <Dialog title={t('confirm.title')} isOpen={wanted !== null} onClose={() => end(false)}>
      <p style={{ margin: 0 }}>{t('confirm.help')}</p>
      {wanted ? (
        <wanted.Proof
          kinds={wanted.kinds}
          passkey={wanted.passkey}
          withPassword
          button={t('confirm.yes')}
          onGiven={give}
          onCancel={() => end(false)}
        />
      ) : null}
    </Dialog>
  );
}
