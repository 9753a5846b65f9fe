import { useRef, useState } from 'react';

/** The text of before; none where the browser keeps nothing. */
function kept(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // It stands in its field as long as that is there.
  }
}

/** A text that is typed and not sent yet: it stays with this tab, whatever is opened meanwhile, until it is sent or emptied. */
export function useUnsent(name: string): [text: string, setText: (text: string | ((now: string) => string)) => void] {
  const key = `loggia-unsent-${name}`;
  const [text, setText] = useState(() => kept(key));
  // The answer to what was sent comes later than what was typed since, and may find the field gone.
  const latest = useRef(text);
  const change = (next: string | ((now: string) => string)) => {
    latest.current = typeof next === 'string' ? next : next(latest.current);
    setText(latest.current);
    keep(key, latest.current);
  };
  return [text, change];
}
