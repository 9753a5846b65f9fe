/** Old paths of the editor and where they lead now. The longest that fits wins. */
const MOVED: readonly (readonly [from: string, to: string])[] = [
  ['settings/billing', 'billing'],
  ['settings/contributors', 'permissions'],
  ['pages', 'website/pages'],
  ['design', 'website/design'],
  ['marketing', 'website/marketing'],
  ['marketing/campaigns', 'campaigns'],
  ['settings/domains', 'domains'],
  ['settings/email', 'google-workspace'],
  ['analytics', 'analytics'],
  ['commerce', 'commerce'],
  ['settings/extensions', 'commerce/extensions'],
  ['scheduling', 'scheduling'],
  ['settings', 'website/settings'],
  ['settings/blogging', 'website/settings/blogging'],
  ['settings/member-areas', 'website/settings/member-areas'],
  ['donations', 'commerce/donations'],
];

const begins = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** The prefix that decides about a path, if any (E-153). */
export function mappedPrefix(path: string): string | undefined {
  const fitting = MOVED.map(([from]) => from).filter((from) => begins(path, from));
  return fitting.sort((one, other) => other.length - one.length)[0];
}

/** Where an old path leads. Query and fragment are kept; without the multi-product configuration nothing moves. */
export function mapAdminPath(address: string, multiProduct: boolean): string {
  if (!multiProduct) return address;
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  const prefix = mappedPrefix(path);
  const target = MOVED.find(([from]) => from === prefix)?.[1];
  return target === undefined ? address : target + address.slice((prefix ?? '').length);
}

/** Where "upgrade" leads while a site is on trial (E-158). */
export const trialUpgrade = (multiProduct: boolean): string => mapAdminPath('settings/billing/upgrade', multiProduct);
/** Where "change plan" leads for a site that is paid for (E-159). */
export const changePlan = (multiProduct: boolean): string =>
  mapAdminPath('settings/billing/website/change-plan', multiProduct);
