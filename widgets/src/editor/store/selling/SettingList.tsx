import { Fragment, type ReactNode } from 'react';
import type { Json } from '../../core/json.ts';
import rows from '../../ui/rows.module.css';
import type { SettingsList } from './useList.ts';

/** One element as it is shown: its value, its pointer, and what takes it away. */
type Draw = (element: Json, pointer: string, onRemove: () => void, index: number) => ReactNode;

/** The elements of a list of settings, one below the other. */
export function SettingList({ list, label, children }: { list: SettingsList; label: string; children: Draw }) {
  return (
    <ul className={rows.plain ?? ''} aria-label={label}>
      {list.all.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ids can be changed by hand, and may be missing
        <Fragment key={index}>
          {children(element, `${list.place}/${index}`, () => list.remove(label, index), index)}
        </Fragment>
      ))}
    </ul>
  );
}
