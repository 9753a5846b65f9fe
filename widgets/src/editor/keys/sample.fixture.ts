import { HttpResponse, http } from 'msw';
import type { components } from '../../contract/schema.gen.ts';

type Schemas = components['schemas'];

const AT = 1_795_240_800_000;
const DAY = 86_400_000;

const STOREHOUSE: Schemas['ListedKey'] = {
  id: 'k1',
  name: 'Storehouse',
  begins: 'loggia_key_abcdefghijkl',
  scopes: ['orders:read', 'stock:write'],
  madeBy: 'own@shop.example',
  createdOn: AT,
  expiresOn: AT + 90 * DAY,
  usedOn: AT + DAY,
  usedFrom: '203.0.113.x',
  holds: true,
};
const OLD: Schemas['ListedKey'] = {
  ...STOREHOUSE,
  id: 'k2',
  name: 'Accounts',
  scopes: ['figures:read'],
  expiresOn: AT - DAY,
  usedOn: null,
  usedFrom: '',
  holds: false,
};
const SCOPES: Schemas['Scope'][] = ['orders:read', 'orders:write', 'stock:write', 'figures:read'];

/** The whole of a key, as the shop shows it once. */
export const WHOLE = `${STOREHOUSE.begins}${'x'.repeat(42)}`;

export type Asked = { method: string; path: string; body?: unknown };

/** A shop with two keys; what it was asked to do is noted in `asked`. */
export function shop(asked: Asked[] = []) {
  let keys = [STOREHOUSE, OLD];
  return [
    http.get('*/api/keys', () => HttpResponse.json({ keys, scopes: SCOPES } satisfies Schemas['Keys'])),
    http.post('*/api/keys', async ({ request }) => {
      const body = (await request.json()) as Schemas['NewKeyRequest'];
      asked.push({ method: 'POST', path: '/api/keys', body });
      keys = [{ ...STOREHOUSE, id: 'k3', name: body.name, scopes: body.scopes, usedOn: null }, ...keys];
      return HttpResponse.json({ id: 'k3', key: WHOLE } satisfies Schemas['KeyMade']);
    }),
    http.delete('*/api/keys/:id', ({ params }) => {
      asked.push({ method: 'DELETE', path: `/api/keys/${String(params.id)}` });
      keys = keys.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ done: true });
    }),
  ];
}
