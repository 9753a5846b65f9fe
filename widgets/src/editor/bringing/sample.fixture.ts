import { HttpResponse, http } from 'msw';
import type { Line, Outcome } from './client.ts';

/** A list of customers that was looked at. */
export const PEOPLE: Outcome = {
  kind: 'done',
  what: ['people'],
  total: 950,
  added: 900,
  changed: 20,
  unchanged: 30,
  left: 2,
  faults: [
    { line: 4, code: 'person-bad-email', values: { email: 'ann@' }, more: 0, message: "'ann@' is no address." },
    { line: 9, code: 'person-no-email', values: {}, more: 0, message: 'This row has no address.' },
  ],
  faultCount: 3,
};

const textOf = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A shop that takes files: what it answers to each, by whether it is a look, and what it was asked. */
export function imports(answer: (isLook: boolean, file: string) => readonly Line[] | { status: number; code: string }) {
  const asked: { isLook: boolean; file: string }[] = [];
  const handler = http.post('*/api/commerce/imports', async ({ request }) => {
    const isLook = new URL(request.url).searchParams.get('preview') === 'true';
    const file = await request.text();
    asked.push({ isLook, file });
    const said = answer(isLook, file);
    if ('status' in said) return HttpResponse.json({ error: 'In English.', code: said.code }, { status: said.status });
    return new HttpResponse(textOf(said), { headers: { 'content-type': 'application/x-ndjson' } });
  });
  return { asked, handler };
}
