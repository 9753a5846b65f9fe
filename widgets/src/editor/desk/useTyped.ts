import { useEffect, useState } from 'react';

/** How long nothing more is typed before a list is asked, in milliseconds. */
const PAUSE = 200;

type Typed = [typed: string, setTyped: (typed: string) => void, text: string, ask: (words: string) => void];

/**
 * Words that a list is searched for: as they are typed, how they are changed, what is asked for once typing pauses, and how
 * words that nobody types are asked for at once. `first` are those of before.
 */
export function useTyped(first = ''): Typed {
  const [typed, setTyped] = useState(first);
  const [text, setText] = useState(first.trim());
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === text) return;
    const timer = setTimeout(() => setText(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, text]);
  const ask = (words: string) => {
    setTyped(words);
    setText(words.trim());
  };
  return [typed, setTyped, text, ask];
}
