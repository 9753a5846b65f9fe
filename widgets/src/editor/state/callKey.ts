import { useRef } from 'react';
import { newKey } from '../client/key.ts';

/**
 * The header that makes a call take effect once, however often it is sent: its key stays the same as long as the same is
 * asked for, so that a press after an answer that never came repeats the first. `done` is told when it took effect.
 */
export function useCallKey(): { headersFor: (body: object) => Record<string, string>; done: () => void } {
  const last = useRef({ asked: '', key: '' });
  return {
    headersFor: (body) => {
      const asked = JSON.stringify(body);
      if (last.current.asked !== asked) last.current = { asked, key: newKey() };
      return { 'idempotency-key': last.current.key };
    },
    done: () => {
      last.current = { asked: '', key: '' };
    },
  };
}
