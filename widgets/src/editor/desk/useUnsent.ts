import { useState } from 'react';

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
export function useUnsent(name: string): [text: string, setText: (text: string) => void] {
  const key = `loggia-unsent-${name}`;
  const [text, setText] = useState(() => kept(key));
  const change = (next: string) => {
    setText(next);
    keep(key, next);
  };
  return [text, change];
}
