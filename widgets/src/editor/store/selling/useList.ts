import { type Json, type JsonObject, listAt, pointer, textAt } from '../../core/json.ts';
import { useEdit, useJson } from '../../state/context.ts';
import { SITE } from './Rows.tsx';

/** A list of settings of the shop: where it stands, its elements, and how they come and go. */
export type SettingsList = {
  place: string;
  all: readonly Json[];
  ids: string[];
  add: (label: string, value: JsonObject) => void;
  remove: (label: string, index: number) => void;
};

/** The list at this place of the site's settings. */
export function useList(place: string): SettingsList {
  const all = listAt(useJson(SITE), place);
  const edit = useEdit(SITE);
  return {
    place,
    all,
    ids: all.map((one) => textAt(one, '/id')),
    add: (label, value) =>
      void edit(label, [
        all.length === 0
          ? { op: 'set', pointer: place, value: [value] }
          : { op: 'insert', pointer: place + pointer(all.length), value },
      ]),
    remove: (label, index) => void edit(label, [{ op: 'remove', pointer: place + pointer(index) }]),
  };
}
