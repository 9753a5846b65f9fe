import { w } from '../books/text.ts';
import type { Tool } from '../core/role.ts';
import { s } from '../product/text.ts';
import { partsFor } from '../state/route.ts';
import { m } from '../text/manage.ts';
import { t } from '../text/words.ts';

/** Something one can go to: what it is called, where it is, and the way there. */
export type Target = { id: string; label: string; hint: string; path: string; params?: Record<string, string> };

const TABS = [
  'products',
  'orders',
  'drafts',
  'stock',
  'customers',
  'subscriptions',
  'figures',
  'accounting',
  'gift-cards',
  'coupons',
  'webhooks',
] as const;
const PARTS = ['general', 'delivery', 'taxes', 'payment', 'checkout', 'seller', 'consent', 'safety'] as const;

const tabName = (tab: (typeof TABS)[number]): string => {
  if (tab === 'products' || tab === 'orders' || tab === 'coupons') return t(`store.${tab}`);
  if (tab === 'stock') return t('inventory.title');
  if (tab === 'webhooks') return 'Webhooks';
  return w(tab === 'gift-cards' ? 'giftCards' : tab);
};

const partName = (part: (typeof PARTS)[number]): string =>
  part === 'consent' || part === 'safety' ? s(part) : m(`sell.${part}`);

/** Every panel that somebody with these tools may open, with the parts of the shop. */
export function places(tools: readonly Tool[]): Target[] {
  const shop = t('tool.commerce');
  const panels = partsFor(tools).map(({ name, path }) => ({ id: path, label: t(`tool.${name}`), hint: '', path }));
  if (!tools.includes('commerce')) return panels;
  const tabs = TABS.map((tab) => ({
    id: `commerce/${tab}`,
    label: tabName(tab),
    hint: shop,
    path: 'commerce',
    params: { tab },
  }));
  const settings = PARTS.map((part) => ({
    id: `commerce/settings/${part}`,
    label: partName(part),
    hint: `${shop} → ${t('item.settings')}`,
    path: 'commerce',
    params: { part },
  }));
  return [...panels, ...tabs, ...settings];
}

/** A text without accents and capitals. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim();

/** Those in which every word that was typed begins a word; what begins with the whole text comes first. */
export function matching(targets: readonly Target[], typed: string): Target[] {
  const wanted = plain(typed);
  const words = wanted.split(/\s+/).filter(Boolean);
  const rank = ({ label }: Target) => (plain(label).startsWith(wanted) ? 0 : 1);
  return targets
    .filter(({ label, hint }) => {
      const there = plain(`${label} ${hint}`).split(/[^\p{L}\p{N}]+/u);
      return words.every((word) => there.some((one) => one.startsWith(word)));
    })
    .sort((one, other) => rank(one) - rank(other));
}
