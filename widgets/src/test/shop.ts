import { http } from 'msw';
import { server } from '../../mock-api/server.ts';

export { openPage } from './openPage.ts';

export type Seen = { method: string; path: string; body: unknown; headers: Headers };

const bodyOf = (text: string): unknown =>
  text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));

/** Every request of the test, as it was sent. */
export function watchRequests(): Seen[] {
  const seen: Seen[] = [];
  const note = async ({ request }: { request: Request }) => {
    const text = await request.clone().text();
    const path = new URL(request.url).pathname;
    seen.push({ method: request.method, path, body: bodyOf(text), headers: request.headers });
  };
  server.use(http.all('*', note));
  return seen;
}
