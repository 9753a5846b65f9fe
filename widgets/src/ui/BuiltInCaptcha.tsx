import { useEffect, useRef, useState } from 'react';
import type { Challenge } from '../platform/proofOfWork.ts';

type Props = {
  /** Asks for work. */
  challenge: () => Promise<Challenge>;
  /** What the line says while it works, when it is done, and when it failed. */
  texts: { working: string; solved: string; failed: string };
  /** A token, or null when the old one no longer counts. */
  onToken: (token: string | null) => void;
};

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Asks for work, does it, and does it anew whenever the token is about to expire; ends when it is called off. */
async function keepSolved(ask: Props['challenge'], onToken: Props['onToken'], signal: AbortSignal): Promise<void> {
  // The arithmetic comes with the first touch of a form that asks for it, never with a form that does not.
  const { solve } = await import('../platform/proofOfWork.ts');
  while (!signal.aborted) {
    const begun = performance.now();
    const challenge = await ask();
    const token = await solve(challenge, signal);
    // An answer that is quicker than any person is not believed.
    await wait(challenge.shortest + 200 - (performance.now() - begun), signal);
    if (signal.aborted) return;
    onToken(token);
    await wait(challenge.lifetime - 60_000, signal);
    if (!signal.aborted) onToken(null);
  }
}

/**
 * The captcha that asks nothing of a person: from the first touch of its form the browser works a moment.
 * There is nothing to read, to see or to hear; a line tells how it stands.
 */
export function BuiltInCaptcha({ challenge, texts, onToken }: Props) {
  const place = useRef<HTMLParagraphElement>(null);
  const latest = useRef({ challenge, onToken });
  const [state, setState] = useState<'resting' | 'working' | 'solved' | 'failed'>('resting');
  useEffect(() => {
    latest.current = { challenge, onToken };
  });

  useEffect(() => {
    const form = place.current?.closest('form');
    if (!form) return;
    const off = new AbortController();
    const begin = () => {
      form.removeEventListener('focusin', begin);
      setState('working');
      const tell = (token: string | null) => {
        setState(token ? 'solved' : 'working');
        latest.current.onToken(token);
      };
      keepSolved(() => latest.current.challenge(), tell, off.signal).catch(() => {
        if (off.signal.aborted) return;
        setState('failed');
        // The next touch of the form tries once more.
        form.addEventListener('focusin', begin);
      });
    };
    // Solved anew after a refusal, with the visitor still in the form, it begins at once.
    if (form.contains(document.activeElement)) begin();
    else form.addEventListener('focusin', begin);
    return () => {
      off.abort();
      form.removeEventListener('focusin', begin);
    };
  }, []);

  return (
    <p ref={place} role="status">
      {state === 'resting' ? null : texts[state]}
    </p>
  );
}
