import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import styles from './sheet.module.css';
import { g } from './text.ts';

/** What several cells shall say, written once: also where no key can be held. */
export function ManyCells({ count, onWrite }: { count: number; onWrite: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <div className={styles.many}>
      <TextField label={g('many', { n: count })} value={text} onChange={setText} onEnter={() => onWrite(text)} />
      <Button look="primary" onPress={() => onWrite(text)}>
        {g('writeAll')}
      </Button>
    </div>
  );
}
