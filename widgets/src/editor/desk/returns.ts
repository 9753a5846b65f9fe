import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { DESK, type Whole } from './desk.ts';

export type OneReturn = components['schemas']['DeskReturn'];
export type Reason = components['schemas']['ReturnReason'];

/** Does something with the order and shows what became of it; `false` when it was refused. */
export type Run = (
  method: 'POST' | 'PUT',
  where: string,
  json: object,
  headers?: Record<string, string>,
  then?: () => void,
) => Promise<boolean>;

/** Every reason, in the order in which they are offered. */
export const REASONS: readonly Reason[] = [
  'unsaid',
  'too-small',
  'too-large',
  'not-as-described',
  'damaged',
  'defective',
  'wrong-item',
  'too-late',
  'changed-mind',
  'other',
];

/** The longest note or answer, in characters. */
export const LONGEST_WORDS = 1000;

export const ofReturn = ({ id }: { id: string }): string => `${DESK}/returns/${encodeURIComponent(id)}`;

/** What a line is called: the product, with its variant. */
export function productOf({ order, lines }: Whole, position: number): string {
  const name = order.lines.find((line) => line.position === position)?.productName ?? '';
  const options = lines.find((line) => line.position === position)?.options ?? '';
  return options ? `${name} (${options})` : name;
}

/** Whether something is being done, and a way to do it that a second press does not repeat. */
export function useOnce(): [boolean, (what: () => Promise<unknown>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const once = async (what: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    await what().finally(() => setBusy(false));
  };
  return [isBusy, once];
}
