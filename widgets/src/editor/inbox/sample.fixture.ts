import { HttpResponse, http } from 'msw';
import type { components } from '../../contract/schema.gen.ts';
import type { Row, Whole } from './message.ts';

const ANN: Row = {
  kind: 'form',
  id: 'm1',
  about: 'contact',
  aboutName: 'Contact',
  from: 'ann@shopper.example',
  excerpt: 'Do you bake rye?',
  createdOn: Date.UTC(2026, 10, 26, 9),
  isRead: false,
  folder: 'INBOX',
  assignee: '',
};
const BEA: Row = {
  ...ANN,
  kind: 'comment',
  id: 'm2',
  about: 'first',
  aboutName: 'The first loaf',
  from: 'Bea',
  excerpt: 'Well said.',
  isRead: true,
  status: 'PENDING',
};
const CEM: Row = {
  ...ANN,
  kind: 'review',
  id: 'm3',
  about: 'teapot',
  aboutName: 'Teapot',
  from: 'Cem',
  excerpt: 'It pours well.',
  isRead: true,
  status: 'APPROVED',
  rating: 4,
};

const whole = (row: Row): Whole => ({
  ...row,
  answers:
    row.kind === 'form'
      ? [
          { id: 'email', title: 'Your email', text: 'ann@shopper.example' },
          { id: 'text', title: 'Your question', text: 'Do you bake rye?\nOn which days?' },
        ]
      : [],
  title: '',
  text: row.kind === 'form' ? '' : row.excerpt,
  pagePath: '/contact',
  ...(row.kind === 'form' ? { replyTo: 'ann@shopper.example', onMailingListSince: Date.UTC(2026, 9, 1) } : {}),
  thread:
    row.kind === 'form'
      ? [
          {
            id: 'n1',
            author: 'own@shop.example',
            to: '',
            subject: '',
            text: 'Ask the baker.',
            createdOn: Date.UTC(2026, 10, 26, 10),
          },
        ]
      : [],
  staff: ['ed@shop.example', 'own@shop.example'],
});

type Seen = { method: string; path: string; body: unknown }[];

/** A server with three messages, which keeps what it is asked. */
export const inbox = (seen: Seen = []) => {
  const all = new Map([ANN, BEA, CEM].map((row) => [row.id, whole(row)]));
  const note = async (request: Request) => {
    const body: unknown = await request.json().catch(() => null);
    seen.push({ method: request.method, path: new URL(request.url).pathname, body });
    return body as Record<string, unknown>;
  };
  const of = (id: unknown) => all.get(String(id)) as Whole;
  return [
    http.get('*/api/inbox/counts', () => {
      const unread = [...all.values()].filter((row) => !row.isRead).length;
      const counts: components['schemas']['MessageCounts'] = {
        unread,
        byAbout: unread > 0 ? [{ kind: 'form', about: 'contact', unread }] : [],
      };
      return HttpResponse.json(counts);
    }),
    http.post('*/api/inbox', async ({ request }) => {
      const wanted = await note(request);
      const messages = [...all.values()].filter(
        (row) =>
          row.folder === wanted.folder &&
          (wanted.kind === null || row.kind === wanted.kind) &&
          (wanted.about === '' || row.about === wanted.about) &&
          (wanted.unread !== true || !row.isRead) &&
          row.excerpt.toLowerCase().includes(String(wanted.text).toLowerCase()),
      );
      return HttpResponse.json({ messages });
    }),
    http.get('*/api/inbox/:kind/:id', ({ params }) => HttpResponse.json(of(params.id))),
    http.put('*/api/inbox/:kind/:id', async ({ request, params }) => {
      const next = { ...of(params.id), ...(await note(request)) };
      all.set(String(params.id), next);
      return HttpResponse.json(next);
    }),
    http.post('*/api/inbox/:kind/:id/:what', async ({ request, params }) => {
      const body = (await note(request)) as { subject?: string; text: string };
      const one = of(params.id);
      const isReply = params.what === 'replies';
      const entry: Whole['thread'][number] = {
        id: `n${one.thread.length + 2}`,
        author: 'own@shop.example',
        to: isReply ? (one.replyTo ?? '') : '',
        subject: body.subject ?? '',
        text: body.text,
        createdOn: Date.UTC(2026, 10, 26, 11),
        ...(isReply ? { state: 'WAITING' } : {}),
      };
      const next = { ...one, thread: [...one.thread, entry] };
      all.set(one.id, next);
      return HttpResponse.json(next);
    }),
    http.put('*/api/comments/:id', async ({ request, params }) => {
      const { status } = await note(request);
      all.set(String(params.id), { ...of(params.id), status: String(status) });
      return HttpResponse.json({});
    }),
  ];
};
