import type { ReactNode } from 'react';
import { useFaults } from '../../state/context.ts';
import { t } from '../../text/words.ts';
import { Button } from '../../ui/Button.tsx';
import rows from '../../ui/rows.module.css';
import { Problem } from '../../ui/states.tsx';

/** Where the settings of the shop stand. */
export const SITE = 'site.json';

/** What is wrong with a value as a whole, and with what in it no field shows. */
export function Faults({ pointer, inside = false }: { pointer: string; inside?: boolean }) {
  const faults = useFaults(SITE, pointer, inside);
  return (
    <>
      {faults.map(({ message }) => (
        <Problem key={message} text={message} />
      ))}
    </>
  );
}

type RowProps = { pointer: string; title: string; onRemove: () => void; children: ReactNode };

/** One of a list of settings: its fields, what is wrong with it, and the way out. */
export function Row({ pointer, title, onRemove, children }: RowProps) {
  return (
    <li className={rows.entry} data-pointer={pointer}>
      <h3>{title}</h3>
      <Faults pointer={pointer} />
      {children}
      <Button look="danger" icon="remove" aria-label={t('list.removeNamed', { name: title })} onPress={onRemove}>
        {t('nav.remove')}
      </Button>
    </li>
  );
}

/** An id that none of a list has. */
export const freeId = (wanted: string, taken: readonly string[]): string => {
  if (!taken.includes(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.includes(`${wanted}-${number}`)) return `${wanted}-${number}`;
};
