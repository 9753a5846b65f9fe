import { useState } from 'react';
import type { Read } from '../island.ts';

type Props = { text: string };

export const read: Read<Props> = (el) => {
  const text = el.dataset.text ?? '';
  return text === 'nothing' ? null : { text };
};

export default function Demo({ text }: Props) {
  const [count, setCount] = useState(0);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  if (text === 'broken') throw new Error('cannot draw');
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        {text} {count}
      </button>
      <input aria-label="Name" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <select aria-label="Size" value={chosen} onChange={(event) => setChosen(event.target.value)}>
        <option value="">Select</option>
        <option value="l">Large</option>
      </select>
      <p>{`${typed}/${chosen}`}</p>
    </>
  );
}
