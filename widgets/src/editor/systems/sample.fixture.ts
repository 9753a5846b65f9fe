import { HttpResponse, http } from 'msw';
import type { components } from '../../contract/schema.gen.ts';

type Schemas = components['schemas'];
type Delivery = Schemas['WebhookDelivery'];

const AT = 1_795_240_800_000;

const REFUSED: Delivery = {
  id: 'd1',
  url: 'https://crm.example/hook?key=***',
  event: 'order.paid',
  state: 'GIVEN_UP',
  attempts: 3,
  status: 404,
  fault: 'https://crm.example/hook?key=***: 404',
  createdOn: AT,
  triedOn: AT + 60_000,
  endedOn: AT + 60_000,
  mayGoAgain: true,
};
const WAITING: Delivery = {
  ...REFUSED,
  id: 'd2',
  event: 'form.submitted',
  state: 'WAITING',
  attempts: 1,
  status: null,
  fault: 'connection refused',
  endedOn: null,
  mayGoAgain: false,
};
const GONE: Delivery = { ...REFUSED, id: 'd3', url: '', event: '', state: 'DELIVERED', status: 204, mayGoAgain: false };

const HEADERS = [
  { name: 'Content-Type', value: 'application/json' },
  { name: 'Loggia-Delivery', value: 'order-paid-o1-0' },
  { name: 'Loggia-Signature', value: 't=1795240860,v1=***' },
];

export type Seen = { method: string; path: string };

/** A shop that tells one system; what it was asked is noted in `seen`. */
export function shop(seen: Seen[] = [], systems: string[] = [REFUSED.url]) {
  let first = REFUSED;
  const body = (id: string) => (id === 'd1' ? '{"type":"order.paid","order":{"number":1001}}' : null);
  const note = (request: Request) => seen.push({ method: request.method, path: new URL(request.url).pathname });
  return [
    http.get('*/api/commerce/webhooks/deliveries', ({ request }) => {
      note(request);
      const answer: Schemas['Webhooks'] = { systems, deliveries: [first, WAITING, GONE], nextPageCursor: null };
      return HttpResponse.json(systems.length > 0 ? answer : { ...answer, deliveries: [] });
    }),
    http.get('*/api/commerce/webhooks/deliveries/:id', ({ request, params }) => {
      note(request);
      const found = [first, WAITING, GONE].find(({ id }) => id === params.id) ?? GONE;
      const answer: Schemas['WebhookMessage'] = {
        ...found,
        headers: HEADERS,
        body: body(found.id),
        isHidden: found.id === 'd2',
      };
      return HttpResponse.json(answer);
    }),
    http.post('*/api/commerce/webhooks/deliveries/d1/redelivery', ({ request }) => {
      note(request);
      first = { ...REFUSED, state: 'WAITING', attempts: 0, endedOn: null, mayGoAgain: false };
      return HttpResponse.json({ waiting: true });
    }),
  ];
}
