import type { components } from '../../contract/schema.gen.ts';
import { panelText } from '../text/text.ts';
import type { Whole } from './desk.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

type Schemas = components['schemas'];
type Address = Schemas['EditAddress'];
/** What is wanted of an order; what is not said stays as it is. */
export type Edit = Pick<Schemas['OrderEdit'], 'payment'> &
  Partial<Omit<Schemas['OrderEdit'], 'address' | 'payment'>> & {
    address?: Partial<Omit<Address, 'location'>> & { location: Partial<Address['location']> };
  };
export type Told = Schemas['EditPreview'];
export type Changes = Schemas['OrderChanges'];
export type Change = Schemas['OrderChange'];

/** A word of a change in the editor's language, with `{names}` filled in. */
export const e = panelText(EN, WORDS);

/** A line as it can be changed: how many it holds, and how few it may. */
export type Held = { position: number; title: string; kept: number; least: number };

/** The lines of an order as they can be changed: what went back is out of it, and what is sent stays. */
export const heldOf = (whole: Whole): Held[] =>
  whole.order.lines.map((line) => {
    const more = whole.lines.find(({ position }) => position === line.position);
    const kept = Math.max(0, line.quantity - Math.max(more?.refunded ?? 0, line.restocked));
    return {
      ...{ position: line.position, kept, least: Math.min(kept, more?.sent ?? 0) },
      title: line.productName || line.sku || e('unnamed'),
    };
  });
