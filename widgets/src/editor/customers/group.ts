import type { components } from '../../contract/schema.gen.ts';

/** What a rule asks; what it does not ask stands nowhere in it. */
export type Rule = Partial<components['schemas']['GroupRule']>;
export type Group = Omit<components['schemas']['GroupOfCustomers'], 'rule'> & { rule: Rule | null };
/** What a group is to be. */
export type Wanted = { name: string; rule?: Rule };
export type Groups = { groups: Group[] };

/** Where the groups are. */
export const GROUPS = '/api/commerce/customer-groups';

/** The key of a new group, of its name: small letters without accents, digits, and hyphens between them. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 60)
    .replace(/-$/, '');

/** The beginning of a day in this browser's time zone; none when no day was chosen. */
export const momentOf = (day: string): number | undefined => (day ? new Date(`${day}T00:00`).getTime() : undefined);

/** A moment as the day of a field. */
export function dayOf(at: number | null | undefined): string {
  if (typeof at !== 'number') return '';
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
