import { useEffect, useState } from 'react';

/** How long nothing more is typed before a list is asked, in milliseconds. */
const PAUSE = 200;

/** Words that a list is searched for: as they are typed, how they are changed, and what is asked for once typing pauses. */
export function useTyped(): [typed: string, setTyped: (typed: string) => void, text: string] {
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === text) return;
    const timer = setTimeout(() => setText(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, text]);
  return [typed, setTyped, text];
}
