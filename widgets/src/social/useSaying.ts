import { useState } from 'react';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';

/** Something a visitor wrote on its way to the owner: written, sent, waiting for approval. */
export type Saying = {
  state: 'writing' | 'sending' | 'waiting';
  fault: string | null;
  send: (act: () => Promise<unknown>) => void;
};

export function useSaying(): Saying {
  const [state, setState] = useState<Saying['state']>('writing');
  const [fault, setFault] = useState<string | null>(null);
  const send = (act: () => Promise<unknown>) => {
    if (state === 'sending') return;
    setState('sending');
    setFault(null);
    act().then(
      () => setState('waiting'),
      (thrown: unknown) => {
        setFault(purchaseMessage(failureOf(thrown)));
        setState('writing');
      },
    );
  };
  return { state, fault, send };
}
